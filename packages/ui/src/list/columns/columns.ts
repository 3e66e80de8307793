import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import { type DateRange, type DateRangeOptions, periodEnds } from '@pauta/domain/kinds/date-range.ts';
import { type Field, formatField, isEmpty, type KindName } from '@pauta/domain/kinds/kind.ts';
import { sortableFields } from '@pauta/domain/resource/query/query.ts';
import type { ColumnState } from '@pauta/domain/resource/query/view.ts';
import { type AnyRecord, fieldOf, type Resource, systemFields } from '@pauta/domain/resource/resource.ts';
import type { Labels } from '../../data/use-label.ts';
import { textWidth } from './text-width.ts';

export interface Column {
  readonly name: string;
  readonly field: Field;
  readonly label: string;
  readonly sortable: boolean;
  /** Whether the column has the name of the record, with the link to its page. */
  readonly isTitle: boolean;
  /** The field shown below the name in the same column. */
  readonly under: Column | undefined;
  /** Its position on the card that replaces a row on narrow screens; without one it is not on the card. */
  readonly card: 'state' | 1 | 2 | 3 | undefined;
  /** The minimum width at which its text is readable and (`fit`) the width that shows it completely, in CSS pixels. */
  readonly least: number;
  readonly fit: number;
  /** Pixels in which its head is on one line. */
  readonly head: number;
  /** Width set by the user, in CSS pixels. */
  readonly pixels: number | undefined;
  /** Whether the user pinned the column. */
  readonly pinned: boolean;
}

/** Limits of a column's width, in CSS pixels. */
export const pixelLimits = { least: 60, most: 800 } as const;

/** Font sizes of cells, column heads and badges, and the space around them, in CSS pixels. */
const fontSize = { cell: 14, head: 13, badge: 12 } as const;
const edges = 16;
const headEdges = 23;
const badgeEdges = 34;

const cellWidth = (text: string): number => Math.round(textWidth(text, fontSize.cell) + edges);
const badgeWidth = (text: string): number => Math.round(textWidth(text, fontSize.badge) + badgeEdges + edges);
/** Estimated width of a number of letters when only the kind is known. */
const usualWidth = (count: number): number => Math.round(count * 8 + edges);

/** Usual number of letters of the values of a kind. */
const usual: Readonly<Partial<Record<KindName, number>>> = {
  integer: 6,
  decimal: 8,
  percent: 6,
  money: 16,
  yesNo: 3,
  date: 11,
  dateTime: 22,
  dateRange: 23,
  time: 8,
  email: 22,
  phone: 16,
  taxId: 12,
  reference: 17,
  references: 18,
};

/**
 * Number of letters from which values of a kind may be truncated and are still distinguishable. Kinds not listed here
 * are never truncated, because they would be misread.
 */
const enough: Readonly<Partial<Record<KindName, number>>> = {
  text: 12,
  longText: 14,
  email: 14,
  url: 12,
  reference: 9,
  references: 22,
  tags: 12,
  choices: 12,
  file: 12,
  json: 12,
};

/** Limits of the width of the column with the name of the record, the most important one. */
const nameWidths = { least: 160, most: 320 } as const;
/** Maximum automatic width of a column. */
const mostWidth = 280;

const headWidth = (text: string): number => Math.round(textWidth(text, fontSize.head) + headEdges);

/** A space before a word so short that it would look lost on a line of its own: «Contactadas %», «Límite de». */
const beforeShortWord = / (?=[^ ]{1,2}(?: |$))/gu;

/** The label of a column as its head shows it: it wraps at spaces, but not before a word of one or two characters. */
export const headLabel = (label: string): string => label.replace(beforeShortWord, '\u00a0');

/** Minimum width of a column head: its longest part that does not wrap. */
const wrappedHeadWidth = (label: string): number => Math.max(...headLabel(label).split(' ').map(headWidth));

/** Number of letters on a line: an instant and a period have two lines if the name of the record has. */
const lettersOf = (field: Field, twoLines: boolean): number => {
  const { name } = field.kind;
  if (twoLines && name === 'dateTime') return 11;
  return twoLines && name === 'dateRange' ? 13 : (usual[name] ?? 0);
};

/** The widest line that a cell shows of a value. */
const lineOf = (field: Field, record: AnyRecord, name: string, twoLines: boolean): string => {
  if (field.kind.name !== 'dateRange' || isEmpty(record[name]))
    return formatField(field, record[name], record);
  const [first, last = ''] = periodEnds(record[name] as DateRange);
  return twoLines ? first : `${first} ${last}`;
};

/** Shown for an empty name or second line of a record, such as a draft without a number. */
export const withoutText = (label: string): string => `Sin ${label.toLocaleLowerCase('es')}`;

/** Whether the values are codes, which often begin alike and are told apart by their end: «ANT-EXT-1-005», an NCF. */
const isCode = ({ kind, options }: Field): boolean =>
  kind.name === 'text' &&
  (options.unique === true || ((options as { readonly max?: number }).max ?? Number.POSITIVE_INFINITY) <= 20);

const bounded = (field: Field, label: string, isTitle: boolean, fit: number) => {
  const head = headWidth(label);
  if (isTitle)
    return { least: nameWidths.least, fit: Math.min(nameWidths.most, Math.max(nameWidths.least, fit)), head };
  const wrapped = wrappedHeadWidth(label);
  const cut = isCode(field) ? undefined : enough[field.kind.name];
  const whole = Math.max(wrapped, cut === undefined ? fit : Math.min(mostWidth, fit));
  const least = cut === undefined ? whole : Math.min(whole, Math.max(wrapped, usualWidth(cut)));
  return { least, fit: Math.max(whole, head), head };
};

/** Widths before the rows are loaded, from the kind of the field and the labels of a choice. */
function widthsOf(field: Field, label: string, isTitle: boolean, twoLines: boolean) {
  const { choices, expiry } = field.options as Partial<ChoiceOptions> & DateRangeOptions;
  const words = (choices ?? []).map(({ label: word, tone }) =>
    (tone === undefined ? cellWidth : badgeWidth)(word),
  );
  const medium = { short: 10, medium: 15, wide: 22, full: 24 }[field.options.width ?? 'medium'];
  // A number that is wider than its kind has something beside it in its own cell.
  const wide = field.kind.align === 'end' && field.options.width === 'wide' ? medium : 0;
  const fit =
    words.length > 0
      ? // Long labels of a choice may be truncated.
        Math.min(190, Math.max(...words))
      : usualWidth(wide || lettersOf(field, twoLines) || medium) + (expiry ? 120 : 0);
  return bounded(field, label, isTitle, fit);
}

/**
 * The columns with widths fitted to the rows. Custom cells keep the width of their kind.
 *
 * @param own names of the fields with custom cells
 */
export function fitColumns(
  columns: readonly Column[],
  rows: readonly AnyRecord[],
  own: ReadonlySet<string>,
): readonly Column[] {
  const twoLines = columns.some((one) => one.under);
  return columns.map((column) => {
    const { name, field, label, isTitle, under } = column;
    if (own.has(name) || rows.length === 0) return column;
    const tones = (field.options as Partial<ChoiceOptions>).choices?.some(({ tone }) => tone !== undefined);
    const isExpiring = (field.options as DateRangeOptions).expiry !== undefined;
    if (isExpiring) return column;
    const isMoment = field.kind.name === 'dateTime';
    const widthOf = tones ? badgeWidth : cellWidth;
    const underFit = under && Math.max(...rows.map((row) => cellWidth(String(row[under.name] ?? ''))));
    const most = Math.max(
      ...rows.map((row) =>
        isMoment && !isEmpty(row[name])
          ? usualWidth(lettersOf(field, twoLines))
          : widthOf(lineOf(field, row, name, twoLines)),
      ),
      underFit ?? 0,
    );
    return {
      ...column,
      ...bounded(field, label, isTitle, most),
      ...(under && underFit !== undefined && { under: { ...under, fit: underFit } }),
    };
  });
}

/** @example statesOf(['client_code', 'trade_name']) // [{ name: 'client_code' }, { name: 'trade_name' }] */
export const statesOf = (names: readonly string[]): readonly ColumnState[] => names.map((name) => ({ name }));

/** The state field of a record: the one changed by commands, or the one called `status`. */
const stateName = (resource: Resource, names: readonly string[]): string | undefined =>
  ['status', resource.state].find((name) => name !== undefined && names.includes(name));

/** The columns of a list: pinned ones first, hidden ones left out, the one with the record's name always included. */
export function columnsOf(
  resource: Resource,
  states: readonly ColumnState[],
  labels: Labels,
): readonly Column[] {
  const sortable = sortableFields(resource);
  const named = states.some(({ name }) => name === resource.title)
    ? states
    : [{ name: resource.title }, ...states];
  const names = named.map(({ name }) => name);
  const second = resource.subtitle;
  const hasUnder =
    second !== undefined && !names.includes(second) && labels.visible(fieldOf(resource, second));
  const state = stateName(resource, names);
  const others = names.filter((name) => name !== resource.title && name !== state);
  const line = (resource.brief?.filter((name) => names.includes(name)) ?? others).slice(0, hasUnder ? 2 : 3);
  const places = [1, 2, 3] as const;
  const columnOf = ({ name, width: pixels, pinned = false }: ColumnState): Column => {
    const field = fieldOf(resource, name);
    const label = labels.label(field);
    const isTitle = name === resource.title;
    return {
      name,
      field,
      label,
      isTitle,
      sortable: sortable.includes(name),
      under: isTitle && hasUnder ? columnOf({ name: second }) : undefined,
      card:
        name === state
          ? 'state'
          : line.includes(name)
            ? places[line.indexOf(name) + Number(hasUnder)]
            : undefined,
      ...widthsOf(field, label, isTitle, hasUnder),
      pixels,
      pinned,
    };
  };
  const columns = named
    .filter(({ name }) => name === resource.title || labels.visible(fieldOf(resource, name)))
    .map(columnOf);
  return [...columns.filter((one) => one.pinned), ...columns.filter((one) => !one.pinned)];
}

/** The form of a column in the address. */
export const stateOf = ({ name, pixels, pinned }: Column): ColumnState => ({
  name,
  ...(pixels !== undefined && { width: pixels }),
  ...(pinned && { pinned }),
});

/** Every field that may be a column, in the order of the definition. */
export const columnChoices = (resource: Resource, labels: Labels): readonly string[] =>
  Object.entries({ ...resource.fields, ...systemFields })
    .filter(([, field]) => labels.visible(field))
    .map(([name]) => name);

/** Moves a column by one position, within the pinned ones or within the others. */
export function moveColumn(columns: readonly Column[], name: string, by: 1 | -1): readonly Column[] {
  const from = columns.findIndex((one) => one.name === name);
  const other = columns[from + by];
  const moved = columns[from];
  if (!moved || !other || other.pinned !== moved.pinned) return columns;
  const next = [...columns];
  next[from] = other;
  next[from + by] = moved;
  return next;
}
