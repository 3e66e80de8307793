import { type Fields, isEmpty, parseField } from '@pauta/domain/kinds/kind.ts';
import { isActive, type ParsedRecord, parseValues } from '@pauta/domain/resource/record.ts';
import type { Errors, Rule, Values } from '@pauta/domain/resource/resource.ts';

/**
 * Type of a field's error that the server found in a dry run of the current input. It stays while the input does, also
 * when the field itself passes its check.
 */
export const refused = 'refused';

/**
 * Validates all values with the rules that the server also applies.
 *
 * @param initial values of a new record, also of fields that the form does not show but on which others depend
 */
export const checkAll = (
  fields: Fields,
  inputs: Values,
  current: Values | undefined,
  rules: readonly Rule[],
  initial: Values = {},
): ParsedRecord => parseValues(fields, inputs, { ...(current ? { current } : { defaults: initial }), rules });

/**
 * Validates one field after it lost the focus, with the rules that concern it. Errors of other fields are ignored.
 *
 * @param current the record being changed, or the initial values of a new one
 */
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
    const read = isActive(definition, { ...current, ...inputs })
      ? parseField(definition, inputs[other])
      : null;
    values[other] = read?.ok ? read.value : null;
  }
  const errors: Errors[] = rules.map((rule) => rule(values) ?? {});
  return errors.find((found) => found[name])?.[name]?.[0];
}
