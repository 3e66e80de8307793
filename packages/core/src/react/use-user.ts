import type { User } from '../user.ts';
import { useSessionSnapshot } from './use-session-snapshot.ts';

/**
 * The signed-in user; null when nobody is signed in.
 *
 * @example
 * const user = useUser();
 * return <p>{user?.full_name}</p>;
 */
export function useUser(): User | null {
  return useSessionSnapshot().user;
}
