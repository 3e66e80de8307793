import { type ApiQuery, useApiQuery } from '@pauta/core/react';
import { formatQuery, type ListQuery, type Page } from '@pauta/domain/resource/query.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';

/**
 * One page of a list; the page before stays while the next one loads (`isPrevious`). Null asks nothing.
 *
 * @example const page = useResourceList(clients, query);
 */
export function useResourceList(resource: Resource, query: ListQuery | null): ApiQuery<Page<AnyRecord>> {
  const text = query ? formatQuery(resource, query).toString() : '';
  return useApiQuery<Page<AnyRecord>>(query ? `/${resource.path}${text && '?'}${text}` : null, {
    keepPreviousData: true,
  });
}
