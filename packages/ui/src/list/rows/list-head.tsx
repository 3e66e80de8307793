import type { Sort } from '@pauta/domain/resource/query/query.ts';
import { ArrowDown, ArrowUp, EllipsisVertical } from 'lucide-react';
import {
  type KeyboardEvent,
  lazy,
  type PointerEvent,
  type ReactElement,
  Suspense,
  useRef,
  useState,
} from 'react';
import type { MenuAction } from '../../controls/menu.tsx';
import { fitWidth, measureColumns, stretchColumn } from '../columns/column-widths.ts';
import { type Column, pixelLimits } from '../columns/columns.ts';

const ActionMenu = lazy(async () => ({
  default: (await import('../../controls/action-menu.tsx')).ActionMenu,
}));

export interface HeadActions {
  readonly onSort: (sort: Sort) => void;
  /** Entries of the menu of a column; if absent, column heads have no menu and widths cannot be changed. */
  readonly menuOf?: ((column: Column) => readonly MenuAction[]) | undefined;
  /** Widths of all columns in CSS pixels, after one of them was resized. */
  readonly onWidths?: ((pixels: ReadonlyMap<string, number>) => void) | undefined;
}

const clamp = (pixels: number): number =>
  Math.round(Math.min(pixelLimits.most, Math.max(pixelLimits.least, pixels)));

const shown = (column: Column): number => clamp(column.pixels ?? column.fit);

/** The column heads, with the order, the menu and the width of each column. */
export function HeadCells({
  columns,
  sort,
  pins,
  onSort,
  menuOf,
  onWidths,
}: HeadActions & {
  columns: readonly Column[];
  sort: Sort;
  /** Index among the pinned columns, by name. */
  pins: ReadonlyMap<string, number>;
}): ReactElement {
  const [menu, setMenu] = useState<Column | null>(null);
  const trigger = useRef<HTMLElement | null>(null);
  const drag = useRef<{
    name: string;
    from: number;
    width: number;
    now?: number;
    table: HTMLTableElement;
  } | null>(null);

  /** Sets the width of a column and keeps the current ones of the others. */
  const resize = (table: HTMLTableElement, name: string, pixels: number): void => {
    const width = clamp(pixels);
    stretchColumn(table, name, width);
    onWidths?.(new Map(measureColumns(table)).set(name, width));
  };
  const start = (event: PointerEvent<HTMLElement>, name: string): void => {
    const table = event.currentTarget.closest('table');
    if (!table || event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { name, from: event.clientX, width: measureColumns(table).get(name) ?? 0, table };
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const { current } = drag;
    if (!current) return;
    const way = getComputedStyle(current.table).direction === 'rtl' ? -1 : 1;
    current.now = clamp(current.width + way * (event.clientX - current.from));
    stretchColumn(current.table, current.name, current.now);
  };
  const end = (): void => {
    const { current } = drag;
    drag.current = null;
    if (current?.now !== undefined) resize(current.table, current.name, current.now);
  };
  const resizeByKey = (event: KeyboardEvent<HTMLElement>, name: string): void => {
    const table = event.currentTarget.closest('table');
    if (!table) return;
    if (event.key === 'Escape' || event.key === 'Enter') {
      event.preventDefault();
      event.currentTarget.closest('th')?.querySelector<HTMLElement>('[data-menu]')?.focus();
      return;
    }
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const width = measureColumns(table).get(name) ?? 0;
    resize(table, name, width + step * (event.shiftKey ? 50 : 10));
  };

  return (
    <>
      {columns.map((column) => {
        const { name, label } = column;
        const sorted = sort.field === name;
        const Arrow = sorted && sort.descending ? ArrowDown : ArrowUp;
        return (
          <th
            aria-label={label}
            aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
            data-align={column.field.kind.align}
            data-name={name}
            data-pin={pins.get(name)}
            key={name}
            scope="col"
          >
            {column.sortable ? (
              <button
                data-sort
                onClick={() => onSort({ field: name, descending: sorted && !sort.descending })}
                type="button"
              >
                {label}
                <Arrow aria-hidden size={11} />
              </button>
            ) : (
              <span data-text>{label}</span>
            )}
            {menuOf && (
              <button
                aria-expanded={menu?.name === name}
                aria-haspopup="menu"
                aria-label={`Opciones de la columna ${label}`}
                data-menu
                onClick={(event) => {
                  trigger.current = event.currentTarget;
                  setMenu(column);
                }}
                type="button"
              >
                <EllipsisVertical aria-hidden size={14} />
              </button>
            )}
            {onWidths && (
              // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved.
              <span
                aria-label={`Ancho de la columna ${label}`}
                aria-orientation="vertical"
                aria-valuemax={pixelLimits.most}
                aria-valuemin={pixelLimits.least}
                aria-valuenow={shown(column)}
                data-resize
                onDoubleClick={(event) => {
                  const table = event.currentTarget.closest('table');
                  if (table) resize(table, name, fitWidth(table, name));
                }}
                onKeyDown={(event) => resizeByKey(event, name)}
                onLostPointerCapture={end}
                onPointerDown={(event) => start(event, name)}
                onPointerMove={move}
                role="separator"
                tabIndex={-1}
              />
            )}
          </th>
        );
      })}
      {menu && menuOf && (
        <Suspense>
          <ActionMenu
            actions={menuOf(menu)}
            label={`Columna ${menu.label}`}
            onClose={() => setMenu(null)}
            trigger={trigger}
          />
        </Suspense>
      )}
    </>
  );
}
