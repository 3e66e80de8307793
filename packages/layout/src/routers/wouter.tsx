import type { ReactElement } from 'react';
import { Link, useLocation } from 'wouter';
import type { LinkProps } from '../parts/link.tsx';
import type { RouterPlace } from './router-place.ts';

export type { RouterPlace } from './router-place.ts';

/** A link of wouter for the parts of the shell. */
export function RouterLink({ href, ...rest }: LinkProps): ReactElement {
  return <Link href={href} {...rest} />;
}

/**
 * The shell on wouter 3, with its location in the path or in the hash: where it is, its link, and how to go on.
 *
 * @example
 * <AppShell {...useWouter()} product="Pauta" menu={menu} user={user} onLogout={logout}>
 */
export function useWouter(): RouterPlace {
  const [currentPath, onNavigate] = useLocation();
  return { currentPath, Link: RouterLink, onNavigate };
}
