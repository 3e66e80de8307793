import { emailKind, urlKind } from '@pauta/domain/kinds/contact.ts';
import { parseText } from '@pauta/domain/kinds/text.ts';
import { parsePhone } from '@pauta/domain/phone/phone.ts';
import { parseTaxId } from '@pauta/domain/tax-id/tax-id.ts';
import type { FormDefinition } from '../net/form-definition.ts';
import type { Texts } from '../texts/es.ts';
import { type Answers, type FieldName, typesOf } from './answers.ts';
import { type Errors, fieldOrder, fields } from './fields.ts';

/** What a check of one answer found. */
export interface Checked {
  readonly error?: string;
  /** A doubt that does not hold the form back. */
  readonly warning?: string;
  /** What is sent. */
  readonly value?: string;
  /** What stands in the field once the visitor leaves it. */
  readonly shown?: string;
}

const wrong = (error: string): Checked => ({ error });

/** Only what the server lists counts, and types without a rule here are left to its judgement. */
function taxId(answers: Answers, definition: FormDefinition, texts: Texts): Checked {
  const { country, tax_id_type: type, tax_id: text } = answers;
  if (type === '') return text.trim() === '' ? wrong(texts.missing.tax_id) : { value: text.trim() };
  const result = parseTaxId(country, type, text);
  if (result.ok) return { value: result.value, shown: result.formatted, warning: result.warning };
  const unknown = result.reason === 'type' && typesOf(definition, country).includes(type);
  return unknown ? { value: text.trim() } : wrong(result.message);
}

function agencyTaxId(answers: Answers, definition: FormDefinition, texts: Texts): Checked {
  const text = answers['agency.tax_id'];
  const found = typesOf(definition, answers.country)
    .filter((type) => type !== 'PASAPORTE' && type !== 'OTRO')
    .map((type) => parseTaxId(answers.country, type, text));
  const right = found.find((one) => one.ok);
  if (right?.ok) return { value: right.value, shown: right.formatted };
  // An agency may be from elsewhere; a number that only fails its check digit is a slip.
  return found.some((one) => !one.ok && one.reason === 'check_digit')
    ? wrong(texts.agencyTaxId)
    : { value: text.trim() };
}

/** Checks one answer by the rules of the server. */
export function checkField(
  name: FieldName,
  answers: Answers,
  definition: FormDefinition,
  texts: Texts,
): Checked {
  const value = answers[name];
  if (name === 'consent') return value ? {} : wrong(texts.missing.consent);
  if (typeof value !== 'string' || name === 'person_kind' || name === 'fax') return {};
  if (name.startsWith('agency.') && !answers.has_agency) return {};
  const spec = fields[name as keyof typeof fields];
  const needed = spec.required || name === 'agency.name';
  if (value.trim() === '') {
    if (!needed) return {};
    if (name === 'legal_name' && answers.person_kind === 'individual') return wrong(texts.missingFullName);
    return wrong(texts.missing[name as keyof Texts['missing']]);
  }
  const text = parseText(value, { max: spec.max }, name === 'comments');
  if (!text.ok) return wrong(text.message);
  switch (name) {
    case 'tax_id':
      return taxId(answers, definition, texts);
    case 'agency.tax_id':
      return agencyTaxId(answers, definition, texts);
    case 'contact.phone': {
      const phone = parsePhone(value, answers.country);
      return phone.ok ? { value: phone.value, shown: phone.formatted } : wrong(phone.message);
    }
    case 'contact.email': {
      const email = emailKind.parse(value, { max: spec.max });
      return email.ok ? { value: email.value } : wrong(email.message);
    }
    case 'website': {
      const url = urlKind.parse(value, { max: spec.max });
      return url.ok ? { value: url.value } : wrong(url.message);
    }
    default:
      return { value: text.value };
  }
}

/** All that is wrong, in the order of the form. */
export function checkAll(answers: Answers, definition: FormDefinition, texts: Texts): Errors {
  return Object.fromEntries(
    fieldOrder.flatMap((name) => {
      const { error } = checkField(name, answers, definition, texts);
      return error ? [[name, error]] : [];
    }),
  );
}
