import { isGroup, type Menu, type MenuBadge } from './menu.ts';

/**
 * Puts counters into a menu, by item id; a group gets the sum of its items. `null` is a count that is still on its way:
 * its place is kept. What is not named stays as it is.
 *
 * @param sumLabel What a group counts whose items count different things, or a function of the sum for a language with
 *   a singular; without it such a group shows no sum.
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

/** `null` where nothing is counted, or where different things are counted without a common label. */
function sum(badges: readonly MenuBadge[], sumLabel: Parameters<typeof withBadges>[2]): MenuBadge | null {
  const total = badges.reduce((all, { count }) => all + (count ?? 0), 0);
  const isOneThing = badges.every(({ label }) => label === badges[0]?.label);
  const common = typeof sumLabel === 'function' ? sumLabel(total) : sumLabel;
  const label = isOneThing ? badges[0]?.label : common;
  if (label === undefined) return null;
  return { count: badges.some(({ count }) => count === null) ? null : total, label };
}
