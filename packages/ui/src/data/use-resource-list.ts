import { type ApiQuery, useApiQuery } from '@pauta/core/react';
import { formatListedFields } from '@pauta/domain/resource/query/listed-fields.ts';
import { formatQuery, type ListQuery, type Page } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { useMemo } from 'react';

/** The field by which the rows are grouped, and the values of the expanded groups. */
export interface ListGroups {
  readonly by: string | null;
  readonly opened: ReadonlySet<string>;
}

type RawPage = Omit<Page<AnyRecord>, 'total'> & { readonly total: number | null };

/** A page requested without count gets the total of the first page or, if that is unknown, the number of its rows. */
const withTotal = (page: RawPage, counted: RawPage | undefined): Page<AnyRecord> => ({
  ...page,
  total: page.total ?? counted?.total ?? page.data.length,
  total_is_estimate: page.total === null ? (counted?.total_is_estimate ?? true) : page.total_is_estimate,
});

/**
 * One page of a list; the previous page is returned while the next one loads (`isPrevious`). Null makes no request.
 * Only the first page requests the total; later pages take it from there, and it is requested again when data has
 * changed.
 *
 * @param fields names of the fields to load, besides those that every row has
 * @example const page = useResourceList(clients, query, ['tax_id', 'industry_id']);
 */
export function useResourceList(
  resource: Resource,
  query: ListQuery | null,
  fields: Iterable<string>,
  groups?: ListGroups,
): ApiQuery<Page<AnyRecord>> {
  const listed = formatListedFields(resource, fields);
  const pathOf = (asked: ListQuery, count: boolean): string => {
    const parameters = formatQuery(resource, asked);
    if (groups && groups.by !== null) {
      parameters.set('group', groups.by);
      if (groups.opened.size > 0)
        parameters.set('open', [...groups.opened].map((value) => value || '-').join(','));
    }
    if (listed !== undefined) parameters.set('fields', listed);
    if (!count) parameters.set('count', 'no');
    const text = parameters.toString();
    return `/${resource.path}${text && '?'}${text}`;
  };
  const isFirst = query === null || query.cursor === null;
  const page = useApiQuery<RawPage>(query && pathOf(query, isFirst), { keepPreviousData: true });
  // The same request as that of the first page: the cache answers it while the user only moves between pages.
  const first = useApiQuery<RawPage>(query && pathOf({ ...query, cursor: null }, true));
  const waits = page.data?.total === null && !first.data && !first.error;
  const data = useMemo(
    () => (page.data && !waits ? withTotal(page.data, first.data) : undefined),
    [page.data, first.data, waits],
  );
  return {
    data,
    get error() {
      return page.error;
    },
    get isLoading() {
      return page.isLoading || waits;
    },
    get isValidating() {
      return page.isValidating;
    },
    get isPrevious() {
      return page.isPrevious;
    },
    mutate: (async () => {
      if (!isFirst) await first.mutate();
      return page.mutate();
    }) as ApiQuery<Page<AnyRecord>>['mutate'],
  };
}
