import type { FormTexts as Texts } from '@pauta/domain/crm/forms/texts/es-419.ts';
import { emailKind, urlKind } from '@pauta/domain/kinds/contact.ts';
import { parseText } from '@pauta/domain/kinds/text.ts';
import { parsePhone } from '@pauta/domain/phone/phone.ts';
import { parseTaxId } from '@pauta/domain/tax-id/tax-id.ts';
import { fill } from '../texts/fill.ts';
import { type Answers, type FieldName, taxIdName, typesOf } from './answers.ts';
import { type Errors, fieldOrder, fields } from './fields.ts';
import type { FormDefinition } from './form-definition.ts';

/** The result of checking one answer. */
export interface Checked {
  readonly error?: string;
  /** A warning that does not prevent sending. */
  readonly warning?: string;
  /** The value to send. */
  readonly value?: string;
  /** The normalized text of the field, set when the visitor leaves it. */
  readonly shown?: string;
}

const wrong = (error: string): Checked => ({ error });

/**
 * A number with a wrong check digit is usually a typing error, but some valid numbers have one. It is held back once; a
 * visitor who confirms it can send it, and the reviewer of the registration decides.
 */
const doubtful = (text: string, doubt: string, { trusted }: Checking): Checked => ({
  value: text.trim(),
  [trusted?.includes(text) ? 'warning' : 'error']: doubt,
});

/** Accepts only types that the server lists; those without a rule here are checked only by the server. */
function taxId(answers: Answers, checking: Checking): Checked {
  const { definition, texts } = checking;
  const { country, tax_id_type: type, tax_id: text } = answers;
  if (type === '') return text.trim() === '' ? wrong(texts.missing.tax_id) : { value: text.trim() };
  const result = parseTaxId(country, type, text);
  const say = (message: string, usual = '') =>
    message ? fill(message, { label: taxIdName(checking, country, type).label }) : usual;
  const { check_digit, tax_id } = texts.wrong;
  if (result.ok) {
    const { value, formatted: shown, warning } = result;
    return {
      value,
      shown,
      warning: warning && (check_digit ? `${say(check_digit)} ${texts.doubt}` : warning),
    };
  }
  if (result.reason === 'check_digit')
    return doubtful(text, `${say(check_digit, result.message)} ${texts.doubt}`, checking);
  const unknown = result.reason === 'type' && typesOf(definition, country).includes(type);
  return unknown ? { value: text.trim() } : wrong(say(tax_id, result.message));
}

function agencyTaxId(answers: Answers, checking: Checking): Checked {
  const { definition, texts } = checking;
  const text = answers['agency.tax_id'];
  const found = typesOf(definition, answers.country)
    .filter((type) => type !== 'PASAPORTE' && type !== 'OTRO')
    .map((type) => parseTaxId(answers.country, type, text));
  const right = found.find((one) => one.ok);
  if (right?.ok) return { value: right.value, shown: right.formatted };
  // The agency may be in another country. If the number fails only its check digit in one of them, it is probably a
  // typing error.
  return found.some((one) => !one.ok && one.reason === 'check_digit')
    ? doubtful(text, `${texts.agencyTaxId} ${texts.doubt}`, checking)
    : { value: text.trim() };
}

/** Context of a check. */
export interface Checking {
  readonly definition: FormDefinition;
  readonly texts: Texts;
  /** Numbers that the visitor has confirmed. */
  readonly trusted?: readonly string[];
}

/** Checks one answer by the rules of the server. */
export function checkField(name: FieldName, answers: Answers, checking: Checking): Checked {
  const { texts } = checking;
  const value = answers[name];
  if (name === 'consent') return value ? {} : wrong(texts.missing.consent);
  if (typeof value !== 'string' || name === 'person_kind' || name === 'fax') return {};
  if (name.startsWith('agency.') && !answers.has_agency) return {};
  const { max = 0, required } = fields[name];
  const text = parseText(value, { max }, name === 'comments');
  if (!text.ok) return wrong(texts.wrong.text || text.message);
  if (text.value === '') {
    if (!required) return {};
    if (name === 'legal_name' && answers.person_kind === 'individual') return wrong(texts.missingFullName);
    return wrong(texts.missing[name as keyof Texts['missing']]);
  }
  switch (name) {
    case 'tax_id':
      return taxId(answers, checking);
    case 'agency.tax_id':
      return agencyTaxId(answers, checking);
    case 'contact.phone': {
      const phone = parsePhone(value, answers.country);
      if (phone.ok) return { value: phone.value, shown: phone.formatted };
      return wrong(texts.wrong[phone.reason === 'extension' ? 'extension' : 'phone'] || phone.message);
    }
    case 'contact.email': {
      const email = emailKind.parse(value, { max });
      return email.ok ? { value: email.value } : wrong(texts.wrong.email || email.message);
    }
    case 'website': {
      const url = urlKind.parse(value, { max });
      return url.ok ? { value: url.value } : wrong(texts.wrong.website || url.message);
    }
    default:
      return { value: text.value };
  }
}

/**
 * The spread into a literal, which the build compiles to an object without prototype, avoids properties that a page has
 * added to `Object.prototype`.
 */
export const errorsFrom = (entries: readonly (readonly [string, string])[]): Errors => ({
  ...Object.fromEntries(entries),
});

/** All errors, in the order of the form. */
export function checkAll(answers: Answers, checking: Checking): Errors {
  return errorsFrom(
    fieldOrder.flatMap((name) => {
      const { error } = checkField(name, answers, checking);
      return error ? [[name, error] as const] : [];
    }),
  );
}
