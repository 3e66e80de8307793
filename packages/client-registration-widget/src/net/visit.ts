import { campaignNames, clickNames } from '@pauta/domain/crm/forms/campaign.ts';

/** Where a visit began, in the names of the request; nothing of it is empty. */
export type Visit = Readonly<Record<string, string>>;

/** Attribution parameters of a link. */
export const linkNames = [...campaignNames, ...clickNames];

const store = 'crw:visit';

// A link may have anything in it, also half a sign where it was cut: no reason to refuse who follows it.
const tidy = (text: string, max: number): string => text.slice(0, max).replace(/\p{C}/gu, '');
/** Without its parameters, which may hold personal data. */
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
  // A visit that comes from a page of the same site began there, at a known address.
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
    // With a campaign it is whole. Without one, that of a later page is the first.
    const visit = !landing_page ? found : Object.keys(campaign).length > 0 ? noted : { ...found, ...noted };
    sessionStorage.setItem(store, JSON.stringify(visit));
    return visit;
  } catch {
    return found;
  }
}
