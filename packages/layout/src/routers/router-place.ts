import type { Navigation } from '../parts/link.tsx';

/** The props that `AppShell` and its components need from a router. */
export interface RouterPlace extends Required<Navigation> {
  /** Path of the current page, without query and base path. */
  readonly currentPath: string;
}
