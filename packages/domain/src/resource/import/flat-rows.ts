import type { Body, PlacedLines } from '../../document/document.ts';
import type { Field } from '../../kinds/kind.ts';
import { text } from '../../kinds/text.ts';
import { linesIn, linesOf } from '../lines.ts';
import type { Resource, Values } from '../resource.ts';

/**
 * A document as rows of one table, for files: one row for each line, with the header's values in every row. The row of
 * a nested line also has the values of its outer line. A document without lines is one row.
 */

/** A column of such rows: `lines.quantity`, or `lines.id` for the id of the line. */
export interface LineColumn {
  readonly name: string;
  readonly lines: PlacedLines;
  /** Labelled with the name of its line. */
  readonly field: Field;
}

/** Kinds of lines that a file contains: those that are read with their header. */
export const linesInRows = (resource: Resource): readonly PlacedLines[] =>
  linesOf(resource).filter(({ mode }) => mode === 'inBody');

/** Name of the column with the ids of the lines of one kind. */
export const lineIdColumn = ({ name }: PlacedLines): string => `${name}.id`;

/** Every column of lines in such rows, outer lines before nested ones. */
export const lineColumns = (resource: Resource): LineColumn[] =>
  linesInRows(resource).flatMap((lines) => {
    const { label, fields } = lines.of();
    const named = (field: Field): Field => ({ ...field, label: `${label.one}: ${field.label}` });
    return [
      { name: lineIdColumn(lines), lines, field: named(text('Identificador', { max: 36 })) },
      ...Object.entries(fields).map(([name, field]) => ({
        name: `${lines.name}.${name}`,
        lines,
        field: named(field),
      })),
    ];
  });

/** @example flatRows(proposals, record)[0]['lines.quantity'] // '2.00' */
export function flatRows(resource: Resource, record: Body): Values[] {
  const kinds = linesInRows(resource);
  const rowsOf = (lines: PlacedLines, parent: string | null): Values[] =>
    linesIn(record, lines.name)
      .filter((line) => parent === null || line[lines.by] === parent)
      .flatMap((line) => {
        const own = Object.fromEntries(
          Object.entries(line).map(([name, value]) => [`${lines.name}.${name}`, value]),
        );
        const nested = kinds
          .filter(({ within }) => within === lines.name)
          .flatMap((kind) => rowsOf(kind, line.id));
        return nested.length === 0 ? [own] : nested.map((row) => ({ ...own, ...row }));
      });
  const rows = kinds.filter(({ within }) => within === undefined).flatMap((lines) => rowsOf(lines, null));
  return rows.length === 0 ? [record] : rows.map((row) => ({ ...record, ...row }));
}
