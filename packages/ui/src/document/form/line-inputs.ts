import type { Line } from '@pauta/domain/document/document.ts';
import { type Field, type Fields, isEmpty, parseField } from '@pauta/domain/kinds/kind.ts';
import { parseValues } from '@pauta/domain/resource/record.ts';
import type { Errors, Resource, Values } from '@pauta/domain/resource/resource.ts';
import { inputValues, sameInput } from '../../field-components/input-values.ts';

/** A line while it is edited: its position, and its inputs by field. */
export type InputLine = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly position: string;
};

/** The fields of a line that users write. */
export const writableFields = ({ fields }: Resource): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { options }]) => options.readOnly !== true));

/** Converts a stored line for editing. @param parent field that refers to the line in which it is nested */
export const inputLine = (fields: Fields, line: Line, parent?: string): InputLine => ({
  ...inputValues(fields, line),
  ...(parent !== undefined && { [parent]: line[parent] }),
  id: line.id,
  position: line.position,
});

/** Names of the fields in which two versions of a line differ. */
export const changedInputs = (fields: Fields, before: InputLine, after: InputLine): readonly string[] =>
  before === after ? [] : Object.keys(fields).filter((name) => !sameInput(before[name], after[name]));

/** The value used in totals for input that is not valid yet. */
const unreadable = (field: Field): unknown => {
  switch (field.kind.name) {
    case 'integer':
    case 'decimal':
    case 'percent':
    case 'money':
      return '0';
    case 'yesNo':
      return false;
    default:
      return field.options.initial ?? null;
  }
};

const isNumber = ({ kind }: Field): boolean =>
  kind.name === 'integer' || kind.name === 'decimal' || kind.name === 'percent' || kind.name === 'money';

/**
 * Converts inputs, which may be incomplete, into the values for totals. A required number counts as 0 until it is valid.
 */
export const readableValues = (fields: Fields, inputs: Values): Values =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (isEmpty(inputs[name]) && !(isNumber(field) && field.options.required)) return [name, null];
      const read = parseField(field, inputs[name]);
      return [name, read.ok && read.value !== null ? read.value : unreadable(field)];
    }),
  );

/** A validated line: its values, and its errors by field. */
export interface CheckedLine {
  readonly line: Line;
  readonly errors: Errors;
}

/**
 * Validates a line as the server does: of a stored line only the changed fields, of a new one all.
 *
 * @param fields the fields that users write
 * @param stored the stored line, and its inputs before the changes
 */
export function checkLine(
  { rules }: Resource,
  fields: Fields,
  inputs: InputLine,
  stored: { readonly line: Line; readonly inputs: InputLine } | undefined,
): CheckedLine {
  const { id, position } = inputs;
  const wanted = stored ? changedInputs(fields, stored.inputs, inputs) : Object.keys(fields);
  const typed = Object.fromEntries(wanted.map((name) => [name, inputs[name]]));
  const own = Object.fromEntries(
    Object.entries(inputs).filter(([name]) => !(name in fields) && name !== 'id' && name !== 'position'),
  );
  if (stored && wanted.length === 0) return { line: { ...stored.line, ...own, position }, errors: {} };
  const checked = parseValues(fields, typed, { ...(stored && { current: stored.line }), rules });
  return {
    line: { ...stored?.line, ...checked.values, ...own, id, position },
    errors: checked.ok ? {} : checked.errors,
  };
}
