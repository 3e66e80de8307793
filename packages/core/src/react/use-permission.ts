import { hasPermission } from '../permissions.ts';
import { useUser } from './use-user.ts';

/**
 * Whether the signed-in user has the permission with this name. Use it to decide what to show; the server checks every
 * request by itself.
 *
 * @example
 * const mayCreate = usePermission('clients.create');
 */
export function usePermission(name: string): boolean {
  return hasPermission(useUser(), name);
}
