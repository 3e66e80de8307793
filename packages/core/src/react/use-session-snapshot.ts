import { useSyncExternalStore } from 'react';
import type { SessionSnapshot } from '../credentials.ts';
import { usePauta } from './pauta-context.ts';

const onServer: SessionSnapshot = { authenticated: false, user: null, scope: 'guest' };

export function useSessionSnapshot(): SessionSnapshot {
  const { session } = usePauta();
  return useSyncExternalStore(session.subscribe, session.getSnapshot, () => onServer);
}
