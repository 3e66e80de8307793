import { isGroup, type Menu, type MenuItem } from './menu.ts';

/**
 * Whether the user may open an item: `true`, `false` (the item is hidden), or the reason why not (the item is shown
 * disabled).
 */
export type MenuAccess = (item: MenuItem) => boolean | string;

/**
 * Applies the permissions of a user to a menu. Groups without remaining items are removed. The shell itself filters
 * nothing.
 *
 * @example
 * // Hide
 * withAccess(menu, (item) => can(permissionOf[item.id]));
 * // Disable, with the reason
 * withAccess(menu, (item) => can(permissionOf[item.id]) || 'Le falta el permiso «Ver facturas».');
 */
export function withAccess(menu: Menu, access: MenuAccess): Menu {
  const allowed = (item: MenuItem): MenuItem[] => {
    const verdict = access(item);
    if (verdict === false) return [];
    return [verdict === true ? item : { ...item, disabledReason: verdict }];
  };
  return menu.flatMap((entry): Menu => {
    if (!isGroup(entry)) return allowed(entry);
    const items = entry.items.flatMap(allowed);
    return items.length > 0 ? [{ ...entry, items }] : [];
  });
}
