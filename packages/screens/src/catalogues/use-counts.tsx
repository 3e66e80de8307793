import { useApi } from '@pauta/core/react';
import type { Catalogue } from '@pauta/domain/catalogues/catalogue.ts';
import {
  createContext,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { UseCount } from './catalogue-api.ts';

interface Counts {
  readonly of: (id: string) => UseCount | undefined;
  readonly ask: (id: string) => void;
}

const CountsContext = createContext<Counts>({ of: () => undefined, ask: () => undefined });

const most = 100;

/** Requests the number of uses once for all rows that appear together: `GET /<path>/usages?ids=`. */
export function UseCounts({
  catalogue,
  children,
}: {
  readonly catalogue: Catalogue;
  readonly children: ReactNode;
}): ReactElement {
  const api = useApi();
  const [counts, setCounts] = useState<ReadonlyMap<string, UseCount>>(new Map());
  const waiting = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = useCallback(async (): Promise<void> => {
    const ids = [...waiting.current];
    waiting.current.clear();
    for (let start = 0; start < ids.length; start += most) {
      try {
        const { data } = await api.get<{ data: readonly UseCount[] }>(`/${catalogue.path}/usages`, {
          query: { ids: ids.slice(start, start + most).join(',') },
        });
        setCounts((known) => new Map([...known, ...data.map((one) => [one.id, one] as const)]));
      } catch {
        // Without a count the row still links to the places where the value is used.
      }
    }
  }, [api, catalogue]);

  const ask = useCallback(
    (id: string): void => {
      waiting.current.add(id);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void send(), 20);
    },
    [send],
  );
  const value = useMemo<Counts>(() => ({ of: (id) => counts.get(id), ask }), [counts, ask]);
  return <CountsContext.Provider value={value}>{children}</CountsContext.Provider>;
}

/** The number of uses of a listed value; undefined until it is known. */
export function useCount(id: string, version: number): UseCount | undefined {
  const { of, ask } = useContext(CountsContext);
  useEffect(() => ask(id), [ask, id, version]);
  return of(id);
}
