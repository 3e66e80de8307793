import type { Field } from '../../kinds/kind.ts';
import { type Filter, showFilterValue } from './filter.ts';

type Range = Extract<Filter, { operator: 'between' }>;

const days: readonly string[] = ['date', 'dateTime', 'dateRange'];

/**
 * A range in words, to follow its field's label; inclusive and exclusive ends are worded differently.
 *
 * @example rangeWords(limit, { field: 'limit', operator: 'between', from: '5000', to: null, open: true }) // 'mayor que
 * 5,000.00'
 * @example rangeWords(day, { field: 'day', operator: 'between', from: '2026-03-01', to: null }) // 'desde 01/03/2026'
 */
export function rangeWords(field: Field, { from, to, open }: Range): string {
  const isTime = days.includes(field.kind.name) || field.kind.name === 'time';
  if (from !== null && from === to) return showFilterValue(field, from);
  if (from !== null && to !== null) return `${showFilterValue(field, from)} – ${showFilterValue(field, to)}`;
  if (from !== null)
    return `${open ? (isTime ? 'después de' : 'mayor que') : 'desde'} ${showFilterValue(field, from)}`;
  return `${open ? (isTime ? 'antes de' : 'menor que') : 'hasta'} ${showFilterValue(field, to ?? '')}`;
}
