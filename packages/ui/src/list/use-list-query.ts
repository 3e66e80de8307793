import { formatQuery, type ListQuery, type ParsedQuery, parseQuery } from '@pauta/domain/resource/query.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from '../router.ts';

const isOurs = (name: string): boolean =>
  ['q', 'sort', 'limit', 'cursor', 'archived'].includes(name) || name.startsWith('f.');

/** What the address asks for, and the parameters that were left out because they make no sense. */
export interface ReadQuery {
  readonly query: ListQuery;
  readonly ignored: readonly string[];
}

/** Reads a list's address; what cannot be read is left out instead of failing the screen. */
export function readQuery(resource: Resource, search: string): ReadQuery {
  const parameters: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) if (isOurs(name)) parameters[name] = value;
  const ignored: string[] = [];
  for (;;) {
    const read: ParsedQuery = parseQuery(resource, parameters);
    if (read.ok) return { query: read.query, ignored };
    for (const name of Object.keys(read.errors)) {
      delete parameters[name];
      ignored.push(name);
    }
  }
}

/** Cursors of the pages before this one, so that "previous" can go back; kept in the history entry. */
export interface ListState {
  readonly trail?: readonly (string | null)[];
}

export interface UseListQuery extends ReadQuery {
  readonly trail: readonly (string | null)[] | null;
  /** The address of the same list with changes; a change of anything but the cursor starts at the first page. */
  readonly to: (change: Partial<ListQuery>) => { pathname: string; search: string };
  readonly go: (change: Partial<ListQuery>, options?: { replace?: boolean }) => void;
}

/** The list of the present address: the URL is the truth, and other parameters in it are left alone. */
export function useListQuery(resource: Resource): UseListQuery {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const read = useMemo(() => readQuery(resource, search), [resource, search]);

  const to = useCallback(
    (change: Partial<ListQuery>) => {
      const parameters = formatQuery(resource, { ...read.query, cursor: null, ...change });
      for (const [name, value] of new URLSearchParams(search))
        if (!isOurs(name)) parameters.append(name, value);
      const text = parameters.toString();
      return { pathname, search: text && `?${text}` };
    },
    [resource, read, search, pathname],
  );
  const go = useCallback(
    (change: Partial<ListQuery>, options?: { replace?: boolean }) => void navigate(to(change), options),
    [navigate, to],
  );
  const trail = (state as ListState | null)?.trail ?? (read.query.cursor === null ? [] : null);
  return { ...read, trail, to, go };
}
