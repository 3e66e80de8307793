import { type ApiQuery, useApiQuery } from '@pauta/core/react';
import { formatQuery, type ListQuery } from '@pauta/domain/resource/query/query.ts';
import type { Summary } from '@pauta/domain/resource/query/summary.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';

/**
 * The parameters of a query that determine which rows match, without order and page: equal conditions have equal text.
 */
export function scopeOf(resource: Resource, query: ListQuery): URLSearchParams {
  const parameters = formatQuery(resource, { ...query, cursor: null });
  parameters.delete('sort');
  parameters.delete('limit');
  return parameters;
}

/** The summary of a list's query, independent of order and page. Null makes no request. */
export function useSummary(
  resource: Resource,
  query: ListQuery | null,
  { group = null, totals = [] }: { group?: string | null; totals?: readonly string[] } = {},
): ApiQuery<{ readonly data: Summary }> {
  const parameters = query ? scopeOf(resource, query) : new URLSearchParams();
  if (group !== null) parameters.set('group', group);
  if (totals.length > 0) parameters.set('totals', totals.join(','));
  const text = parameters.toString();
  return useApiQuery<{ readonly data: Summary }>(
    query ? `/${resource.path}/summary${text && `?${text}`}` : null,
    { keepPreviousData: true },
  );
}
