/** The part of the browser's `location` from which the address of the API is derived. */
export interface PageLocation {
  /** With the colon: `https:`. */
  readonly protocol: string;
  readonly hostname: string;
  /** With the port, if there is one. */
  readonly host: string;
}

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/**
 * The address of the API for a page (specification §7): port 8000 of the same machine followed by `/api` for a page on
 * `localhost`, `127.0.0.1` or `[::1]`, otherwise the page's own protocol and host followed by `/api`.
 *
 * @param location The location of a page; by default that of the current page.
 * @throws TypeError if there is no page (Node): give `createApiClient` a `baseUrl` there.
 * @example
 * apiBaseUrl(new URL('http://localhost:5173/login')) // 'http://localhost:8000/api'
 * apiBaseUrl(new URL('https://pauta.example.com/'))  // 'https://pauta.example.com/api'
 */
export function apiBaseUrl(location: PageLocation | undefined = globalThis.location): string {
  if (!location) throw new TypeError('There is no page to take the API address from: give a baseUrl.');
  const { protocol, hostname, host } = location;
  if (!localHosts.has(hostname)) return `${protocol}//${host}/api`;
  const name = hostname === '::1' ? '[::1]' : hostname;
  return `${protocol === 'https:' ? 'https:' : 'http:'}//${name}:8000/api`;
}
