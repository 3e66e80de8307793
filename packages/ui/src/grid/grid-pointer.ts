import type { MouseEvent, PointerEvent } from 'react';
import type { Place } from './model/grid-types.ts';
import type { GridSelection } from './use-selection.ts';

/** The cell of an event; column -1 is the number of its row. */
const placeOf = (event: MouseEvent): Place | null => {
  const cell = (event.target as HTMLElement).closest<HTMLElement>('tbody [data-at], tbody [data-place]');
  const line = cell?.closest<HTMLElement>('tr[data-place]');
  return cell && line ? { row: Number(line.dataset.place), column: Number(cell.dataset.at ?? -1) } : null;
};

/** The handlers of the pointer of a grid: it selects by dragging, a finger by tapping. */
export const gridPointer = (selection: GridSelection, isEditing: boolean, begin: () => void) => {
  const isActive = ({ row, column }: Place): boolean =>
    row === selection.active.row && column === selection.active.column;
  return {
    onPointerDown: (event: PointerEvent): void => {
      const place = placeOf(event);
      // A finger scrolls; it chooses by tapping.
      if (!place || event.button !== 0 || event.pointerType === 'touch') return;
      if ((event.target as HTMLElement).matches('input, select, option')) return;
      selection.point(place, event.shiftKey);
    },
    onPointerMove: (event: PointerEvent): void => {
      if (event.buttons !== 1 || event.pointerType === 'touch' || isEditing) return;
      const place = placeOf(event);
      if (place && place.column >= 0 && !isActive(place)) selection.drag(place);
    },
    onClick: (event: MouseEvent): void => {
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType !== 'touch') return;
      const place = placeOf(event);
      if (!place || place.column < 0) return;
      // A second tap on the active cell edits it.
      if (isActive(place)) begin();
      else selection.point(place, false);
    },
    onDoubleClick: (event: MouseEvent): void => {
      if (placeOf(event)) begin();
    },
  };
};
