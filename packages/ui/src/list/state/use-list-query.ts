import {
  type Filter,
  type ListQuery,
  listParameterNames,
  type ParsedQuery,
  parseQuery,
} from '@pauta/domain/resource/query/query.ts';
import {
  type Appearance,
  appearanceNames,
  formatView,
  type ListView,
  parseAppearance,
} from '@pauta/domain/resource/query/view.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from '../../router.ts';
import { loadDisplay, saveDisplay } from './stored-display.ts';

const isQuery = (name: string): boolean => listParameterNames.includes(name) || name.startsWith('f.');
const isOurs = (name: string): boolean => isQuery(name) || appearanceNames.includes(name);

/** The query of an address, and the parameters that were ignored as invalid. */
export interface ReadQuery {
  readonly query: ListQuery;
  readonly ignored: readonly string[];
}

const noFilters: readonly Filter[] = [];

/** The filters of a query that the reader chose: all but the constant ones of the page. */
export const chosenFilters = (
  filters: readonly Filter[],
  constant: readonly Filter[] = noFilters,
): readonly Filter[] =>
  constant.length === 0
    ? filters
    : filters.filter(({ field }) => !constant.some((one) => one.field === field));

/** Parses the address of a list; invalid parameters are ignored and do not fail the screen. */
export function readQuery(resource: Resource, search: string, constant = noFilters): ReadQuery {
  const parameters: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) if (isQuery(name)) parameters[name] = value;
  const ignored: string[] = [];
  for (;;) {
    const read: ParsedQuery = parseQuery(resource, parameters);
    if (read.ok) {
      const filters = [...constant, ...chosenFilters(read.query.filters, constant)];
      return { query: constant.length > 0 ? { ...read.query, filters } : read.query, ignored };
    }
    for (const name of Object.keys(read.errors)) {
      delete parameters[name];
      ignored.push(name);
    }
  }
}

/** Whether an address has display parameters. Then the remembered ones do not apply. */
const hasDisplay = (parameters: URLSearchParams): boolean =>
  ['cols', 'density', 'layout', 'view'].some((name) => parameters.has(name));

/** The display parameters of a list: those of the address, else those last set in this browser. */
export function readAppearance(resource: Resource, search: string): Appearance {
  const parameters = new URLSearchParams(search);
  const display = hasDisplay(parameters) ? parameters : new URLSearchParams(loadDisplay(resource));
  return parseAppearance(resource, {
    cols: display.get('cols') ?? undefined,
    density: display.get('density') ?? undefined,
    layout: display.get('layout') ?? undefined,
    group: parameters.get('group') ?? undefined,
  });
}

/** Kept in the history entry of a list. */
export interface ListState {
  /** Cursors of the previous pages, for going back. */
  readonly trail?: readonly (string | null)[];
  /** The history entry was created by opening the peek panel, so closing it may go back. */
  readonly peeked?: boolean;
  /** The remembered settings were written into the address, which had none itself. */
  readonly remembered?: boolean;
}

interface GoOptions {
  readonly replace?: boolean;
  readonly state?: ListState | null;
}

export interface UseListQuery extends ReadQuery {
  /** The query together with columns, density and group. */
  readonly view: ListView;
  readonly trail: readonly (string | null)[] | null;
  /** Data kept in the history entry. */
  readonly state: ListState;
  /** The address of the same list with changes; a change of anything but the cursor starts at the first page. */
  readonly to: (change: Partial<ListQuery>) => { pathname: string; search: string };
  readonly go: (change: Partial<ListQuery>, options?: GoOptions) => void;
  /** Changes display parameters on the same page; this browser remembers columns and density. */
  readonly look: (change: Partial<Appearance>) => void;
  /** Groups the rows by a field; null ungroups them. */
  readonly groupBy: (field: string | null) => void;
  /** Shows another view; the other parameters get the given values. */
  readonly show: (
    view: ListView,
    others?: Readonly<Record<string, string | null>>,
    options?: GoOptions,
  ) => void;
  /** The address has no parameters of the list, so the user's default view applies. */
  readonly bare: boolean;
  /** A parameter that is neither query nor display: `peek`, `view`, `totals`. */
  readonly parameter: (name: string) => string | null;
  readonly setParameter: (name: string, value: string | null, options?: GoOptions) => void;
}

/**
 * The list of the current address. The URL is the only state; other parameters in it are kept.
 *
 * @param constant filters that always apply and are not in the address; the same array on each render
 */
export function useListQuery(resource: Resource, constant: readonly Filter[] = noFilters): UseListQuery {
  const { pathname, search, state: kept } = useLocation();
  const state = (kept ?? {}) as ListState;
  const navigate = useNavigate();
  const read = useMemo(() => readQuery(resource, search, constant), [resource, search, constant]);
  const appearance = useMemo(() => readAppearance(resource, search), [resource, search]);
  const view = useMemo(() => ({ query: read.query, ...appearance }), [read, appearance]);

  const saysNothing = useMemo(
    () => ![...new URLSearchParams(search).keys()].some((name) => isOurs(name) || name === 'view'),
    [search],
  );

  const addressOf = useCallback(
    (shown: ListView, others: Readonly<Record<string, string | null>> = {}) => {
      const filters = chosenFilters(shown.query.filters, constant);
      const parameters = formatView(resource, { ...shown, query: { ...shown.query, filters } });
      for (const [name, value] of new URLSearchParams(search))
        if (!isOurs(name) && !(name in others)) parameters.append(name, value);
      for (const [name, value] of Object.entries(others)) if (value !== null) parameters.set(name, value);
      const text = parameters.toString();
      return { pathname, search: text && `?${text}` };
    },
    [resource, search, pathname, constant],
  );
  const to = useCallback(
    (change: Partial<ListQuery>) => addressOf({ ...view, query: { ...view.query, cursor: null, ...change } }),
    [addressOf, view],
  );
  const go = useCallback(
    (change: Partial<ListQuery>, options?: GoOptions) => void navigate(to(change), options),
    [navigate, to],
  );
  const remember = useCallback(
    (next: Appearance): void => {
      const look = formatView(resource, { query: readQuery(resource, '').query, ...next, group: null });
      saveDisplay(resource, look.toString());
    },
    [resource],
  );
  const look = useCallback(
    (change: Partial<Appearance>): void => {
      const next = { ...view, ...change };
      remember(next);
      void navigate(addressOf(next), { replace: true, state: kept });
    },
    [view, remember, navigate, addressOf, kept],
  );
  const show = useCallback(
    (next: ListView, others?: Readonly<Record<string, string | null>>, options?: GoOptions): void =>
      void navigate(addressOf(next, others), options),
    [navigate, addressOf],
  );
  const groupBy = useCallback(
    (field: string | null): void => {
      show({ ...view, group: field, query: { ...view.query, cursor: null } });
    },
    [view, show],
  );
  const setParameter = useCallback(
    (name: string, value: string | null, options?: GoOptions): void =>
      void navigate(addressOf(view, { [name]: value }), options),
    [navigate, addressOf, view],
  );
  const parameter = useCallback((name: string) => new URLSearchParams(search).get(name), [search]);

  // Remembered settings are written into the address, so that a copied link shows the same.
  useEffect(() => {
    const remembered = !hasDisplay(new URLSearchParams(search)) && loadDisplay(resource) !== '';
    const address = remembered ? addressOf(view) : null;
    if (address && address.search !== search)
      void navigate(address, {
        replace: true,
        state: { ...kept, remembered: saysNothing || state.remembered === true },
      });
  }, [resource, search, addressOf, view, navigate, kept, saysNothing, state.remembered]);

  const trail = state.trail ?? (read.query.cursor === null ? [] : null);
  const bare = saysNothing || state.remembered === true;
  return { ...read, view, trail, state, bare, to, go, look, groupBy, show, parameter, setParameter };
}
