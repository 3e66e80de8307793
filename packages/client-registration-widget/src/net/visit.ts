import { campaignNames, clickNames } from '@pauta/domain/crm/forms/campaign.ts';

/** The origin of a visit, by the names of the request; values are never empty. */
export type Visit = Readonly<Record<string, string>>;

/** Attribution parameters of a link. */
export const linkNames = [...campaignNames, ...clickNames];

const store = 'crw:visit';

// A link may contain any characters, also half of a surrogate pair where it was cut, which must not prevent a
// registration.
const tidy = (text: string, max: number): string => text.slice(0, max).replace(/\p{C}/gu, '');
/** Without the parameters, which may contain personal data. */
const pageOf = (address: string): string => tidy(address.replace(/[?#].*$/, ''), 300);

/**
 * Records and returns the origin of this visit: its first page, the referrer of that page, and the campaign of the
 * first address that has one. A visit is a tab: the record is in its `sessionStorage`; where that is blocked, only the
 * current page counts.
 *
 * For pages of a site without the form. Pages with the form do this automatically.
 *
 * @example
 * import { noteVisit } from '@pauta/client-registration-widget/visit';
 * noteVisit(); // once, when the app starts
 */
export function noteVisit(): Visit {
  const { origin, href, search } = window.location;
  const { referrer } = document;
  // A visit whose referrer is a page of the same site began on that page.
  const isInside = referrer.startsWith(`${origin}/`);
  const query = new URLSearchParams(isInside ? `${search}&${referrer.split('?')[1]}` : search);
  const found: Record<string, string> = {};
  const put = (name: string, value: string | null): void => {
    if (value) found[name] = value;
  };
  put('landing_page', pageOf(isInside ? referrer : href));
  put('referrer', isInside ? '' : pageOf(referrer));
  for (const name of linkNames) put(name, tidy(query.get(name) ?? '', 200));
  try {
    const noted = JSON.parse(sessionStorage.getItem(store) ?? '{}') as Visit;
    const { landing_page, referrer: _before, ...campaign } = noted;
    // A stored visit with a campaign is complete. Without one, the campaign of a later page is added.
    const visit = !landing_page ? found : Object.keys(campaign).length > 0 ? noted : { ...found, ...noted };
    sessionStorage.setItem(store, JSON.stringify(visit));
    return visit;
  } catch {
    return found;
  }
}
