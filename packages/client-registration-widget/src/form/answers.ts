import type { FormTexts as Texts } from '@pauta/domain/crm/forms/texts/es-419.ts';
import type { PersonKind } from '@pauta/domain/tax-id/tax-id.ts';
import type { ClientRegistrationValues } from '../client-registration-props.ts';
import { fieldOrder } from './fields.ts';
import type { FormCountry, FormDefinition, TaxIdName } from './form-definition.ts';

/** Answers that are a single text, by field name as in the request. */
export interface TextAnswers {
  readonly legal_name: string;
  readonly trade_name: string;
  readonly country: string;
  readonly tax_id_type: string;
  readonly tax_id: string;
  readonly industry_id: string;
  readonly website: string;
  readonly locality: string;
  readonly address: string;
  readonly 'contact.first_name': string;
  readonly 'contact.last_name': string;
  readonly 'contact.job': string;
  readonly 'contact.email': string;
  readonly 'contact.phone': string;
  readonly investment_band: string;
  readonly 'agency.name': string;
  readonly 'agency.tax_id': string;
  readonly comments: string;
  /** A trap field that is invisible to visitors; only bots fill it in. */
  readonly fax: string;
}

/** Everything a visitor has answered, as typed. */
export interface Answers extends TextAnswers {
  readonly person_kind: PersonKind;
  readonly platform_ids: readonly string[];
  readonly has_agency: boolean;
  readonly consent: boolean;
}

export type FieldName = keyof Answers;

/** Adds preset answers to those of the form; fields and options that the form does not have are ignored. */
export const withPresetAnswers = (
  answers: Answers,
  given: ClientRegistrationValues,
  definition: FormDefinition,
): Answers => {
  let all = answers;
  for (const name of fieldOrder) {
    const { [name]: value } = given;
    const isMeant =
      typeof value === typeof all[name] &&
      Array.isArray(value) === Array.isArray(all[name]) &&
      name !== 'fax' &&
      name !== 'consent' &&
      (name !== 'country' || countryOf(definition, String(value)));
    if (isMeant) all = change(all, name, value as Answers[typeof name], definition);
  }
  return all;
};

/** The initial answers of a form. */
export function emptyAnswers(definition: FormDefinition, given: ClientRegistrationValues = {}): Answers {
  const country = definition.default_country || definition.countries[0]?.iso2 || '';
  const texts = Object.fromEntries(fieldOrder.map((name) => [name, ''])) as Record<keyof TextAnswers, ''>;
  const empty: Answers = {
    ...texts,
    country,
    person_kind: 'legal_entity',
    tax_id_type: usualType(definition, country, 'legal_entity'),
    platform_ids: [],
    has_agency: false,
    consent: false,
  };
  return withPresetAnswers(empty, given, definition);
}

/** The definition of a listed country. */
export const countryOf = (definition: FormDefinition, country: string): FormCountry | undefined =>
  definition.countries.find((one) => one.iso2 === country);

/** Identification types of a country, in the order of the definition. */
export const typesOf = (definition: FormDefinition, country: string): readonly string[] =>
  countryOf(definition, country)?.tax_id_types ?? [];

/** The display name of an identification type, and an example number. */
export function taxIdName(
  { definition, texts }: { readonly definition: FormDefinition; readonly texts: Texts },
  country: string,
  type: string,
): TaxIdName {
  const known = countryOf(definition, country)?.tax_ids?.find((one) => one.type === type);
  return { type, ...known, label: texts.taxIds[type as keyof Texts['taxIds']] || (known?.label ?? type) };
}

function usualType(definition: FormDefinition, country: string, kind: PersonKind): string {
  const types = typesOf(definition, country);
  if (kind === 'individual' && types.includes('CEDULA')) return 'CEDULA';
  return types.find((type) => type !== 'PASAPORTE') ?? types[0] ?? '';
}

/**
 * The answers after a change of one of them and of those that depend on it: country and kind of person determine the
 * default identification type.
 */
export function change<Name extends FieldName>(
  answers: Answers,
  name: Name,
  value: Answers[Name],
  definition: FormDefinition,
): Answers {
  const next: Answers = { ...answers, [name]: value };
  const follows = name === 'country' || (name === 'person_kind' && answers.tax_id.trim() === '');
  return follows ? { ...next, tax_id_type: usualType(definition, next.country, next.person_kind) } : next;
}
