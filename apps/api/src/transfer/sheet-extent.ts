/** How far the cells of a sheet reach, whether or not anything stands in them. */
export interface SheetExtent {
  /** Rows down to the last one named. */
  readonly rows: number;
  /** Columns up to the last one named. */
  readonly columns: number;
}

const slice = 1024 * 1024;

// In the text of an element a `<` is always written `&lt;`, so that nothing a person typed looks like one of these.
const begins = /<(?:[^<>:/"'= \t\r\n]*:)?(row|c|dimension)(?=[/> \t\r\n])/g;
const attributes = /[ \t\r\n]+([^<>/"'= \t\r\n]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')/y;
const ends = /[ \t\r\n]*\/?>/y;

/** What may stand in the attribute that says where an element is; a number alone stands for a row. */
const places: Readonly<Record<string, readonly [attribute: string, form: RegExp]>> = {
  row: ['r', /^()(\d{1,7})$/],
  c: ['r', /^([A-Z]{1,3})(\d{1,7})$/],
  dimension: ['ref', /^(?:[A-Z]{1,3}\d{1,7}:)?([A-Z]{1,3})(\d{1,7})$/],
};

const columnOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/**
 * Reads the references of rows and cells from the XML of a sheet, a megabyte at a time: a reader of sheets makes room for
 * every cell up to the farthest, so one far cell of a small file would take gigabytes. Ranges that other elements name,
 * such as the cells that a validation is for, take no room.
 *
 * @returns undefined where a reference is written in a way that readers of sheets might understand differently
 * @example sheetExtent(Buffer.from('<c r="C2"/>')) // { rows: 2, columns: 3 }
 */
export const sheetExtent = (xml: Buffer): SheetExtent | undefined => {
  let rows = 0;
  let columns = 0;
  let rest = '';
  for (let from = 0; from < xml.length; from += slice) {
    const isLast = from + slice >= xml.length;
    const part = rest + xml.toString('latin1', from, from + slice);
    // An element that the next slice ends is read with that one.
    const cut = isLast ? part.length : part.lastIndexOf('<');
    rest = part.slice(cut);
    if (cut < 0 || rest.length > slice) return undefined;
    const text = part.slice(0, cut);
    for (const { 0: begin, 1: name = '', index } of text.matchAll(begins)) {
      const [wanted, form] = places[name] ?? [];
      let at = index + begin.length;
      for (;;) {
        attributes.lastIndex = at;
        const found = attributes.exec(text);
        if (!found) break;
        at = attributes.lastIndex;
        if (found[1]?.replace(/^[^:]*:/, '') !== wanted) continue;
        const place = form?.exec(found[2] ?? found[3] ?? '');
        if (!place) return undefined;
        rows = Math.max(rows, Number(place[2]));
        columns = Math.max(columns, columnOf(place[1] ?? ''));
      }
      ends.lastIndex = at;
      if (!ends.test(text)) return undefined;
    }
  }
  return { rows, columns };
};
