/** One value of a query parameter. Null and undefined omit the parameter. */
export type QueryValue = string | number | boolean | null | undefined;

/** Query parameters by name; a list repeats the parameter. */
export type QueryParams = Readonly<Record<string, QueryValue | readonly QueryValue[]>>;

/**
 * Adds query parameters to a path, sorted by name, so that equal queries give equal paths (and share a cache
 * entry).
 *
 * @example
 * withQuery('/clients', { q: 'ron añejo', limit: 25, cursor: null }) // '/clients?limit=25&q=ron+a%C3%B1ejo'
 */
export function withQuery(path: string, query: QueryParams = {}): string {
  const params = new URLSearchParams();
  for (const name of Object.keys(query).sort()) {
    for (const value of [query[name]].flat()) {
      if (value !== null && value !== undefined) params.append(name, String(value));
    }
  }
  const text = params.toString();
  if (text === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${text}`;
}
