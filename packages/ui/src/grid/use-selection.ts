import { useState } from 'react';
import type { Place, Range } from './model/grid-types.ts';
import { nearest, rangeOf, type Selection, type Size } from './model/selection.ts';

const nowhere: Selection = { anchor: { row: 0, column: 0 }, focus: { row: 0, column: 0 } };

/** The selected cells of a grid. */
export interface GridSelection {
  readonly size: Size;
  readonly range: Range;
  /** The cell that keys apply to. */
  readonly active: Place;
  /** Selects a cell, or extends the selection to it, and scrolls it into view. */
  goTo(place: Place, extend?: boolean): void;
  /** Selects a cell, which may be in a row that is added at the same time. */
  choose(place: Place): void;
  /** Selects what the pointer is on: a cell, or with the column -1 a whole row. */
  point(place: Place, extend: boolean): void;
  /** Extends the selection to the cell under the pointer. */
  drag(place: Place): void;
  everything(): void;
  wholeColumns(): void;
  wholeRows(): void;
}

export function useSelection(size: Size, reveal: (place: Place) => void): GridSelection {
  const [chosen, setChosen] = useState<Selection>(nowhere);
  const range = rangeOf(chosen, size);
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1];
  return {
    size,
    range,
    active: nearest(chosen.focus, size),
    goTo: (place, extend = false) => {
      const to = nearest(place, size);
      setChosen({ anchor: extend ? chosen.anchor : to, focus: to });
      reveal(to);
    },
    choose: (place) => setChosen({ anchor: place, focus: place }),
    point: (place, extend) => {
      if (place.column < 0)
        setChosen({
          anchor: { row: extend ? chosen.anchor.row : place.row, column: 0 },
          focus: { row: place.row, column: lastColumn },
        });
      else setChosen({ anchor: extend ? chosen.anchor : place, focus: place });
    },
    drag: (place) => setChosen({ anchor: chosen.anchor, focus: place }),
    everything: () =>
      setChosen({ anchor: { row: 0, column: 0 }, focus: { row: lastRow, column: lastColumn } }),
    wholeColumns: () =>
      setChosen({ anchor: { row: 0, column: range.left }, focus: { row: lastRow, column: range.right } }),
    wholeRows: () =>
      setChosen({ anchor: { row: range.top, column: 0 }, focus: { row: range.bottom, column: lastColumn } }),
  };
}
