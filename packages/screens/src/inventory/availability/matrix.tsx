import { capacityUnits } from '@pauta/domain/catalogues/inventory.ts';
import type { AvailabilityRow, DayOfSpace } from '@pauta/domain/inventory/capacity/availability.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { useRemainingHeight } from '@pauta/ui/list/state/use-remaining-height.ts';
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { styled } from 'styled-components';
import { daysOf, type MatrixDay, type MatrixRow, stateOf } from './matrix-rows.ts';
import { cellPaint } from './matrix-style.ts';

/** Some days in a row of one space. */
export interface MatrixSelection {
  readonly space: AvailabilityRow;
  /** Places of the first and the last day. */
  readonly first: number;
  readonly last: number;
}

const rowHeight = 34;
const headHeight = 44;
/** Rows rendered beyond the visible ones on either side. */
const beyond = 8;

const Root = styled.div`
  --day: 3rem;
  --name: clamp(11rem, 22vw, 20rem);
  position: relative;
  max-block-size: var(--list-height, 70vh);
  overflow: auto;
  border: 1px solid var(--pauta-color-border);
  border-radius: var(--pauta-radius-md);
  background: var(--pauta-color-surface);
  font-variant-numeric: tabular-nums;
  user-select: none;
  overscroll-behavior: contain;
  & > table { display: block; position: relative; inline-size: max-content; min-inline-size: 100%; }
  & > table:focus-visible { outline: none; }
  &:has(> table:focus-visible) { outline: 2px solid var(--pauta-color-focus); outline-offset: 2px; }
  & tbody { display: block; }
  & tr { display: flex; inline-size: max-content; min-inline-size: 100%; }
  & thead { display: block; position: sticky; inset-block-start: 0; z-index: 2; }
  & thead tr { block-size: ${headHeight}px; background: var(--pauta-color-surface-sunken); }
  & tbody tr { position: absolute; inset-block-start: 0; inset-inline-start: 0; block-size: ${rowHeight}px; contain: strict; }
  & th {
    flex: none;
    padding: 0;
    border-block-end: 1px solid var(--pauta-color-border);
    font-weight: 400;
  }
  & th:first-child {
    position: sticky;
    inset-inline-start: 0;
    z-index: 1;
    inline-size: var(--name);
    padding-inline: calc(var(--pauta-space-3) + var(--depth, 0) * var(--pauta-space-4)) var(--pauta-space-2);
    border-inline-end: 1px solid var(--pauta-color-border);
    background: var(--pauta-color-surface);
    line-height: ${rowHeight - 1}px;
    overflow: hidden;
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & thead th {
    inline-size: var(--day);
    padding-block: 6px;
    border-block-end-color: var(--pauta-color-border-strong);
    background: var(--pauta-color-surface-sunken);
    color: var(--pauta-color-text-muted);
    font-size: var(--pauta-text-xs);
    line-height: 1.25;
    text-align: center;
  }
  & thead th:first-child { background: var(--pauta-color-surface-sunken); line-height: ${headHeight - 14}px; }
  & thead th[data-weekend] { background: var(--pauta-color-surface-raised); color: var(--pauta-color-text); }
  & [data-station], & [data-station] > th:first-child { background: var(--pauta-color-surface-sunken); color: var(--pauta-color-text-muted); font-weight: var(--pauta-weight-medium); }
  & [data-station] > th:first-child { inline-size: min(60rem, 90vw); border-inline-end: 0; }
  ${cellPaint}
  & td { flex: none; padding: 0; inline-size: var(--day); block-size: ${rowHeight}px; line-height: ${rowHeight - 1}px; cursor: pointer; }
  & td[aria-selected='true'] { box-shadow: inset 0 0 0 2px var(--pauta-color-accent); }
  & td[data-active] { outline: 2px solid var(--pauta-color-focus); outline-offset: -3px; }
`;

/** The number of a cell, rounded down to what fits; its description has the whole number. */
const shown = (units: number): string => {
  if (units < 10_000) return String(units);
  return units < 1_000_000 ? `${Math.floor(units / 1000)}k` : `${Math.floor(units / 1_000_000)}M`;
};

/**
 * A day of a space in words, which contain what the cell shows (WCAG 2.5.3).
 *
 * @example describeDay(day, 'spots', '2026-12-01') // '01/12/2026: libre 4 de 20 (cuñas); …'
 */
export const describeDay = (
  { capacity, held, booked, free }: DayOfSpace,
  unit: string,
  day: string,
): string => {
  const date = formatCivilDate(day);
  if (capacity === 0) return `${date}: no se vende`;
  const name = (capacityUnits as Readonly<Record<string, string>>)[unit]?.toLocaleLowerCase('es') ?? unit;
  return `${date}: libre ${shown(free)} de ${formatCount(capacity)} (${name}); reservado ${formatCount(held)}, vendido ${formatCount(booked)}`;
};

/** A share in percent; what is more than nothing is visible. */
const share = (part: number, whole: number): string =>
  part === 0 ? '0%' : `${Math.max(10, Math.round((part / whole) * 100))}%`;

/** The custom properties by which a cell is painted: the shares that are sold and held. */
export const shares = ({ capacity, held, booked }: DayOfSpace): Record<string, string> =>
  capacity === 0 ? {} : { '--sold': share(booked, capacity), '--held': share(held, capacity) };

/** The role of a cell that can be selected (WAI-ARIA, grid pattern). */
const selected = (isSelected: boolean) => ({ role: 'gridcell', 'aria-selected': isSelected }) as const;

const initials = ['L', 'M', 'X', 'J', 'V', 'S', 'D'];

interface LineProps {
  readonly row: MatrixRow;
  readonly place: number;
  readonly days: readonly MatrixDay[];
  readonly idOf: string;
  /** Place of the active day; -1: it is in another row. */
  readonly active: number;
  /** Places of the selected days; -1: none. */
  readonly first: number;
  readonly last: number;
}

/** A row; rendered again only when the active day or the selection enters or leaves it. */
const Line = memo(function Line({ row, place, days, idOf, active, first, last }: LineProps): ReactElement {
  const style = { transform: `translateY(${headHeight + place * rowHeight}px)` };
  if (row.kind === 'station') {
    return (
      <tr aria-rowindex={place + 2} data-station style={style}>
        <th colSpan={days.length + 1} scope="rowgroup">{`${row.platform} · ${row.name}`}</th>
      </tr>
    );
  }
  const { space, depth } = row;
  return (
    <tr aria-rowindex={place + 2} data-place={place} style={style}>
      <th
        scope="row"
        style={{ '--depth': depth } as Record<string, number>}
        title={`${space.code} · ${space.name}`}
      >
        {space.name}
      </th>
      {daysOf(space, days).map((day, at) => {
        const { day: date = '' } = days[at] ?? {};
        return (
          <td
            aria-colindex={at + 2}
            aria-label={describeDay(day, space.capacity_unit, date)}
            {...selected(at >= first && at <= last && first >= 0)}
            data-active={at === active || undefined}
            data-at={at}
            data-state={stateOf(day)}
            id={at === active ? idOf : undefined}
            key={date}
            style={shares(day)}
          >
            {day.capacity === 0 ? '' : shown(day.free)}
          </td>
        );
      })}
    </tr>
  );
});

export interface MatrixProps {
  readonly rows: readonly MatrixRow[];
  readonly days: readonly MatrixDay[];
  readonly selection: MatrixSelection | null;
  readonly onSelect: (selection: MatrixSelection | null) => void;
  /** Enter or double click on the selection. */
  readonly onOpen: () => void;
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));

/**
 * What is free of each space on each day. Only the visible rows are rendered. The arrow keys move the active day, with
 * Shift they extend the selection within the space; Enter opens it.
 */
export function Matrix({ rows, days, selection, onSelect, onOpen }: MatrixProps): ReactElement {
  const activeId = useId();
  const frame = useRef<HTMLDivElement>(null);
  useRemainingHeight(frame);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const [active, setActive] = useState<{ place: number; at: number } | null>(null);
  const anchor = useRef(0);

  useEffect(() => {
    const node = frame.current;
    if (!node) return;
    const observer = new ResizeObserver(() => setHeight(node.clientHeight));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);

  const start = Math.max(0, Math.floor(top / rowHeight) - beyond);
  const end = Math.min(rows.length, Math.ceil((top + height) / rowHeight) + beyond);
  const visible = useMemo(() => rows.slice(start, end), [rows, start, end]);

  const choose = (place: number, at: number, extends_: boolean): void => {
    const row = rows[place];
    if (row?.kind !== 'space') return;
    setActive({ place, at });
    if (!extends_ || selection?.space.id !== row.id) anchor.current = at;
    onSelect({
      space: row.space,
      first: Math.min(anchor.current, at),
      last: Math.max(anchor.current, at),
    });
  };
  /** Scrolls the active cell into view: rows outside of the window are not rendered. */
  const reveal = (place: number, at: number): void => {
    const node = frame.current;
    if (!node) return;
    const from = place * rowHeight;
    if (from < node.scrollTop) node.scrollTop = from;
    else if (from + rowHeight + headHeight > node.scrollTop + node.clientHeight)
      node.scrollTop = from + rowHeight + headHeight - node.clientHeight;
    const [name, cell] = [...(node.querySelector('thead tr')?.children ?? [])].slice(0, 2);
    const [nameWidth, cellWidth] = [name?.clientWidth ?? 0, cell?.clientWidth ?? 48];
    const left = at * cellWidth;
    if (left < node.scrollLeft) node.scrollLeft = left;
    else if (left + cellWidth + nameWidth > node.scrollLeft + node.clientWidth)
      node.scrollLeft = left + cellWidth + nameWidth - node.clientWidth;
  };
  const nextSpace = (from: number, by: 1 | -1, steps = 1): number => {
    let place = from;
    for (let left = steps; left > 0; left -= 1) {
      let next = place + by;
      while (rows[next]?.kind === 'station') next += by;
      if (rows[next]?.kind !== 'space') break;
      place = next;
    }
    return place;
  };
  const move = (event: KeyboardEvent): void => {
    const { place, at } = active ?? { place: nextSpace(-1, 1), at: 0 };
    const page = Math.max(1, Math.floor(height / rowHeight) - 2);
    const last = days.length - 1;
    const whole = event.ctrlKey || event.metaKey;
    const targets: Record<string, readonly [number, number]> = {
      ArrowRight: [place, clamp(at + 1, last)],
      ArrowLeft: [place, clamp(at - 1, last)],
      ArrowDown: [nextSpace(place, 1), at],
      ArrowUp: [nextSpace(place, -1), at],
      PageDown: [nextSpace(place, 1, page), at],
      PageUp: [nextSpace(place, -1, page), at],
      Home: [whole ? nextSpace(-1, 1) : place, 0],
      End: [whole ? nextSpace(rows.length, -1) : place, last],
    };
    if (event.key === 'Enter' && selection) {
      event.preventDefault();
      onOpen();
      return;
    }
    if (event.key === 'Escape' && selection) {
      onSelect(null);
      return;
    }
    const target = targets[event.key];
    if (!target) return;
    event.preventDefault();
    const [to, day] = active ? target : [place, at];
    choose(to, day, event.shiftKey && to === place);
    reveal(to, day);
  };
  const cellOf = (event: PointerEvent): readonly [number, number] | null => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('td');
    const line = cell?.closest<HTMLElement>('[data-place]');
    return cell && line ? [Number(line.dataset.place), Number(cell.dataset.at)] : null;
  };

  return (
    <Root onScroll={(event) => setTop(event.currentTarget.scrollTop)} ref={frame}>
      <table
        aria-activedescendant={active ? activeId : undefined}
        aria-colcount={days.length + 1}
        aria-label="Disponibilidad por espacio y día"
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        onDoubleClick={() => selection && onOpen()}
        onKeyDown={move}
        onPointerDown={(event) => {
          const cell = cellOf(event);
          if (cell && event.button === 0) choose(...cell, event.shiftKey);
        }}
        onPointerMove={(event) => {
          if (event.buttons !== 1 || event.pointerType === 'touch') return;
          const cell = cellOf(event);
          if (cell && cell[0] === active?.place && cell[1] !== active.at) choose(...cell, true);
        }}
        tabIndex={0}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table used like a sheet (WAI-ARIA, grid).
        role="grid"
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">Espacio</th>
            {days.map(({ day, weekday }) => (
              <th data-weekend={Number(weekday) > 5 || undefined} key={day} scope="col">
                {initials[Number(weekday) - 1]}
                <br />
                {`${day.slice(8)}/${day.slice(5, 7)}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody style={{ blockSize: rows.length * rowHeight }}>
          {visible.map((row, index) => {
            const place = start + index;
            const isChosen = row.kind === 'space' && selection?.space.id === row.id;
            return (
              <Line
                active={active?.place === place ? active.at : -1}
                days={days}
                first={isChosen ? selection.first : -1}
                idOf={activeId}
                key={row.id}
                last={isChosen ? selection.last : -1}
                place={place}
                row={row}
              />
            );
          })}
        </tbody>
      </table>
    </Root>
  );
}
