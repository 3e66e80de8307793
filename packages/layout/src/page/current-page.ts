import { createRegistry, useRegister, useRegistered } from '../menu/registry.ts';
import type { CrumbLink } from './trail.ts';

/** Title and parent of a page. */
export interface PageInfo {
  /** Title of the page, as in its `h1`: «ACME». */
  readonly title: string;
  /** The parent page if it is not in the menu, such as the record of an edit form. */
  readonly parent?: CrumbLink | undefined;
}

const pages = createRegistry<PageInfo>();
const readers = createRegistry<true>();

/**
 * Sets the title of the page while the component is mounted: for the top bar, the tab, the breadcrumbs and the recent
 * pages. `null` while it is unknown. If several components set a title, the innermost one applies.
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

/** The title and parent that the current page set with {@link useTitle}; `null` without any. */
export function usePage(): PageInfo | null {
  return useRegistered(pages).at(-1) ?? null;
}

/**
 * Declares that breadcrumbs are displayed, so that pages omit their own link to the parent. `Breadcrumbs` calls this; a
 * shell that loads `Breadcrumbs` lazily calls it beforehand.
 */
export function useShowsTrail(shown: boolean): void {
  useRegister(readers, shown ? true : null, shown);
}

/** Whether breadcrumbs are on screen. */
export function useTrailShown(): boolean {
  return useRegistered(readers).length > 0;
}
