/**
 * Permissions with which anything is approved: those of all kinds. Apart from them, so that the home page asks for it
 * without the definitions of what is approved.
 */
export const decidingPermissions: readonly string[] = ['clients.credit_limit'];
