import type { Navigation } from '../parts/link.tsx';

/** What a router tells the shell: `AppShell` and its parts take it as it is. */
export interface RouterPlace extends Required<Navigation> {
  /** Path of the current page, without query and base. */
  readonly currentPath: string;
}
