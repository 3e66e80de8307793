/** Every port of the loopback host, for pages that are being built. */
const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\]):\*$/;

/**
 * The origin of a page that may show a form, as a browser writes it, out of what a person pasted; null when it is no
 * address of a web page. `http://localhost:*` stays as it is.
 *
 * @example originOfPage('https://www.Empresa.com/anuncie?x=1') // 'https://www.empresa.com'
 */
export function originOfPage(address: string): string | null {
  if (loopback.test(address)) return address;
  if (!URL.canParse(address)) return null;
  const { protocol, origin, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && !hostname.includes('*') ? origin : null;
}

/** May a page of this origin show a form that allows these? */
export const allowsOrigin = (allowed: readonly string[], origin: string): boolean =>
  allowed.some(
    (one) =>
      one === origin ||
      (loopback.test(one) && (origin === one.slice(0, -2) || origin.startsWith(one.slice(0, -1)))),
  );
