const most = 8;

const keyOf = (user: string): string => `pauta.palette.${user}`;

/** Addresses of the pages a user went to from here, the latest first. */
export function readRecentPages(user: string): readonly string[] {
  try {
    const pages: unknown = JSON.parse(localStorage.getItem(keyOf(user)) ?? '[]');
    return Array.isArray(pages) ? pages.filter((page) => typeof page === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

export function noteRecentPage(user: string, href: string): void {
  try {
    const pages = [href, ...readRecentPages(user).filter((page) => page !== href)].slice(0, most);
    localStorage.setItem(keyOf(user), JSON.stringify(pages));
  } catch {
    // Not remembered, then.
  }
}
