/** Current widths of the columns of a list, in CSS pixels, by name. */
export function measureColumns(table: HTMLTableElement): ReadonlyMap<string, number> {
  return new Map(
    [...table.querySelectorAll<HTMLElement>('thead th[data-name]')].map((head) => [
      head.dataset.name ?? '',
      Math.round(head.getBoundingClientRect().width),
    ]),
  );
}

/**
 * Sets the width of one column without a render, keeping the others, while its handle is dragged. The next render uses
 * these widths.
 */
export function stretchColumn(table: HTMLTableElement, name: string, pixels: number): void {
  const widths = new Map(measureColumns(table)).set(name, pixels);
  let sum = 0;
  for (const [column, width] of widths) {
    sum += width;
    const element = table.querySelector<HTMLElement>(`col[data-name="${CSS.escape(column)}"]`);
    if (element) element.style.inlineSize = `${width}px`;
  }
  for (const extra of table.querySelectorAll<HTMLElement>('col[data-extra]'))
    sum += extra.getBoundingClientRect().width;
  table.style.inlineSize = `${sum}px`;
  table.style.minInlineSize = '0';
  const handle = table.querySelector(`th[data-name="${CSS.escape(name)}"] [data-resize]`);
  handle?.setAttribute('aria-valuenow', `${pixels}`);
}

/** The width at which the widest text of a column just fits. */
export function fitWidth(table: HTMLTableElement, name: string): number {
  const head = table.querySelector<HTMLTableCellElement>(`th[data-name="${CSS.escape(name)}"]`);
  if (!head) return 0;
  const cells = [...table.querySelectorAll<HTMLTableRowElement>('tr[data-row]')].flatMap(
    (row) => row.cells[head.cellIndex] ?? [],
  );
  const range = document.createRange();
  const widest = Math.max(
    ...cells.map((cell) => {
      range.selectNodeContents(cell);
      return range.getBoundingClientRect().width;
    }),
    0,
  );
  range.selectNodeContents(head.firstElementChild ?? head);
  return Math.max(widest, range.getBoundingClientRect().width + 48) + 24;
}
