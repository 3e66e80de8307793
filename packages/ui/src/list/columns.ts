import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import type { DateRangeOptions } from '@pauta/domain/kinds/date-range.ts';
import type { Field, KindName } from '@pauta/domain/kinds/kind.ts';
import { sortableFields } from '@pauta/domain/resource/query.ts';
import { fieldOf, type Resource, systemFields } from '@pauta/domain/resource/resource.ts';
import { groupingOf } from '@pauta/domain/resource/summary.ts';
import type { ColumnState } from '@pauta/domain/resource/view.ts';
import type { Labels } from '../data/use-label.ts';

export interface Column {
  readonly name: string;
  readonly field: Field;
  readonly label: string;
  readonly sortable: boolean;
  /** Names the record: it carries the link and stays in view. */
  readonly isTitle: boolean;
  /** Its share of the table, in rem at full size. */
  readonly width: number;
  /** Width that the reader gave it, in CSS pixels. */
  readonly pixels: number | undefined;
  /** The reader wants it to stay in view. */
  readonly pinned: boolean;
}

/** Widths that a reader may give to a column, in CSS pixels. */
export const pixelLimits = { least: 60, most: 800 } as const;

const widths: Readonly<Partial<Record<KindName, number>>> = {
  integer: 6.5,
  decimal: 8,
  percent: 7,
  money: 12,
  yesNo: 6.5,
  date: 8.5,
  dateTime: 14,
  dateRange: 15,
  time: 6.5,
  choice: 10,
  email: 17,
  phone: 12,
  taxId: 11.5,
  reference: 11,
  references: 13,
};

/** What is misread when its end is cut off needs this much, in rem: amounts, dates, numbers, two of one first name. */
const needs: Readonly<Partial<Record<KindName, number>>> = {
  integer: 4,
  decimal: 6.5,
  percent: 5,
  money: 10,
  date: 6.75,
  dateTime: 12.5,
  dateRange: 15.5,
  time: 5.5,
  phone: 9.5,
  taxId: 8,
  reference: 9,
};

/** What the longest label of a choice needs, with the mark of a state; beyond some words it may be cut off. */
const choiceNeed = ({ choices = [] }: Partial<ChoiceOptions>): number =>
  Math.min(
    12.5,
    Math.max(0, ...choices.map(({ label, tone }) => label.length * 0.47 + (tone === undefined ? 2 : 3.2))),
  );

/** The least part of the sum of their widths in which columns stand. */
export const leastShare = 0.73;

/**
 * Widths are fixed before the data comes, so that nothing moves when it does. They are shares: the table shrinks
 * to `leastShare` of their sum before it scrolls sideways, and then what may not be cut off just fits.
 */
function widthOf(field: Field, label: string, isTitle: boolean): number {
  if (isTitle) return field.options.width === 'short' ? 14 : 17;
  const longestWord = Math.max(...label.split(' ').map((word) => word.length));
  // How the period stands today is shown before it.
  const standing = (field.options as DateRangeOptions).expiry ? 9 : 0;
  const usual =
    widths[field.kind.name] ?? { short: 10, medium: 11, wide: 15, full: 16 }[field.options.width ?? 'medium'];
  const choices = field.kind.name === 'choice' ? choiceNeed(field.options) : 0;
  const need = Math.max((needs[field.kind.name] ?? 0) + standing, choices, longestWord * 0.5 + 2.4);
  return Math.max(usual + standing, need / leastShare);
}

/** @example statesOf(['client_code', 'trade_name']) // [{ name: 'client_code' }, { name: 'trade_name' }] */
export const statesOf = (names: readonly string[]): readonly ColumnState[] => names.map((name) => ({ name }));

/** The columns of a list: pinned ones first, hidden ones left out, the one that names the record always there. */
export function columnsOf(
  resource: Resource,
  states: readonly ColumnState[],
  labels: Labels,
): readonly Column[] {
  const sortable = sortableFields(resource);
  const named = states.some(({ name }) => name === resource.title)
    ? states
    : [{ name: resource.title }, ...states];
  const columns = named
    .map((state) => ({ ...state, field: fieldOf(resource, state.name) }))
    .filter(({ field, name }) => name === resource.title || labels.visible(field))
    .map(({ name, field, width: pixels, pinned = false }): Column => {
      const label = labels.label(field);
      const isTitle = name === resource.title;
      const isSortable = sortable.includes(name);
      const width = widthOf(field, label, isTitle);
      return { name, field, label, isTitle, sortable: isSortable, width, pixels, pinned };
    });
  return [...columns.filter((one) => one.pinned), ...columns.filter((one) => !one.pinned)];
}

/** What the address says of columns as they stand. */
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

/** Can the rows of a list be put in groups by this field? Under one group each. */
export const isGroupable = (field: Field): boolean => ['value', 'month'].includes(groupingOf(field) ?? '');

/** Moves a column by one place, within the pinned ones or within the others. */
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
