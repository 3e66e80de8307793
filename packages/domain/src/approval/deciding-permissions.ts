/**
 * Permissions that decide approvals of any kind. In a module of its own, so that the home page can use it without
 * loading the definitions of the approved records.
 */
export const decidingPermissions: readonly string[] = ['clients.credit_limit'];
