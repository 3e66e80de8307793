import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PlacedColumn } from './grid-line.tsx';
import { headHeight, numberWidth, rowHeight } from './grid-style.ts';
import type { Place } from './model/grid-types.ts';

/** Rows rendered beyond the visible ones on either side, and how many are exchanged at once. */
const beyond = 8;
const rowStep = 4;

const before = (value: number, margin: number): number =>
  Math.max(0, Math.floor(value / rowStep) * rowStep - margin);

/** Which rows are rendered. */
export interface RowWindow {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The first rendered row, and the one after the last. */
  readonly top: number;
  readonly bottom: number;
  /** Reads which rows are visible; called when the grid scrolls. */
  measure(): void;
  /** Rows that the grid can show at once. */
  page(): number;
  /** Scrolls a cell into view: rows outside of the window are not rendered. */
  reveal(place: Place): void;
}

/**
 * The rows of a grid that are rendered: the visible ones, and all of them while the page is printed.
 *
 * @param count number of rows
 * @param frozen number of leading columns that stay at the left
 */
export function useRowWindow(count: number, placed: readonly PlacedColumn[], frozen: number): RowWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const [frame, setFrame] = useState({ top: 0, bottom: 32 });
  const [isPrinted, setPrinted] = useState(false);

  const measure = useCallback((): void => {
    const node = scroller.current;
    if (!node) return;
    const next = {
      top: before(node.scrollTop / rowHeight, beyond),
      bottom: before((node.scrollTop + node.clientHeight) / rowHeight, 0) + rowStep + beyond,
    };
    setFrame((now) => (now.top === next.top && now.bottom === next.bottom ? now : next));
  }, []);
  useLayoutEffect(() => {
    const node = scroller.current;
    if (!node) return;
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    measure();
    return () => observer.disconnect();
  }, [measure]);
  useEffect(() => {
    // The browser takes the page as it is when the event ends.
    const print = (): void => flushSync(() => setPrinted(true));
    const printed = (): void => setPrinted(false);
    window.addEventListener('beforeprint', print);
    window.addEventListener('afterprint', printed);
    return () => {
      window.removeEventListener('beforeprint', print);
      window.removeEventListener('afterprint', printed);
    };
  }, []);

  const bottom = isPrinted ? count : Math.min(count, frame.bottom);
  return {
    scroller,
    top: isPrinted ? 0 : Math.min(frame.top, Math.max(0, bottom - 1)),
    bottom,
    measure,
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 3),
    reveal: ({ row, column }) => {
      const node = scroller.current;
      if (!node) return;
      const footHeight = node.querySelector('tfoot')?.clientHeight ?? 0;
      const lower = (row + 1) * rowHeight + headHeight + footHeight - node.clientHeight;
      node.scrollTop = Math.min(row * rowHeight, Math.max(lower, node.scrollTop));
      const place = placed[column];
      if (!place || place.frozen) return;
      const frozenWidth = placed.slice(0, frozen).reduce((all, one) => all + one.width, numberWidth);
      const right = place.x + place.width - node.clientWidth;
      node.scrollLeft = Math.min(place.x - frozenWidth, Math.max(right, node.scrollLeft));
    },
  };
}
