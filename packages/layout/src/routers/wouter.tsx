import type { ReactElement } from 'react';
import { Link, useLocation } from 'wouter';
import type { LinkProps } from '../parts/link.tsx';
import type { RouterPlace } from './router-place.ts';

export type { RouterPlace } from './router-place.ts';

/** A link of wouter for the components of the shell. */
export function RouterLink({ href, ...rest }: LinkProps): ReactElement {
  return <Link href={href} {...rest} />;
}

/**
 * The props of the shell for wouter 3, with the location in the path or in the hash: current path, link and navigation.
 *
 * @example
 * <AppShell {...useWouter()} product="Pauta" menu={menu} user={user} onLogout={logout}>
 */
export function useWouter(): RouterPlace {
  const [currentPath, onNavigate] = useLocation();
  return { currentPath, Link: RouterLink, onNavigate };
}
