import { useUser } from '@pauta/core/react';
import type { ReactElement } from 'react';
import { Navigate, useLocation } from 'react-router-dom';

/**
 * Redirects users to Mi Perfil who first have to choose their own password or set up their second factor. Until then
 * the server refuses all other requests.
 */
export function PendingStep(): ReactElement | null {
  const user = useUser() as { readonly pending_step?: string | null } | null;
  const { pathname } = useLocation();
  return user?.pending_step && pathname !== '/perfil' ? <Navigate replace to="/perfil" /> : null;
}
