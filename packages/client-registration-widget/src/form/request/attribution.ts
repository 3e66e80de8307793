import type { ClientRegistrationValues } from '../../client-registration-props.ts';
import { toJson } from '../../net/to-json.ts';
import { linkNames, noteVisit } from '../../net/visit.ts';
import type { Attribution } from './request-body.ts';

/** Maximum number of bytes that the server accepts; genuine links are shorter. */
const most = 3_900;

/**
 * The page without its parameters, which may contain personal data, and the origin of the visit.
 *
 * @param given preset by the page, for parameters that no address of the visit has
 */
export function attribution(given: ClientRegistrationValues): Attribution {
  const { origin, pathname } = window.location;
  const visit = noteVisit();
  let attribution: Attribution = {};
  const add = (name: string, value: unknown): void => {
    if (!value) return;
    const more = { ...attribution, [name]: String(value).slice(0, 300) };
    if (new TextEncoder().encode(toJson(more)).length < most) attribution = more;
  };
  add('page', origin + pathname);
  for (const name of ['landing_page', 'referrer', ...linkNames]) add(name, visit[name] ?? given[name]);
  return attribution;
}
