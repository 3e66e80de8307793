import type { Reference } from '../kinds/reference.ts';
import type { Rule, Values } from '../resource/resource.ts';
import { parseTaxId, type TaxIdResult } from '../tax-id/tax-id.ts';

const check = (values: Values): TaxIdResult | null => {
  const { tax_id: taxId, tax_id_type: type, country_id: country } = values;
  if (typeof taxId !== 'string' || typeof type !== 'string') return null;
  return parseTaxId((country as Reference | null)?.code ?? '', type, taxId);
};

const isUnchanged = (values: Values, current: Values): boolean =>
  values.tax_id === current.tax_id &&
  values.tax_id_type === current.tax_id_type &&
  (values.country_id as Reference | null)?.id === (current.country_id as Reference | null)?.id;

/**
 * The tax id must be valid for the country and the type that stand beside it. One that was accepted with a waiver
 * does not stop other changes of the record.
 */
export const taxIdRule: Rule = (values, current) => {
  if (current && isUnchanged(values, current)) return null;
  const checked = check(values);
  return checked === null || checked.ok ? null : { tax_id: [checked.message] };
};

/**
 * The tax id must have the form of its country and type. A wrong check digit passes: real numbers that break the
 * rule exist, so whoever reviews the registration decides (`waiver_reason`).
 */
export const taxIdShapeRule: Rule = (values) => {
  const checked = check(values);
  return checked === null || checked.ok || checked.reason === 'check_digit'
    ? null
    : { tax_id: [checked.message] };
};
