import type { JsonOptions } from '@pauta/domain/kinds/json.ts';
import { type Field, type Fields, isEmpty } from '@pauta/domain/kinds/kind.ts';
import { toWire } from '@pauta/domain/resource/record.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';

/** The value of an empty input. */
function emptyInput(field: Field): unknown {
  switch (field.kind.name) {
    case 'yesNo':
      return false;
    case 'reference':
    case 'file':
      return null;
    case 'references':
    case 'choices':
    case 'tags':
    case 'json':
      return [];
    default:
      return '';
  }
}

/** Converts a stored value to the value of its input. `Kind.parse` is the inverse. */
function inputOf(field: Field, value: unknown, record: Values): unknown {
  if (isEmpty(value)) return emptyInput(field);
  switch (field.kind.name) {
    case 'phone':
    case 'taxId':
      return field.kind.format(value, field.options, record);
    case 'json':
      return (value as readonly Values[]).map((row) =>
        inputValues((field.options as unknown as JsonOptions).fields, row),
      );
    case 'integer':
      return String(value);
    case 'decimal':
    case 'percent':
      return String(value).includes('.') ? String(value).replace(/\.?0+$/, '') : String(value);
    default:
      return value;
  }
}

/** The values of a form's inputs for a record, or for a new one. */
export function inputValues(fields: Fields, record: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      inputOf(field, record[name] === undefined ? field.options.initial : record[name], record),
    ]),
  );
}

/** Whether two inputs hold the same value. */
export const sameInput = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Whether two stored values of a field are equal. */
export const sameValue = (field: Field, a: unknown, b: unknown): boolean =>
  JSON.stringify(toWire(field, a)) === JSON.stringify(toWire(field, b));
