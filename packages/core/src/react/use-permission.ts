import { hasPermission } from '../permissions.ts';
import { useUser } from './use-user.ts';

/**
 * Whether the signed-in user has the permission of this name. It decides what to offer; the server decides what
 * to allow.
 *
 * @example
 * const mayCreate = usePermission('clients.create');
 */
export function usePermission(name: string): boolean {
  return hasPermission(useUser(), name);
}
