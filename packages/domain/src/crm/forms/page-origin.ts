/** Any port of the loopback host, for pages in development. */
const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\]):\*$/;

/**
 * Extracts the origin, as a browser writes it, of a page that may show a form from pasted text; null if the text is not
 * an address of a web page. `http://localhost:*` is returned unchanged.
 *
 * @example originOfPage('https://www.Empresa.com/anuncie?x=1') // 'https://www.empresa.com'
 * @example originOfPage('empresa.com') // 'https://empresa.com'
 */
export function originOfPage(address: string): string | null {
  if (loopback.test(address)) return address;
  // Users also enter a site without its scheme; a single word is not the name of a site.
  const full = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(full) || (full !== address && !/^[^/@]+\.[^/@]/.test(address))) return null;
  const { protocol, origin, hostname } = new URL(full);
  return /^https?:$/.test(protocol) && !hostname.includes('*') ? origin : null;
}

/**
 * The entry of a form's site list that allows this origin to display it, if any. Any port counts as the same entry, so
 * that callers cannot create more counters than the list has entries.
 *
 * @example allowedAs(['http://localhost:*'], 'http://localhost:5173') // 'http://localhost:*'
 */
export const allowedAs = (allowed: readonly string[], origin: string): string | undefined => {
  const anyPort = `${origin.replace(/:\d{1,5}$/, '')}:*`;
  return allowed.find((one) => one === origin || (loopback.test(one) && one === anyPort));
};

/** Whether browsers provide hashing (`crypto.subtle`) to pages of this origin: with https, and on localhost. */
export const isSecureOrigin = (origin: string): boolean =>
  /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);
