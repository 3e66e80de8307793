/** How far the cells of a sheet reach, whether or not anything stands in them. */
export interface SheetExtent {
  /** Rows down to the last one named. */
  readonly rows: number;
  /** Columns up to the last one named. */
  readonly columns: number;
}

const slice = 1024 * 1024;
/** Longer than any reference with what stands before it. */
const overlap = 64;
const reference = /(?:[ :]r="|<dimension ref="[A-Z]+[0-9]+:)([A-Z]{1,3})?([0-9]{1,7})"/g;

const columnOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/**
 * Reads the references of rows and cells from the XML of a sheet, a megabyte at a time: a reader of sheets makes room for
 * every cell up to the farthest, so one far cell of a small file would take gigabytes.
 *
 * @example sheetExtent(Buffer.from('<c r="C2"/>')) // { rows: 2, columns: 3 }
 */
export const sheetExtent = (xml: Buffer): SheetExtent => {
  let rows = 0;
  let columns = 0;
  for (let from = 0; from < xml.length; from += slice) {
    const part = xml.toString('latin1', Math.max(0, from - overlap), from + slice);
    for (const [, letters, row] of part.matchAll(reference)) {
      rows = Math.max(rows, Number(row));
      if (letters) columns = Math.max(columns, columnOf(letters));
    }
  }
  return { rows, columns };
};
