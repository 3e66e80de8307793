import { type ApiQuery, useApiQuery } from '@pauta/core/react';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { Option, OptionsState } from '../controls/combo-box.tsx';
import { describeFailure } from './failure.ts';

interface Options {
  readonly data: readonly Option[];
}

const none: readonly Option[] = [];

/**
 * The records of a resource that match a text, for a select box: `GET /<path>/options?q=`.
 *
 * @param filter Values of fields that the records must have.
 * @param asking No request is made while it is false.
 * @param path Path of the request, if not that of the resource's own options.
 */
export function useOptions(
  resource: Pick<Resource, 'path'>,
  text: string,
  {
    filter = {},
    asking = true,
    path = `/${resource.path}/options`,
  }: { filter?: Readonly<Record<string, string>>; asking?: boolean; path?: string | undefined } = {},
): OptionsState {
  const fixed = Object.fromEntries(Object.entries(filter).map(([name, value]) => [`f.${name}`, value]));
  const answer: ApiQuery<Options> = useApiQuery<Options>(asking ? path : null, {
    query: { ...fixed, q: text || undefined, limit: 50 },
    keepPreviousData: true,
    revalidateOnFocus: false,
  });
  return {
    options: answer.data?.data ?? none,
    loading: answer.isValidating || (asking && answer.data === undefined && !answer.error),
    error: answer.error && describeFailure(answer.error).message,
  };
}

/** The names of records with these ids, in one request; the label of an unknown id is empty. */
export function useOptionLabels(resource: Resource, ids: readonly string[]): readonly Option[] {
  const wanted = [...ids].sort();
  const { data } = useApiQuery<Options>(wanted.length > 0 ? `/${resource.path}/options` : null, {
    query: { ids: wanted.join(','), limit: 100 },
    revalidateOnFocus: false,
  });
  return ids.map((id) => data?.data.find((option) => option.id === id) ?? { id, label: '' });
}
