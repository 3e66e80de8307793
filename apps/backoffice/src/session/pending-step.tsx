import { useUser } from '@pauta/core/react';
import type { ReactElement } from 'react';
import { Navigate, useLocation } from 'react-router-dom';

/**
 * Redirects users to Mi Perfil who first have to choose a password of their own or set up their second factor: until
 * then the server refuses every other request.
 */
export function PendingStep(): ReactElement | null {
  const user = useUser() as { readonly pending_step?: string | null } | null;
  const { pathname } = useLocation();
  return user?.pending_step && pathname !== '/perfil' ? <Navigate replace to="/perfil" /> : null;
}
