import type { ClientRegistrationValues } from '../client-registration-props.ts';
import type { Attribution } from './request-body.ts';

const parameters = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/**
 * Campaign parameters of the page's address, the page and the page before it, both without their own
 * parameters, which may hold personal data. Nothing is stored.
 *
 * @param given by the page, for campaign parameters that its address does not have
 */
export function attribution(given: ClientRegistrationValues): Attribution {
  const { origin, pathname, search } = window.location;
  const query = new URLSearchParams(search);
  const found: Record<string, string> = { page: (origin + pathname).slice(0, 300) };
  if (document.referrer) found.referrer = document.referrer.replace(/[?#].*$/, '').slice(0, 300);
  for (const name of parameters) {
    const value = query.get(name) || given[name];
    // A link may have anything in it, also half a sign where it was cut: no reason to refuse who follows it.
    if (value) found[name] = String(value).slice(0, 200).replace(/\p{C}/gu, '');
  }
  return found;
}
