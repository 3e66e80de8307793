import type { Bucket, BucketSize } from '@pauta/domain/inventory/capacity/buckets.ts';
import { useRemainingHeight } from '@pauta/ui/list/state/use-remaining-height.ts';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { MatrixHead } from './head.tsx';
import { HeadingLine, SpaceLine } from './line.tsx';
import { columnWidth, headHeight, Root, rowHeight } from './root.ts';
import type { MatrixRow } from './rows.ts';
import { type MatrixPlace, type MatrixSelection, selectedCells } from './selection.ts';
import type { ShownValue } from './words.ts';

/** Rows rendered beyond the visible ones on either side, and how many are exchanged at once. */
const beyond = 8;
const rowStep = 4;
/** The same of columns. */
const columnsBeyond = 2;
const columnStep = 4;

/** What part of the rows and columns is rendered. */
interface Frame {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const before = (value: number, step: number, margin: number): number =>
  Math.max(0, Math.floor(value / step) * step - margin);

export interface MatrixProps {
  readonly rows: readonly MatrixRow[];
  readonly buckets: readonly Bucket[];
  readonly by: BucketSize;
  readonly shown: ShownValue;
  /** Place of the column of today; -1: it is not in the period. */
  readonly today: number;
  readonly selection: MatrixSelection | null;
  readonly onSelect: (selection: MatrixSelection | null) => void;
  /** Enter or double click on the selection. */
  readonly onOpen: () => void;
  /** Opens or closes a heading. */
  readonly onToggle: (id: string) => void;
  /** The row and column at the upper left corner at first. */
  readonly start?: MatrixPlace | null;
  /** Called with the row and column at the upper left corner when scrolling rests. */
  readonly onRest?: (place: MatrixPlace) => void;
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));

/**
 * How much of each space is free in each column. Only the visible rows and columns are rendered. The arrow keys move the
 * active cell, with Shift they extend the selection over columns and spaces; Enter opens it. On a heading the left and
 * right arrow keys, and Enter, close and open it.
 */
export function Matrix({
  rows,
  buckets,
  by,
  shown,
  today,
  selection,
  onSelect,
  onOpen,
  onToggle,
  start = null,
  onRest,
}: MatrixProps): ReactElement {
  const activeId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  useRemainingHeight(scroller);
  const width = columnWidth[by];
  const [frame, setFrame] = useState<Frame>({ top: 0, bottom: 32, left: 0, right: 32 });
  const [active, setActive] = useState<MatrixPlace | null>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);

  const measure = useCallback((): void => {
    const node = scroller.current;
    if (!node) return;
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = node;
    const next = {
      top: before(scrollTop / rowHeight, rowStep, beyond),
      bottom: before((scrollTop + clientHeight) / rowHeight, rowStep, 0) + rowStep + beyond,
      left: before(scrollLeft / width, columnStep, columnsBeyond),
      right: before((scrollLeft + clientWidth) / width, columnStep, 0) + columnStep + columnsBeyond,
    };
    setFrame((now) =>
      (Object.keys(next) as (keyof Frame)[]).every((name) => now[name] === next[name]) ? now : next,
    );
  }, [width]);
  useLayoutEffect(() => {
    const node = scroller.current;
    if (!node) return;
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    measure();
    return () => observer.disconnect();
  }, [measure]);
  useEffect(() => () => clearTimeout(resting.current), []);

  // Once, when the first rows are there: later the reader scrolls.
  const begun = useRef(false);
  useLayoutEffect(() => {
    const node = scroller.current;
    if (!node || begun.current || rows.length === 0) return;
    begun.current = true;
    const place = start ? rows.findIndex(({ id }) => id === start.id) : -1;
    if (!start || place < 0) return;
    node.scrollTop = place * rowHeight;
    node.scrollLeft = start.at * width;
    measure();
  }, [rows, start, width, measure]);

  const rest = (): void => {
    clearTimeout(resting.current);
    resting.current = setTimeout(() => {
      const node = scroller.current;
      const row = rows[Math.round((node?.scrollTop ?? 0) / rowHeight)];
      if (node && row) onRest?.({ id: row.id, at: Math.round(node.scrollLeft / width) });
    }, 300);
  };

  const bottom = Math.min(rows.length, frame.bottom);
  const top = Math.min(frame.top, Math.max(0, bottom - 1));
  const [from, to] = [Math.min(frame.left, buckets.length), Math.min(frame.right, buckets.length)];
  const visible = useMemo(() => rows.slice(top, bottom), [rows, top, bottom]);
  const chosen = useMemo(
    () => selectedCells(selection, rows, buckets.length),
    [selection, rows, buckets.length],
  );

  const choose = (place: number, at: number, extend: boolean): void => {
    const row = rows[place];
    if (!row) return;
    if (row.kind === 'heading') {
      setActive({ id: row.id, at: -1 });
      if (!extend) onSelect(null);
      return;
    }
    const focus = { id: row.id, at };
    setActive(focus);
    onSelect({ anchor: extend && selection ? selection.anchor : focus, focus });
  };
  /** Scrolls a cell into view: rows outside of the frame are not rendered. */
  const reveal = (place: number, at: number): void => {
    const node = scroller.current;
    if (!node) return;
    const upper = place * rowHeight;
    const lower = upper + rowHeight + headHeight - node.clientHeight;
    node.scrollTop = Math.min(upper, Math.max(lower, node.scrollTop));
    if (at < 0) return;
    const name = node.querySelector('thead tr:last-child th')?.clientWidth ?? 0;
    const right = (at + 1) * width + name - node.clientWidth;
    node.scrollLeft = Math.min(at * width, Math.max(right, node.scrollLeft));
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      onOpen();
      return;
    }
    if (event.key === 'Escape' && selection) {
      onSelect(null);
      return;
    }
    const now = active ? rows.findIndex(({ id }) => id === active.id) : -1;
    const row = rows[now];
    const whole = event.ctrlKey || event.metaKey;
    const last = buckets.length - 1;
    if (row?.kind === 'heading') {
      const opens = { ArrowRight: !row.isOpen, ArrowLeft: row.isOpen, Enter: true, ' ': true }[event.key];
      if (opens !== undefined) {
        event.preventDefault();
        if (opens) onToggle(row.id);
        return;
      }
    } else if (row && whole && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      setActive({ id: row.id, at: last });
      onSelect({ anchor: { id: row.id, at: 0 }, focus: { id: row.id, at: last } });
      return;
    }
    const at = active && active.at >= 0 ? active.at : clamp(today, last);
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 3);
    const targets: Record<string, readonly [number, number]> = {
      ArrowRight: [now, clamp(at + 1, last)],
      ArrowLeft: [now, clamp(at - 1, last)],
      ArrowDown: [now + 1, at],
      ArrowUp: [now - 1, at],
      PageDown: [now + page, at],
      PageUp: [now - page, at],
      Home: [whole ? 0 : now, 0],
      End: [whole ? rows.length - 1 : now, last],
    };
    const target = targets[event.key];
    if (!target) return;
    event.preventDefault();
    const first = rows.findIndex(({ kind }) => kind === 'space');
    const [place, column] = row ? [clamp(target[0], rows.length - 1), target[1]] : [first, at];
    choose(place, column, event.shiftKey);
    reveal(place, column);
  };
  const cellOf = (event: MouseEvent): readonly [number, number] | null => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('td[data-at]');
    const line = cell?.closest<HTMLElement>('[data-place]');
    return cell && line ? [Number(line.dataset.place), Number(cell.dataset.at)] : null;
  };
  const point = (event: PointerEvent): void => {
    const cell = cellOf(event);
    // A finger scrolls; it chooses by tapping.
    if (cell && event.button === 0 && event.pointerType !== 'touch') choose(...cell, event.shiftKey);
  };
  const drag = (event: PointerEvent): void => {
    if (event.buttons !== 1 || event.pointerType === 'touch' || !selection) return;
    const cell = cellOf(event);
    if (cell && (rows[cell[0]]?.id !== active?.id || cell[1] !== active?.at)) choose(...cell, true);
  };
  const tap = (event: MouseEvent): void => {
    if ((event.nativeEvent as globalThis.PointerEvent).pointerType !== 'touch') return;
    const cell = cellOf(event);
    if (cell) choose(...cell, false);
  };

  return (
    <Root
      onScroll={() => {
        measure();
        rest();
      }}
      ref={scroller}
      style={{ '--col': `${width}px`, '--count': buckets.length } as Record<string, string | number>}
    >
      <table
        aria-activedescendant={active ? activeId : undefined}
        aria-colcount={buckets.length + 1}
        aria-label="Disponibilidad por espacio y fecha"
        aria-multiselectable
        aria-rowcount={rows.length + 2}
        onClick={tap}
        onDoubleClick={(event) => cellOf(event) && chosen && onOpen()}
        onKeyDown={press}
        onPointerDown={point}
        onPointerMove={drag}
        tabIndex={0}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table used like a sheet (WAI-ARIA, treegrid).
        role="treegrid"
      >
        <MatrixHead buckets={buckets} by={by} today={today} />
        <tbody style={{ blockSize: rows.length * rowHeight }}>
          {visible.map((row, index) => {
            const place = top + index;
            const isActive = active?.id === row.id;
            const shared = { place, buckets, from, to, indent: from * width, idOf: activeId };
            if (row.kind === 'heading')
              return (
                <HeadingLine
                  {...shared}
                  active={isActive ? -1 : null}
                  key={row.id}
                  onToggle={onToggle}
                  row={row}
                />
              );
            const isChosen = chosen !== null && place >= chosen.rows[0] && place <= chosen.rows[1];
            return (
              <SpaceLine
                {...shared}
                active={isActive ? active.at : null}
                depth={row.depth}
                first={isChosen ? chosen.columns[0] : -1}
                key={row.id}
                last={isChosen ? chosen.columns[1] : -1}
                shown={shown}
                space={row.space}
                today={today}
              />
            );
          })}
        </tbody>
      </table>
    </Root>
  );
}
