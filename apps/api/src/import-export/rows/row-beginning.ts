import type { Fields } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { parseTaxId, taxIdRules } from '@pauta/domain/tax-id/tax-id.ts';

/** Field with the number that a type field refers to. */
const numberFieldOf = (fields: Fields, type: string): string | undefined =>
  Object.keys(fields).find(
    (name) => (fields[name]?.options as { type?: unknown } | undefined)?.type === type,
  );

/** Whether the number has the form of this type of tax id, regardless of its check digit. */
const hasShape = (country: string, type: string, number: unknown): boolean => {
  if (typeof number !== 'string') return false;
  const read = parseTaxId(country, type, number);
  return read.ok || read.reason === 'check_digit';
};

/**
 * Initial values of a new row for fields that the file leaves empty. The type of a tax id is derived from its number
 * and country, because a column "RNC/Cédula" does not say which of the two it holds.
 *
 * @param begins initial values of every new record of the importing user
 */
export const rowBeginning = (fields: Fields, begins: Values, input: Values): Values => {
  const values: Record<string, unknown> = { ...begins };
  for (const [name, { options }] of Object.entries(fields)) {
    if (options.begins?.from !== 'usualTaxId' || input[name]) continue;
    const of = options.begins.country;
    const country = ((input[of] ?? begins[of]) as Reference | null | undefined)?.code ?? '';
    const number = input[numberFieldOf(fields, name) ?? ''];
    const types = taxIdRules(country).map((rule) => rule.name);
    values[name] = types.find((type) => hasShape(country, type, number)) ?? types[0];
  }
  return values;
};
