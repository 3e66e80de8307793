import { useUser } from '@pauta/core/react';
import type { ReactElement } from 'react';
import { Navigate, useLocation } from 'react-router-dom';

/**
 * Leads to Mi Perfil whoever first has to choose a password of his own or set up his second factor: until then the
 * server refuses him everything else.
 */
export function PendingStep(): ReactElement | null {
  const user = useUser() as { readonly pending_step?: string | null } | null;
  const { pathname } = useLocation();
  return user?.pending_step && pathname !== '/perfil' ? <Navigate replace to="/perfil" /> : null;
}
