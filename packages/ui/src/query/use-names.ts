import { useApi } from '@pauta/core/react';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { conditionOf, filtersOf } from '@pauta/domain/resource/query/condition.ts';
import type { TextError } from '@pauta/domain/resource/query/condition-text.ts';
import type { KnownNames } from '@pauta/domain/resource/query/condition-words.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isNamed, recordsOf, type TextQuery } from './query-text.ts';

interface Answer {
  readonly data: readonly Reference[];
}

/** The result of looking up a name: the records that it may mean. */
export interface Candidates {
  readonly field: string;
  readonly written: string;
  readonly records: readonly Reference[];
}

export interface Names {
  readonly names: KnownNames;
  readonly learn: (resource: Resource, records: readonly Reference[]) => void;
  /** The results of the latest look-ups, newest last. */
  readonly candidates: readonly Candidates[];
  /** Whether names are still being loaded. */
  readonly loading: boolean;
}

const merge = (known: KnownNames, name: string, records: readonly Reference[]): KnownNames => {
  const own = new Map((known[name] ?? []).map((one) => [one.id, one]));
  const news = records.filter((one) => own.get(one.id)?.label !== one.label);
  if (news.length === 0) return known;
  for (const one of news) own.set(one.id, one);
  return { ...known, [name]: [...own.values()] };
};

/**
 * Names of the records in a query and in its typed text: ids are resolved to names, and names are looked up. A name is
 * accepted when exactly one record has it; otherwise the candidates are offered.
 *
 * @param errors errors of the current text; names marked as pending are looked up
 */
export function useNames(resource: Resource, query: TextQuery, errors: readonly TextError[]): Names {
  const api = useApi();
  const [names, setNames] = useState<KnownNames>({});
  const [candidates, setCandidates] = useState<readonly Candidates[]>([]);
  const asked = useRef(new Set<string>());
  const [waiting, setWaiting] = useState(0);

  const learn = useCallback((of: Resource, records: readonly Reference[]): void => {
    setNames((known) => merge(known, of.name, records));
  }, []);

  const ask = useCallback(
    async (of: Resource, parameters: Record<string, string>): Promise<readonly Reference[]> => {
      const key = `${of.name} ${JSON.stringify(parameters)}`;
      if (asked.current.has(key)) return [];
      asked.current.add(key);
      setWaiting((count) => count + 1);
      try {
        const text = new URLSearchParams({ ...parameters, limit: '100' });
        return (await api.get<Answer>(`/${of.path}/options?${text}`)).data;
      } catch {
        // The next change of the text retries. Until then the name stays unresolved, which the text reports as an
        // error.
        asked.current.delete(key);
        return [];
      } finally {
        setWaiting((count) => count - 1);
      }
    },
    [api],
  );

  const condition = conditionOf(query);
  const ids = JSON.stringify(
    (condition ? filtersOf(condition) : []).flatMap((filter) =>
      'values' in filter && isNamed(fieldOf(resource, filter.field))
        ? [[filter.field, ...filter.values]]
        : [],
    ),
  );
  useEffect(() => {
    for (const [field = '', ...values] of JSON.parse(ids) as string[][]) {
      const of = recordsOf(fieldOf(resource, field));
      void ask(of, { ids: values.join(',') }).then((records) => learn(of, records));
    }
  }, [ids, resource, ask, learn]);

  const pending = JSON.stringify(errors.flatMap((error) => (error.pending ? [error.pending] : [])));
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { field, written } of JSON.parse(pending) as { field: string; written: string }[]) {
        const of = recordsOf(fieldOf(resource, field));
        const q = written.replaceAll('_', ' ').trim();
        if (q === '') continue;
        void ask(of, { q: q.slice(0, 200) }).then((records) => {
          const exact = records.filter(
            (one) => fold(one.label) === fold(q) || fold(one.code ?? '') === fold(q),
          );
          learn(of, exact);
          setCandidates((before) => [
            ...before.filter((one) => one.field !== field || one.written !== written).slice(-9),
            { field, written, records },
          ]);
        });
      }
    }, 250);
    return () => clearTimeout(timer);
  }, [pending, resource, ask, learn]);

  return { names, learn, candidates, loading: waiting > 0 };
}
