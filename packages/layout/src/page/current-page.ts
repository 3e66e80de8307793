import { createRegistry, useRegister, useRegistered } from '../menu/registry.ts';
import type { CrumbLink } from './trail.ts';

/** Title and parent of a page. */
export interface PageInfo {
  /** Its name, as in its `h1`: «ACME». */
  readonly title: string;
  /** The page it hangs from where that is none of the menu's: the record of an edit form. */
  readonly parent?: CrumbLink | undefined;
}

const pages = createRegistry<PageInfo>();
const readers = createRegistry<true>();

/**
 * Tells the shell the name of the page while it is there: for the bar, the tab, the breadcrumbs and the recent pages.
 * `null` while it is not known. The innermost page wins.
 *
 * @example
 * useTitle(client ? client.name : null);
 */
export function useTitle(title: string | null, parent?: CrumbLink): void {
  useRegister(
    pages,
    title ? { title, parent } : null,
    `${title}\n${parent?.href ?? ''}\n${parent?.label ?? ''}`,
  );
}

/** The information that the current page set with {@link useTitle}; `null` without any. */
export function usePage(): PageInfo | null {
  return useRegistered(pages).at(-1) ?? null;
}

/**
 * Declares that the trail is displayed, so that pages need no link back of their own. `Breadcrumbs` does; a shell that
 * loads them later declares it beforehand.
 */
export function useShowsTrail(shown: boolean): void {
  useRegister(readers, shown ? true : null, shown);
}

/** Whether the way to the page is on screen. */
export function useTrailShown(): boolean {
  return useRegistered(readers).length > 0;
}
