import { useSession } from '@pauta/core/react';
import type { ReactElement } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';

interface CameFrom {
  readonly from?: string;
}

/** Signed-in pages: without a token the user is sent to the sign-in page (spec.md §5). */
export function RequireSession(): ReactElement {
  const { authenticated } = useSession();
  const { pathname, search } = useLocation();
  if (authenticated) return <Outlet />;
  const state: CameFrom = { from: pathname + search };
  return <Navigate replace state={state} to="/login" />;
}

/** Guest pages: a signed-in user is redirected home, or back to the page that required signing in. */
export function GuestOnly(): ReactElement {
  const { authenticated } = useSession();
  const state = useLocation().state as CameFrom | null;
  return authenticated ? <Navigate replace to={state?.from ?? '/'} /> : <Outlet />;
}
