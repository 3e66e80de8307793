import { useApi } from '@pauta/core/react';
import type { CellProps } from '@pauta/ui/field-components/cells.tsx';
import { type ReactNode, useEffect, useState } from 'react';

interface Titled {
  readonly title: string | null;
  readonly path: string | null;
}

type Api = ReturnType<typeof useApi>;

interface Loader {
  readonly known: Map<string, Titled>;
  waiting: Map<string, ((titled: Titled) => void)[]>;
}

const loaders = new WeakMap<object, Loader>();

const loaderOf = (api: Api): Loader => {
  const loader = loaders.get(api) ?? { known: new Map(), waiting: new Map() };
  loaders.set(api, loader);
  return loader;
};

const most = 100;
const nobody: Titled = { title: null, path: null };

/** Requests the titles for all cells that were rendered together, in as few requests as possible. */
const ask = async (api: Api, loader: Loader): Promise<void> => {
  const wanted = [...loader.waiting];
  loader.waiting = new Map();
  for (let from = 0; from < wanted.length; from += most) {
    const part = wanted.slice(from, from + most);
    const answer = await api
      .get<{ data: readonly Titled[] }>('/audit/titles', {
        query: { of: part.map(([key]) => key).join(',') },
      })
      // If the request fails, identifiers are shown instead of titles.
      .catch(() => ({ data: [] }));
    for (const [index, [key, takers]] of part.entries()) {
      const titled = answer.data[index] ?? nobody;
      loader.known.set(key, titled);
      for (const take of takers) take(titled);
    }
  }
};

/** Title of a record in the log; undefined while it is loading. */
export function useRecordTitle(entity: string, id: string): Titled | undefined {
  const api = useApi();
  const key = `${entity}:${id}`;
  const [titled, setTitled] = useState<Titled | undefined>(loaderOf(api).known.get(key));
  useEffect(() => {
    const loader = loaderOf(api);
    const known = loader.known.get(key);
    setTitled(known);
    if (known || id.includes(',')) return;
    let gone = false;
    if (loader.waiting.size === 0) setTimeout(() => void ask(api, loader), 0);
    const takers = loader.waiting.get(key) ?? [];
    loader.waiting.set(key, [...takers, (found) => !gone && setTitled(found)]);
    return () => {
      gone = true;
    };
  }, [api, key, id]);
  return titled;
}

/** The record of a log entry, by its current title. */
export function RecordCell({ value, record }: CellProps): ReactNode {
  const id = String(value ?? '');
  const titled = useRecordTitle(String(record?.entity ?? ''), id);
  return titled?.title ?? <span data-nothing>{id.slice(0, 8)}</span>;
}
