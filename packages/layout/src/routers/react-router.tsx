import type { ReactElement } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { LinkProps } from '../parts/link.tsx';
import type { RouterPlace } from './router-place.ts';

export type { RouterPlace } from './router-place.ts';

/** A link of react-router for the components of the shell. */
export function RouterLink({ href, ...rest }: LinkProps): ReactElement {
  return <Link to={href} {...rest} />;
}

/**
 * The props of the shell for react-router-dom 6.4 or 7: current path, link and navigation.
 *
 * @example
 * <AppShell {...useReactRouter()} product="Pauta" menu={menu} user={user} onLogout={logout}>
 */
export function useReactRouter(): RouterPlace {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return { currentPath: pathname, Link: RouterLink, onNavigate: (href) => void navigate(href) };
}
