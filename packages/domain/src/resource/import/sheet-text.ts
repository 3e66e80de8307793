/**
 * Cells of a range as spreadsheets copy it: tabulators between them, quotes around those with a tabulator, a line break
 * or a quote. Empty rows are kept, because cells below them keep their distance; the line break at the end is not a row.
 *
 * @example readSheetText('1\t2\r\n\r\n3\t4\r\n') // [['1', '2'], [''], ['3', '4']]
 */
export function readSheetText(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const put = (): void => {
    rows.at(-1)?.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === '\t') put();
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at += 1;
      put();
      rows.push([]);
    } else cell += sign;
  }
  if (cell !== '' || (rows.at(-1)?.length ?? 0) > 0) put();
  else rows.pop();
  return rows;
}

/** The inverse of {@link readSheetText} for cells without surrounding spaces. */
export const writeSheetText = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) =>
      row.map((cell) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'),
    )
    .join('\r\n');
