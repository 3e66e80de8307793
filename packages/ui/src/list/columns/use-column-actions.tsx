import { groupsRows } from '@pauta/domain/resource/query/summary.ts';
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  EyeOff,
  Group,
  MoveHorizontal,
  Pin,
  PinOff,
} from 'lucide-react';
import type { RefObject } from 'react';
import type { MenuAction } from '../../controls/menu.tsx';
import type { UseListQuery } from '../state/use-list-query.ts';
import { measureColumns } from './column-widths.ts';
import { type Column, moveColumn, stateOf } from './columns.ts';

const icon = { 'aria-hidden': true, size: 15 } as const;

/** Actions of the column heads: the menu of each column, and resizing. */
export function useColumnActions(
  list: UseListQuery,
  columns: readonly Column[],
  scroller: RefObject<HTMLElement | null>,
): {
  menuOf: (column: Column) => readonly MenuAction[];
  onWidths: (pixels: ReadonlyMap<string, number>) => void;
} {
  const put = (next: readonly Column[]): void => list.look({ columns: next.map(stateOf) });
  const withWidths = (pixels: ReadonlyMap<string, number>): readonly Column[] =>
    columns.map((column) => ({ ...column, pixels: pixels.get(column.name) || column.pixels }));
  const headOf = (name: string): HTMLElement | null =>
    scroller.current?.querySelector(`th[data-name="${CSS.escape(name)}"]`) ?? null;
  /** Returns the focus to the column head, which may have moved. */
  const refocus = (name: string): void =>
    void setTimeout(() => headOf(name)?.querySelector<HTMLElement>('[data-menu]')?.focus(), 50);

  const pin = (column: Column): void => {
    const table = scroller.current?.querySelector('table');
    // Pinned columns need fixed widths, which do not depend on the window.
    const sized = table && !column.pinned ? withWidths(measureColumns(table)) : columns;
    const next = sized.map((one) => (one.name === column.name ? { ...one, pinned: !one.pinned } : one));
    put([...next.filter((one) => one.pinned), ...next.filter((one) => !one.pinned)]);
    refocus(column.name);
  };
  const move = (column: Column, by: 1 | -1): void => {
    put(moveColumn(columns, column.name, by));
    refocus(column.name);
  };

  const menuOf = (column: Column): readonly MenuAction[] => {
    const { name, pinned, isTitle } = column;
    const canMove = (by: 1 | -1): boolean => moveColumn(columns, name, by) !== columns;
    const isGroup = list.view.group === name;
    return [
      ...(column.sortable
        ? [
            {
              id: 'ascending',
              label: 'Ordenar de menor a mayor',
              icon: <ArrowUp {...icon} />,
              onAction: () => list.go({ sort: { field: name, descending: false } }),
            },
            {
              id: 'descending',
              label: 'Ordenar de mayor a menor',
              icon: <ArrowDown {...icon} />,
              onAction: () => list.go({ sort: { field: name, descending: true } }),
            },
          ]
        : []),
      ...(groupsRows(column.field)
        ? [
            {
              id: 'group',
              label: isGroup ? 'Quitar los grupos' : 'Agrupar por esta columna',
              icon: <Group {...icon} />,
              onAction: () => list.groupBy(isGroup ? null : name),
            },
          ]
        : []),
      {
        id: 'pin',
        label: pinned ? 'Soltar la columna' : 'Fijar la columna',
        icon: pinned ? <PinOff {...icon} /> : <Pin {...icon} />,
        onAction: () => pin(column),
      },
      ...(canMove(-1)
        ? [
            {
              id: 'left',
              label: 'Mover a la izquierda',
              icon: <ArrowLeft {...icon} />,
              onAction: () => move(column, -1),
            },
          ]
        : []),
      ...(canMove(1)
        ? [
            {
              id: 'right',
              label: 'Mover a la derecha',
              icon: <ArrowRight {...icon} />,
              onAction: () => move(column, 1),
            },
          ]
        : []),
      {
        id: 'width',
        label: 'Cambiar el ancho con las flechas',
        icon: <MoveHorizontal {...icon} />,
        onAction: () => headOf(name)?.querySelector<HTMLElement>('[data-resize]')?.focus(),
      },
      ...(isTitle
        ? []
        : [
            {
              id: 'hide',
              label: 'Ocultar la columna',
              icon: <EyeOff {...icon} />,
              onAction: () => put(columns.filter((one) => one.name !== name)),
            },
          ]),
    ];
  };
  return { menuOf, onWidths: (pixels) => put(withWidths(pixels)) };
}
