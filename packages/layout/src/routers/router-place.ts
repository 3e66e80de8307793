import type { Navigation } from '../parts/link.tsx';

/** The props that `AppShell` and its parts need from a router. */
export interface RouterPlace extends Required<Navigation> {
  /** Path of the current page, without query and base. */
  readonly currentPath: string;
}
