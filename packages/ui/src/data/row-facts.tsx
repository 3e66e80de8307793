import { useApi } from '@pauta/core/react';
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

interface RowFact {
  readonly id: string;
}

interface Facts {
  readonly of: (id: string) => RowFact | undefined;
  readonly ask: (id: string) => void;
}

const FactsContext = createContext<Facts>({ of: () => undefined, ask: () => undefined });

const most = 100;

/**
 * Loads a fact about listed records that lists do not answer, once for all rows that appear together: `GET
 * <path>?ids=`, which answers `{ data: [{ id, … }] }`. A row without an answer has no fact.
 *
 * @example <RowFacts path="/quotes/availability"><ResourceList resource={quotes} /></RowFacts>
 */
export function RowFacts({
  path,
  children,
}: {
  readonly path: string;
  readonly children: ReactNode;
}): ReactElement {
  const api = useApi();
  const [facts, setFacts] = useState<ReadonlyMap<string, RowFact>>(new Map());
  const waiting = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = useCallback(async (): Promise<void> => {
    const ids = [...waiting.current];
    waiting.current.clear();
    for (let start = 0; start < ids.length; start += most) {
      try {
        const { data } = await api.get<{ data: readonly RowFact[] }>(path, {
          query: { ids: ids.slice(start, start + most).join(',') },
        });
        setFacts((known) => new Map([...known, ...data.map((one) => [one.id, one] as const)]));
      } catch {
        // The list is complete without; what needs the fact says that it is unknown.
      }
    }
  }, [api, path]);

  const ask = useCallback(
    (id: string): void => {
      waiting.current.add(id);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void send(), 20);
    },
    [send],
  );
  const value = useMemo<Facts>(() => ({ of: (id) => facts.get(id), ask }), [facts, ask]);
  return <FactsContext.Provider value={value}>{children}</FactsContext.Provider>;
}

/** The fact about a listed record, asked for again with each of its versions; undefined until it is known. */
export function useRowFact<T extends RowFact>(id: string, version: number): T | undefined {
  const { of, ask } = useContext(FactsContext);
  useEffect(() => ask(id), [ask, id, version]);
  return of(id) as T | undefined;
}
