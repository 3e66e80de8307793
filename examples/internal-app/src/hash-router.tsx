import type { LinkProps } from '@pauta/layout';
import { type ReactElement, useSyncExternalStore } from 'react';

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

/** Path after the `#`; a server, which never sees it, renders the first page. */
export const usePath = (): string =>
  useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1) || '/',
    () => '/',
  );

export const navigate = (path: string): void => {
  window.location.hash = path;
};

export function HashLink({ href, ...rest }: LinkProps): ReactElement {
  return <a {...rest} href={`#${href}`} />;
}
