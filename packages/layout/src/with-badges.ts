import { isGroup, type Menu, type MenuBadge } from './menu.ts';

/**
 * Puts counters into a menu, by item id; a group gets the sum of its items that count the same thing. `null` is a count
 * that is still on its way: its place is kept. What is not named stays as it is.
 *
 * @example
 * withBadges(menu, { 'postventa/gestion-cupos': { count: 4, label: 'pendientes' } });
 */
export function withBadges(menu: Menu, badges: Readonly<Record<string, MenuBadge>>): Menu {
  return menu.map((entry) => {
    const badge = badges[entry.id];
    if (!isGroup(entry)) return badge ? { ...entry, badge } : entry;
    const items = entry.items.map((item) => {
      const own = badges[item.id];
      return own ? { ...item, badge: own } : item;
    });
    const counted = items.flatMap((item, index) =>
      item !== entry.items[index] && item.badge ? [item.badge] : [],
    );
    const total = badge ?? sum(counted);
    return total || counted.length > 0 ? { ...entry, items, ...(total && { badge: total }) } : entry;
  });
}

/** `null` where nothing is counted, or not all the same thing: seven of what? */
function sum(badges: readonly MenuBadge[]): MenuBadge | null {
  const [first] = badges;
  if (!first || badges.some(({ label }) => label !== first.label)) return null;
  if (badges.some(({ count }) => count === null)) return { ...first, count: null };
  return { ...first, count: badges.reduce((total, { count }) => total + (count ?? 0), 0) };
}
