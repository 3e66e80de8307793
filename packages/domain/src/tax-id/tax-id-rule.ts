import type { Reference } from '../kinds/reference.ts';
import type { Rule, Values } from '../resource/resource.ts';
import { parseTaxId, type TaxIdResult } from './tax-id.ts';

/** Fields of a record that contain an identification. */
interface Names {
  readonly country: string;
  readonly type: string;
  readonly number: string;
}

const usual: Names = { country: 'country_id', type: 'tax_id_type', number: 'tax_id' };

const check = (values: Values, names: Names): TaxIdResult | null => {
  const { [names.number]: number, [names.type]: type, [names.country]: country } = values;
  if (typeof number !== 'string' || typeof type !== 'string') return null;
  return parseTaxId((country as Reference | null)?.code ?? '', type, number);
};

const isUnchanged = (values: Values, current: Values, { country, type, number }: Names): boolean =>
  values[number] === current[number] &&
  values[type] === current[type] &&
  (values[country] as Reference | null)?.id === (current[country] as Reference | null)?.id;

/**
 * The number must be valid for the country and the type in the same record. A number that was accepted with a waiver
 * does not prevent other changes of the record.
 *
 * @example taxIdRuleOf({ country: 'country_id', type: 'national_id_type', number: 'national_id' })
 */
export const taxIdRuleOf =
  (names: Names): Rule =>
  (values, current) => {
    if (current && isUnchanged(values, current, names)) return null;
    const checked = check(values, names);
    return checked === null || checked.ok ? null : { [names.number]: [checked.message] };
  };

/** `taxIdRuleOf` for the tax id of a company: `country_id`, `tax_id_type`, `tax_id`. */
export const taxIdRule: Rule = taxIdRuleOf(usual);

/**
 * The tax id must have the form of its country and type. A wrong check digit is accepted: valid numbers that violate
 * the rule exist, so the reviewer of the registration decides.
 */
export const taxIdShapeRule: Rule = (values) => {
  const checked = check(values, usual);
  return checked === null || checked.ok || checked.reason === 'check_digit'
    ? null
    : { tax_id: [checked.message] };
};
