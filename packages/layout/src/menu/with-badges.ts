import { isGroup, type Menu, type MenuBadge } from './menu.ts';

/**
 * Adds counters to a menu, by item id; a group gets the sum of its items. `null` is a count that is still loading: its
 * space is reserved. Items without a counter are unchanged.
 *
 * @param sumLabel Label for the sum of a group whose items count different things, or a function of the sum that
 * returns it; without it such a group shows no sum.
 * @example
 * withBadges(menu, { 'postventa/gestion-cupos': { count: 4, label: 'pendientes' } });
 */
export function withBadges(
  menu: Menu,
  badges: Readonly<Record<string, MenuBadge>>,
  sumLabel?: string | ((count: number) => string),
): Menu {
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
    const total = badge ?? sum(counted, sumLabel);
    return total || counted.length > 0 ? { ...entry, items, ...(total && { badge: total }) } : entry;
  });
}

/** `null` if nothing is counted, or if different things are counted without a common label. */
function sum(badges: readonly MenuBadge[], sumLabel: Parameters<typeof withBadges>[2]): MenuBadge | null {
  const total = badges.reduce((all, { count }) => all + (count ?? 0), 0);
  const isOneThing = badges.every(({ label }) => label === badges[0]?.label);
  const common = typeof sumLabel === 'function' ? sumLabel(total) : sumLabel;
  const label = isOneThing ? badges[0]?.label : common;
  if (label === undefined) return null;
  return { count: badges.some(({ count }) => count === null) ? null : total, label };
}
