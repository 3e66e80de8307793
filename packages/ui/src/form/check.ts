import { type Fields, isEmpty, parseField } from '@pauta/domain/kinds/kind.ts';
import { isActive, type ParsedRecord, parseValues } from '@pauta/domain/resource/record.ts';
import type { Errors, Rule, Values } from '@pauta/domain/resource/resource.ts';

/** Validates all values with the rules that the server also applies. */
export const checkAll = (
  fields: Fields,
  inputs: Values,
  current: Values | undefined,
  rules: readonly Rule[],
): ParsedRecord => parseValues(fields, inputs, { ...(current && { current }), rules });

/** Validates one field after it lost the focus, with the rules that concern it. Errors of other fields are ignored. */
export function checkOne(
  fields: Fields,
  name: string,
  inputs: Values,
  current: Values | undefined,
  rules: readonly Rule[],
): string | undefined {
  const field = fields[name];
  if (!field || !isActive(field, { ...current, ...inputs })) return undefined;
  const own = parseField(field, inputs[name]);
  if (!own.ok) return own.message;
  if (isEmpty(inputs[name])) return undefined;
  const values: Record<string, unknown> = { ...current };
  for (const [other, definition] of Object.entries(fields)) {
    const read = isActive(definition, inputs) ? parseField(definition, inputs[other]) : null;
    values[other] = read?.ok ? read.value : null;
  }
  const errors: Errors[] = rules.map((rule) => rule(values) ?? {});
  return errors.find((found) => found[name])?.[name]?.[0];
}
