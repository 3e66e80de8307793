import { type ApiQuery, useApiQuery } from '@pauta/core/react';
import { formatQuery, type ListQuery, type Page } from '@pauta/domain/resource/query.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';

/** The field whose values the rows are grouped by, and the groups that are wanted whole. */
export interface ListGroups {
  readonly by: string | null;
  readonly opened: ReadonlySet<string>;
}

/**
 * One page of a list; the page before stays while the next one loads (`isPrevious`). Null asks nothing.
 *
 * @example const page = useResourceList(clients, query);
 */
export function useResourceList(
  resource: Resource,
  query: ListQuery | null,
  groups?: ListGroups,
): ApiQuery<Page<AnyRecord>> {
  const parameters = query ? formatQuery(resource, query) : new URLSearchParams();
  if (groups && groups.by !== null) {
    parameters.set('group', groups.by);
    if (groups.opened.size > 0)
      parameters.set('open', [...groups.opened].map((value) => value || '-').join(','));
  }
  const text = parameters.toString();
  return useApiQuery<Page<AnyRecord>>(query ? `/${resource.path}${text && '?'}${text}` : null, {
    keepPreviousData: true,
  });
}
