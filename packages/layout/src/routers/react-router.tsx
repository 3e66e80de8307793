import type { ReactElement } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { LinkProps } from '../parts/link.tsx';
import type { RouterPlace } from './router-place.ts';

export type { RouterPlace } from './router-place.ts';

/** A link of react-router for the parts of the shell. */
export function RouterLink({ href, ...rest }: LinkProps): ReactElement {
  return <Link to={href} {...rest} />;
}

/**
 * The shell on react-router-dom 6.4 or 7: where it is, its link, and how to go on.
 *
 * @example
 * <AppShell {...useReactRouter()} product="Pauta" menu={menu} user={user} onLogout={logout}>
 */
export function useReactRouter(): RouterPlace {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return { currentPath: pathname, Link: RouterLink, onNavigate: (href) => void navigate(href) };
}
