import { useMemo } from 'react';
import type { SessionSnapshot } from '../credentials.ts';
import type { Session } from '../session.ts';
import { usePauta } from './pauta-context.ts';
import { useSessionSnapshot } from './use-session-snapshot.ts';

/** The current session and its methods. */
export interface UseSession
  extends SessionSnapshot,
    Pick<Session, 'login' | 'register' | 'logout' | 'fetchUser'> {}

/**
 * The session. Updates on every change, also on a sign-out in another tab.
 *
 * @example
 * const { authenticated, user, logout } = useSession();
 * if (!authenticated) return <Navigate to="/login" replace />;
 */
export function useSession(): UseSession {
  const { session } = usePauta();
  const snapshot = useSessionSnapshot();
  return useMemo(() => {
    const { login, register, logout, fetchUser } = session;
    return { ...snapshot, login, register, logout, fetchUser };
  }, [session, snapshot]);
}
