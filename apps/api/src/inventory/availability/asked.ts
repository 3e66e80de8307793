import { availabilityList, periodFilters } from '@pauta/domain/inventory/capacity/availability-list.ts';
import { type BucketSize, bucketSizes } from '@pauta/domain/inventory/capacity/buckets.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import {
  type Filter,
  type ListQuery,
  parseFilter,
  parseQuery,
  type QueryParameters,
} from '@pauta/domain/resource/query/query.ts';
import type { Errors } from '@pauta/domain/resource/resource.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import { invalid } from '../../platform/http/problem.ts';
import { type ChangedRecord, isFollowed } from './changed-spaces.ts';
import { type Period, periodOf } from './period.ts';

/** What a request asks of the availability. */
export interface AskedAvailability {
  readonly period: Period;
  readonly by: BucketSize;
  /** The filters that a list of spaces has. */
  readonly query: ListQuery;
  /** Those of `periodFilters`. */
  readonly periodFilters: readonly Filter[];
  /** Only spaces that a change of these records may concern; undefined: all. */
  readonly changed?: readonly ChangedRecord[] | undefined;
}

const mostChanged = 100;

const changedOf = (text: unknown): readonly ChangedRecord[] | undefined => {
  if (text === undefined || text === '') return undefined;
  const records = String(text)
    .split(',')
    .map((one) => {
      const [entity = '', id = ''] = one.split(':');
      return { entity, id };
    });
  const isKnown = records.every(({ entity, id }) => isFollowed(entity) && isId(id));
  if (!isKnown || records.length > mostChanged)
    throw invalid({ changed: ['Indique registros como `holds:<id>`, separados por comas.'] });
  return records;
};

/** @throws Problem 422 for a period, a filter or another parameter that is not valid */
export const askedOf = ({ from, to, by = 'day', changed, ...rest }: QueryParameters): AskedAvailability => {
  const period = periodOf({ from, to });
  if (typeof by !== 'string' || !(by in bucketSizes)) throw invalid({ by: ['Use day, week o month.'] });
  const own: Filter[] = [];
  const others: Record<string, string | readonly string[] | undefined> = {};
  const errors: Errors = {};
  for (const [name, value] of Object.entries(rest)) {
    const field = name.startsWith('f.') ? name.slice(2) : '';
    if (!Object.hasOwn(periodFilters, field)) others[name] = value;
    else if (value !== undefined && value !== '') {
      const filter = parseFilter(field, fieldOf(availabilityList, field), String(value));
      if (filter) own.push(filter);
      else errors[name] = ['El filtro no es válido.'];
    }
  }
  const parsed = parseQuery(inventoryItems, others);
  if (!parsed.ok || Object.keys(errors).length > 0)
    throw invalid({ ...(parsed.ok ? {} : parsed.errors), ...errors });
  return {
    period,
    by: by as BucketSize,
    query: parsed.query,
    periodFilters: own,
    changed: changedOf(changed),
  };
};
