import { useMemo } from 'react';
import type { SessionSnapshot } from '../credentials.ts';
import type { Session } from '../session.ts';
import { usePauta } from './pauta-context.ts';
import { useSessionSnapshot } from './use-session-snapshot.ts';

/** The session at this moment, and what can be done with it. */
export interface UseSession
  extends SessionSnapshot,
    Pick<Session, 'login' | 'register' | 'logout' | 'fetchUser'> {}

/**
 * The session, kept up to date: a sign-out in another tab shows here too.
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
