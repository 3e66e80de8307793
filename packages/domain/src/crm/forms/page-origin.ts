/** Every port of the loopback host, for pages that are being built. */
const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\]):\*$/;

/**
 * The origin of a page that may show a form, as a browser writes it, out of what a person pasted; null when it is no
 * address of a web page. `http://localhost:*` stays as it is.
 *
 * @example originOfPage('https://www.Empresa.com/anuncie?x=1') // 'https://www.empresa.com'
 * @example originOfPage('empresa.com') // 'https://empresa.com'
 */
export function originOfPage(address: string): string | null {
  if (loopback.test(address)) return address;
  // People name a site without its scheme too; a word alone is no name of a site.
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

/** Whether browsers offer hashing to pages of this origin: with https, and on localhost. */
export const isSecureOrigin = (origin: string): boolean =>
  /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);
