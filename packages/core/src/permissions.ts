/** Any object with permissions: a `User`, or a user of another application. */
export interface HasPermissions {
  readonly permissions?: readonly string[] | null;
}

/** Any object with roles: a `User`, or a user of another application. */
export interface HasRoles {
  readonly roles?: readonly { readonly name: string }[] | null;
}

/**
 * Whether the user has the permission with this name. False without a user or a list (specification §6).
 *
 * @example
 * hasPermission(session.getSnapshot().user, 'clients.create')
 */
export function hasPermission(user: HasPermissions | null | undefined, name: string): boolean {
  return user?.permissions?.includes(name) ?? false;
}

/**
 * Whether the user has the role with this name (not its display name). False without a user or a list.
 *
 * @example
 * hasRole(user, 'admin')
 */
export function hasRole(user: HasRoles | null | undefined, name: string): boolean {
  return user?.roles?.some((role) => role.name === name) ?? false;
}

/**
 * Whether the user has at least one of the roles with these names. False without a user or a list.
 *
 * @example
 * hasAnyRole(user, ['admin', 'sales_manager'])
 */
export function hasAnyRole(user: HasRoles | null | undefined, names: readonly string[]): boolean {
  return user?.roles?.some((role) => names.includes(role.name)) ?? false;
}
