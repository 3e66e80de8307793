import type { ApiQuery } from '@pauta/core/react';
import type { Page } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { useMemo, useState } from 'react';
import { type ListGroups, useResourceList } from '../data/use-resource-list.ts';
import type { UseListQuery } from '../list/state/use-list-query.ts';

export interface CorrectedList {
  /** The displayed list: the requested one, or the likeliest alternative where that has no results. */
  readonly list: UseListQuery;
  readonly answer: ApiQuery<Page<AnyRecord>>;
  /** Alternative searches with more results. */
  readonly suggestions: readonly string[];
  /** Shows the requested list although it has no results. */
  readonly insist: () => void;
}

const none: readonly string[] = [];

/**
 * The rows of a list or, if its search has no results, those of the likeliest alternative. The address keeps the
 * original search until the user continues from the alternative: to its next page, a selection or an export.
 *
 * @param fields names of the fields to load
 */
export function useCorrectedList(
  resource: Resource,
  asked: UseListQuery,
  fields: readonly string[],
  groups: ListGroups,
): CorrectedList {
  const { query } = asked;
  const [insisted, setInsisted] = useState<string | null>(null);
  const answer = useResourceList(resource, query, fields, groups);
  const page = answer.isPrevious ? undefined : answer.data;
  const suggestions = page?.did_you_mean ?? none;
  const meant = page?.data.length === 0 && insisted !== query.q ? suggestions[0] : undefined;
  const shown = useMemo(() => (meant === undefined ? query : { ...query, q: meant }), [query, meant]);
  // Without an alternative this is the same query, which is requested once.
  const shownAnswer = useResourceList(resource, shown, fields, groups);
  const list = useMemo<UseListQuery>(
    () =>
      meant === undefined
        ? asked
        : {
            ...asked,
            query: shown,
            view: { ...asked.view, query: shown },
            to: (change) => asked.to({ q: meant, ...change }),
            go: (change, options) => asked.go({ q: meant, ...change }, options),
          },
    [asked, shown, meant],
  );
  return { list, answer: shownAnswer, suggestions, insist: () => setInsisted(query.q) };
}
