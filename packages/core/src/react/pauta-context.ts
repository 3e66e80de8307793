import { createContext, useContext } from 'react';
import type { ApiClient } from '../api-client.ts';
import type { Session } from '../session.ts';
import type { Settings } from '../settings.ts';

export interface PautaContextValue {
  readonly client: ApiClient;
  readonly session: Session;
  readonly settings: Settings;
}

export const PautaContext = createContext<PautaContextValue | null>(null);

export function usePauta(): PautaContextValue {
  const value = useContext(PautaContext);
  if (!value) throw new Error('The hooks of @pauta/core/react need a <PautaProvider> above them.');
  return value;
}
