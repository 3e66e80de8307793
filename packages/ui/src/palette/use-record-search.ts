import { useApiQuery } from '@pauta/core/react';
import type { IndexedResource } from '@pauta/domain/resource/indexed-resource.ts';
import { useEffect, useState } from 'react';
import { describeFailure } from '../data/failure.ts';
import { findMarks, type PaletteItem } from './palette-items.ts';

interface Hit {
  readonly resource: string;
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly path: string;
}

export interface RecordSearch {
  readonly items: readonly PaletteItem[];
  readonly loading: boolean;
  readonly failure?: string | undefined;
  /** The alternative text that was searched, because the typed one has no results. */
  readonly meant?: string | undefined;
  readonly retry: () => void;
}

/** Milliseconds between the last keystroke and the request. */
const pause = 120;

/**
 * The records of all resources that match a search: `GET /search`.
 *
 * @param resources the resources, for the labels of the results
 */
export function useRecordSearch(
  resources: readonly IndexedResource[],
  text: string,
  wanted: boolean,
): RecordSearch {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), text === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text]);
  const asks = wanted && text !== '' && asked !== '';
  const answer = useApiQuery<{ readonly data: readonly Hit[]; readonly did_you_mean?: string }>(
    asks ? '/search' : null,
    {
      query: { q: asked, limit: 12 },
      keepPreviousData: true,
      revalidateOnFocus: false,
      errorRetryCount: 0,
    },
  );
  const isForText = asked === text && !answer.isPrevious;
  const meant = asks && isForText ? answer.data?.did_you_mean : undefined;
  const items = asks
    ? (answer.data?.data ?? []).flatMap(({ resource, id, title, subtitle, path }): PaletteItem[] => {
        const marks = findMarks(title, meant ?? text);
        // Results of a previous, shorter text are filtered by the current one, so that Enter does not open a wrong
        // record.
        if (marks === null && !isForText) return [];
        return [
          {
            key: `record:${resource}:${id}`,
            label: title,
            marks: marks ?? [],
            hint: subtitle ?? undefined,
            note: resources.find(({ name }) => name === resource)?.label.one,
            href: path,
          },
        ];
      })
    : [];
  return {
    items,
    loading: wanted && text !== '' && (answer.isValidating || asked !== text),
    meant,
    failure: asks && answer.error ? describeFailure(answer.error).message : undefined,
    retry: () => void answer.mutate(),
  };
}
