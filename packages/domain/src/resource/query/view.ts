import { locationOf } from '../location-of.ts';
import type { Errors, Resource } from '../resource.ts';
import { formatQuery, type ListQuery, listParameterNames, parseQuery } from './query.ts';

/** A reader's settings of a column. The position in the list is its order on screen. */
export interface ColumnState {
  readonly name: string;
  /** CSS pixels; by default the width of its kind. */
  readonly width?: number;
  /** Stays visible while the others scroll sideways. */
  readonly pinned?: boolean;
}

export const densities = ['compact', 'comfortable'] as const;
export type Density = (typeof densities)[number];

/** Whether a list is shown as rows, on a map, or as both side by side. */
export const layouts = ['list', 'both', 'map'] as const;
export type Layout = (typeof layouts)[number];

/** Everything that defines a list on screen: stored by a saved view and contained in the screen's address. */
export interface ListView {
  readonly query: ListQuery;
  /** `null`: the columns of the resource. */
  readonly columns: readonly ColumnState[] | null;
  readonly density: Density;
  /** Always `list` where records have no place on a map. */
  readonly layout: Layout;
  /** Field by which rows are grouped. */
  readonly group: string | null;
}

/** How a list is displayed, without its query. */
export type Appearance = Omit<ListView, 'query'>;

export const defaultAppearance: Appearance = {
  columns: null,
  density: 'compact',
  layout: 'list',
  group: null,
};

/** Display parameters of a list. */
export const appearanceNames: readonly string[] = ['cols', 'density', 'layout', 'group'];

const widths = { least: 60, most: 800 } as const;

/**
 * Parses `cols`, `density`, `layout` and `group`, ignoring invalid parts.
 *
 * | Parameter | Example | Meaning |
 * |---|---|---|
 * | `cols` | `!name,status:120,created_at` | columns in order, `!` pinned, `:120` pixels wide |
 * | `density` | `comfortable` | taller rows; `compact` if absent |
 * | `layout` | `both` | rows and map; `map` only the map, rows if absent |
 * | `group` | `status` | |
 */
export function parseAppearance(
  resource: Resource,
  parameters: Readonly<Record<string, string | undefined>>,
): Appearance {
  const known = (name: string): boolean =>
    Object.hasOwn(resource.fields, name) || name === 'created_at' || name === 'updated_at';
  const columns = new Map<string, ColumnState>();
  for (const text of parameters.cols?.split(',') ?? []) {
    const [, pin, name = '', width] = /^(!?)([a-z][a-z0-9_]*)(?::(\d{2,3}))?$/.exec(text) ?? [];
    if (!known(name) || columns.has(name)) continue;
    const pixels = Number(width);
    columns.set(name, {
      name,
      ...(pixels >= widths.least && pixels <= widths.most && { width: pixels }),
      ...(pin === '!' && { pinned: true }),
    });
  }
  const { group } = parameters;
  return {
    columns: columns.size > 0 ? [...columns.values()] : null,
    density: densities.find((one) => one === parameters.density) ?? defaultAppearance.density,
    layout:
      (locationOf(resource) && layouts.find((one) => one === parameters.layout)) || defaultAppearance.layout,
    group: group !== undefined && known(group) ? group : null,
  };
}

/** Parameters of a view in a fixed order, defaults left out: equal views have equal text. */
export function formatView(resource: Resource, view: ListView): URLSearchParams {
  const parameters = formatQuery(resource, view.query);
  if (view.columns) {
    const text = view.columns.map(
      ({ name, width, pinned }) => `${pinned ? '!' : ''}${name}${width === undefined ? '' : `:${width}`}`,
    );
    parameters.set('cols', text.join(','));
  }
  if (view.density !== defaultAppearance.density) parameters.set('density', view.density);
  if (view.layout !== defaultAppearance.layout) parameters.set('layout', view.layout);
  if (view.group !== null) parameters.set('group', view.group);
  return parameters;
}

export type ParsedView =
  | { readonly ok: true; readonly view: ListView }
  | { readonly ok: false; readonly errors: Errors };

/**
 * Parses the query string of a list as a view. The page is ignored, because a view begins at the first; so are unknown
 * parameters.
 *
 * @example parseView(clients, 'f.status=active&cols=!trade_name,status')
 */
export function parseView(resource: Resource, search: string): ParsedView {
  const given = new URLSearchParams(search);
  const query: Record<string, string> = {};
  const looks: Record<string, string> = {};
  for (const [name, value] of given) {
    if (appearanceNames.includes(name)) looks[name] = value;
    else if (name.startsWith('f.') || (listParameterNames.includes(name) && name !== 'cursor'))
      query[name] = value;
  }
  const read = parseQuery(resource, query);
  return read.ok ? { ok: true, view: { query: read.query, ...parseAppearance(resource, looks) } } : read;
}
