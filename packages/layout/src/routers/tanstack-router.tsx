import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { LinkProps } from '../parts/link.tsx';
import type { RouterPlace } from './router-place.ts';

export type { RouterPlace } from './router-place.ts';

/** A link of TanStack Router for the components of the shell. */
export function RouterLink({ href, ...rest }: LinkProps): ReactElement {
  return <Link to={href} {...rest} />;
}

/**
 * The props of the shell for TanStack Router 1: current path, link and navigation. Addresses of a menu are plain
 * strings, so they are not checked against your routes.
 *
 * @example
 * <AppShell {...useTanStackRouter()} product="Pauta" menu={menu} user={user} onLogout={logout}>
 */
export function useTanStackRouter(): RouterPlace {
  const currentPath = useLocation({ select: ({ pathname }) => pathname });
  const navigate = useNavigate();
  return { currentPath, Link: RouterLink, onNavigate: (to) => void navigate({ to }) };
}
