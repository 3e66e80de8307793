import { fieldOf, type Resource } from '../resource.ts';
import { type Filter, formatFilter, parseFilter } from './filter.ts';
import type { ListQuery } from './query.ts';

/**
 * A condition on the rows of a list. A negated condition holds wherever the condition does not, including where the
 * field is empty.
 *
 * @example { any: [{ field: 'status', operator: 'in', values: ['active'] }, { not: { field: 'tags', operator: 'empty' }
 * }] }
 */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | Filter;

/** Size limits of a condition: nesting depth, number of filters, characters of its text. */
export const conditionLimits = { depth: 5, terms: 50, length: 2000 } as const;

const opposites = { in: 'notIn', notIn: 'in', empty: 'present', present: 'empty' } as const;

const opposite = (filter: Filter): Condition => {
  switch (filter.operator) {
    case 'in':
    case 'notIn':
      return { ...filter, operator: opposites[filter.operator] };
    case 'empty':
    case 'present':
      return { ...filter, operator: opposites[filter.operator] };
    default:
      return { not: filter };
  }
};

/**
 * The shortest equivalent condition: without empty groups, groups of one member, groups nested in one of the same kind,
 * or double negation. Equal texts parse to equal conditions. `null` is "no condition".
 */
export function normalizeCondition(condition: Condition): Condition | null {
  if ('not' in condition) {
    const inner = normalizeCondition(condition.not);
    if (inner === null) return null;
    if ('not' in inner) return inner.not;
    return 'field' in inner ? opposite(inner) : { not: inner };
  }
  if ('field' in condition) return condition;
  const isAll = 'all' in condition;
  const members = (isAll ? condition.all : condition.any).flatMap((member): readonly Condition[] => {
    const one = normalizeCondition(member);
    if (one === null) return [];
    if (isAll && 'all' in one) return one.all;
    return !isAll && 'any' in one ? one.any : [one];
  });
  const [first, ...others] = members;
  if (first === undefined) return null;
  if (others.length === 0) return first;
  return isAll ? { all: members } : { any: members };
}

/** Filters of a condition, in the order of its text. */
export function filtersOf(condition: Condition): readonly Filter[] {
  if ('field' in condition) return [condition];
  if ('not' in condition) return filtersOf(condition.not);
  return ('all' in condition ? condition.all : condition.any).flatMap(filtersOf);
}

/** Nesting depth of groups and negations. */
export function depthOf(condition: Condition): number {
  if ('field' in condition) return 0;
  if ('not' in condition) return 1 + depthOf(condition.not);
  return 1 + Math.max(0, ...('all' in condition ? condition.all : condition.any).map(depthOf));
}

/** All conditions of a query except its search words, as one condition. */
export const conditionOf = ({ filters, where }: Pick<ListQuery, 'filters' | 'where'>): Condition | null =>
  normalizeCondition({ all: [...filters, ...(where ? [where] : [])] });

const fitsParameter = (resource: Resource, filter: Filter): boolean => {
  const read = parseFilter(filter.field, fieldOf(resource, filter.field), formatFilter(filter));
  return read?.operator === filter.operator && formatFilter(read) === formatFilter(filter);
};

/**
 * A condition as parameters of a list: each field's first plain filter as `f.<field>`, which a list shows as a chip,
 * and the rest as `where`. The inverse of `conditionOf`.
 */
export function toParameters(
  resource: Resource,
  condition: Condition | null,
): Pick<ListQuery, 'filters' | 'where'> {
  const whole = condition && normalizeCondition(condition);
  if (!whole) return { filters: [], where: null };
  const filters = new Map<string, Filter>();
  const rest: Condition[] = [];
  for (const one of 'all' in whole ? whole.all : [whole]) {
    if ('field' in one && !filters.has(one.field) && fitsParameter(resource, one))
      filters.set(one.field, one);
    else rest.push(one);
  }
  return { filters: [...filters.values()], where: normalizeCondition({ all: rest }) };
}
