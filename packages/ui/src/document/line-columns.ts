import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { TextOptions } from '@pauta/domain/kinds/text.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { Labels } from '../data/use-label.ts';

/** A column of a table of lines. */
export interface LineColumn {
  readonly name: string;
  readonly field: Field;
  readonly label: string;
  /** Minimum width in rem. */
  readonly width: number;
}

/** The grid columns of a row: `before` and `after` have fixed widths in rem, the others share the remaining space. */
export const gridOf = (
  columns: readonly LineColumn[],
  before: number,
  after = 0,
): Readonly<Record<`--${string}`, string>> => ({
  '--lines-columns': [
    `${before}rem`,
    ...columns.map(({ width }) => `minmax(${width}rem, ${width}fr)`),
    ...(after > 0 ? [`${after}rem`] : []),
  ].join(' '),
  '--lines-width': `${columns.reduce((sum, { width }) => sum + width, before + after)}rem`,
});

/** Width in rem above which a table of lines is not scrolled sideways: each line becomes a card instead. */
const widest = 96;

/** Whether the columns of lines are too many for one row. */
export const isWide = (columns: readonly LineColumn[]): boolean =>
  columns.reduce((sum, { width }) => sum + width, 0) > widest;

/** Maximum length of a text that gets a narrow column. */
const shortText = 40;

const widthOf = ({ kind, options }: Field, isTitle: boolean): number => {
  if (kind.name === 'percent' || kind.name === 'yesNo' || kind.name === 'integer') return 5.5;
  if (kind.name === 'money') return options.readOnly ? 7 : 8.5;
  if (kind.name === 'decimal' || kind.name === 'time') return 6;
  if (kind.name === 'date') return 9.5;
  if (isTitle) return 11;
  if (kind.name === 'text') return ((options as Partial<TextOptions>).max ?? 0) <= shortText ? 7 : 8;
  return 9;
};

/**
 * The columns of a table of lines: those of the definition. While lines are edited, also every other field that users
 * write, placed before the derived fields.
 */
export function lineColumns(
  { fields, columns, title }: Resource,
  labels: Labels,
  { isEdited }: { readonly isEdited: boolean },
): readonly LineColumn[] {
  const isWritten = (name: string): boolean => fields[name]?.options.readOnly !== true;
  const columnOf = (name: string): readonly LineColumn[] => {
    const field = fields[name];
    return field && labels.visible(field)
      ? [{ name, field, label: labels.label(field), width: widthOf(field, name === title) }]
      : [];
  };
  if (!isEdited) return columns.flatMap(columnOf);
  const derived = columns.filter((name) => !isWritten(name));
  const found = [
    ...columns.filter(isWritten),
    ...Object.keys(fields).filter((name) => isWritten(name) && !columns.includes(name)),
    ...derived,
  ].flatMap(columnOf);
  // A card has the fields in the order of the definition, like a form.
  return isWide(found) ? [...Object.keys(fields).filter(isWritten), ...derived].flatMap(columnOf) : found;
}
