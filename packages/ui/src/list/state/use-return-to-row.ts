import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from '../../router.ts';
import { recallPlace } from './row-memory.ts';

/**
 * After Back, restores the scroll position and focuses the row that was opened. After paging, scrolls to the top.
 *
 * @param page identifies the rows: the text of their query
 * @param ready whether the displayed rows are those of `page`
 */
export function useReturnToRow(scroller: RefObject<HTMLElement | null>, page: string, ready: boolean): void {
  const { key } = useLocation();
  const cameBack = useNavigationType() === 'POP';
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (!ready || done.current === page) return;
    const first = done.current === null;
    done.current = page;
    const place = cameBack ? recallPlace(key) : undefined;
    if (!place) {
      if (!first) scroller.current?.scrollTo({ top: 0 });
      return;
    }
    // Runs after the shell has focused the title of the page.
    const frame = requestAnimationFrame(() => {
      scroller.current?.scrollTo({ top: place.top });
      window.scrollTo({ top: place.page });
      const row = scroller.current?.querySelector(`[data-row="${CSS.escape(place.row)}"]`);
      row?.querySelector<HTMLElement>('a[data-row-link]')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [ready, page, key, cameBack, scroller]);
}
