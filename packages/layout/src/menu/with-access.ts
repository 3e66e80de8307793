import { isGroup, type Menu, type MenuItem } from './menu.ts';

/** May a person go there? `true`, `false` (it is not shown), or the reason why not (it is shown, and leads nowhere). */
export type MenuAccess = (item: MenuItem) => boolean | string;

/**
 * A menu as one person may use it. Groups without items left go too. The shell itself filters nothing.
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
