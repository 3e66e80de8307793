import type { Fields } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { parseTaxId, taxIdRules } from '@pauta/domain/tax-id/tax-id.ts';

/** Field whose number a field of identification types is about. */
const numberFieldOf = (fields: Fields, type: string): string | undefined =>
  Object.keys(fields).find(
    (name) => (fields[name]?.options as { type?: unknown } | undefined)?.type === type,
  );

/** Is it written as such an identification? A wrong check digit is told as that. */
const hasShape = (country: string, type: string, number: unknown): boolean => {
  if (typeof number !== 'string') return false;
  const read = parseTaxId(country, type, number);
  return read.ok || read.reason === 'check_digit';
};

/**
 * What a new row begins with where its file says nothing. The type of an identification follows from its number and
 * country: a file seldom says whether what stands under "RNC/Cédula" is the one or the other.
 *
 * @param begins of every new record of the importer
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
