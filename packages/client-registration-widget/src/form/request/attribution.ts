import type { ClientRegistrationValues } from '../../client-registration-props.ts';
import { toJson } from '../../net/to-json.ts';
import { linkNames, noteVisit } from '../../net/visit.ts';
import type { Attribution } from './request-body.ts';

/** Maximum bytes that the server accepts; genuine links are shorter. */
const most = 3_900;

/**
 * The page without its parameters, which may hold personal data, and where the visit began.
 *
 * @param given by the page, for what no address of the visit names
 */
export function attribution(given: ClientRegistrationValues): Attribution {
  const { origin, pathname } = window.location;
  const visit = noteVisit();
  let told: Attribution = {};
  const tell = (name: string, value: unknown): void => {
    if (!value) return;
    const more = { ...told, [name]: String(value).slice(0, 300) };
    if (new TextEncoder().encode(toJson(more)).length < most) told = more;
  };
  tell('page', origin + pathname);
  for (const name of ['landing_page', 'referrer', ...linkNames]) tell(name, visit[name] ?? given[name]);
  return told;
}
