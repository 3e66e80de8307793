import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { availabilityList } from '@pauta/domain/inventory/capacity/availability-list.ts';
import { type BucketSize, bucketSizes, lastDayOf } from '@pauta/domain/inventory/capacity/buckets.ts';
import { formatQuery, type ListQuery } from '@pauta/domain/resource/query/query.ts';
import { useSearchParams } from '@pauta/ui/router.ts';
import { useMemo } from 'react';
import type { MatrixPlace } from './matrix/selection.ts';
import { type ShownValue, shownValues } from './matrix/words.ts';

/** How many columns the screen offers, by their length; the second is the usual one. */
export const lengths: Readonly<Record<BucketSize, Readonly<Record<string, string>>>> = {
  day: { 14: '2 semanas', 30: '30 días', 60: '60 días', 90: '90 días' },
  week: { 8: '8 semanas', 13: '13 semanas', 26: '26 semanas', 52: '52 semanas' },
  month: { 6: '6 meses', 12: '12 meses' },
};

const usual: Readonly<Record<BucketSize, string>> = { day: '30', week: '13', month: '12' };

/** What is shown of the spaces, as in the address of the page. */
export interface Shown {
  readonly from: string;
  readonly to: string;
  readonly by: BucketSize;
  /** How many columns. */
  readonly length: string;
  readonly value: ShownValue;
  /** The row and column at the upper left corner. */
  readonly place: MatrixPlace | null;
}

export type ShownChange = Partial<Pick<Shown, 'from' | 'by' | 'length' | 'value' | 'place'>>;

const placeIn = (text: string): MatrixPlace | null => {
  const [, at, id] = /^(\d{1,3})\.(.+)$/.exec(text) ?? [];
  return id === undefined ? null : { id, at: Number(at) };
};

/** The period of the screen and how it is shown, in its address; a change replaces the history entry. */
export const useShown = (): readonly [Shown, (change: ShownChange) => void] => {
  const [parameters, setParameters] = useSearchParams();
  const get = (name: string): string => parameters.get(name) ?? '';
  const from = isCivilDate(get('from')) ? get('from') : companyToday();
  const by = (get('by') in bucketSizes ? get('by') : 'day') as BucketSize;
  const length = get('length') in lengths[by] ? get('length') : usual[by];
  const value = (get('show') in shownValues ? get('show') : 'free') as ShownValue;
  const at = get('at');
  const place = useMemo(() => placeIn(at), [at]);
  const change = ({ place: moved, value: show, ...others }: ShownChange): void =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        const all = {
          ...others,
          ...(show && { show }),
          ...(others.by && { length: others.length ?? '' }),
          ...(moved !== undefined && { at: moved ? `${moved.at}.${moved.id}` : '' }),
        };
        for (const [name, text] of Object.entries(all)) {
          if (text) next.set(name, text);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return [{ from, to: lastDayOf(from, Number(length), by), by, length, value, place }, change];
};

/**
 * The request for what is shown.
 *
 * @param isWhole without the filters of the period, which a change of a space must not let it disappear
 */
export const requestOf = (
  query: ListQuery,
  { from, to, by }: Pick<Shown, 'from' | 'to' | 'by'>,
  isWhole = true,
): URLSearchParams => {
  const kept = isWhole
    ? query
    : {
        ...query,
        filters: query.filters.filter(({ field }) => field !== 'free' && field !== 'rival_industry_id'),
      };
  const parameters = formatQuery(availabilityList, { ...kept, cursor: null, archived: false });
  parameters.delete('sort');
  parameters.delete('limit');
  for (const [name, value] of Object.entries({ from, to, by })) parameters.set(name, value);
  return parameters;
};

/** The query string of the list of spaces that are shown, without the filters of the period. */
export const sharedQuery = (query: ListQuery): string => {
  const parameters = requestOf(query, { from: '', to: '', by: 'day' }, false);
  for (const name of ['from', 'to', 'by']) parameters.delete(name);
  return parameters.toString();
};
