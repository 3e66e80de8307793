/** Anything that may hold permissions: a `User`, or a user of another application. */
export interface HasPermissions {
  readonly permissions?: readonly string[] | null;
}

/** Anything that may hold roles: a `User`, or a user of another application. */
export interface HasRoles {
  readonly roles?: readonly { readonly name: string }[] | null;
}

/**
 * Whether the user has the permission of this name. No user or no list: no (specification §6).
 *
 * @example
 * hasPermission(session.getSnapshot().user, 'clients.create')
 */
export function hasPermission(user: HasPermissions | null | undefined, name: string): boolean {
  return user?.permissions?.includes(name) ?? false;
}

/**
 * Whether the user has the role of this name (not its display name). No user or no list: no.
 *
 * @example
 * hasRole(user, 'admin')
 */
export function hasRole(user: HasRoles | null | undefined, name: string): boolean {
  return user?.roles?.some((role) => role.name === name) ?? false;
}

/**
 * Whether the user has at least one of the roles of these names. No user or no list: no.
 *
 * @example
 * hasAnyRole(user, ['admin', 'sales_manager'])
 */
export function hasAnyRole(user: HasRoles | null | undefined, names: readonly string[]): boolean {
  return user?.roles?.some((role) => names.includes(role.name)) ?? false;
}
