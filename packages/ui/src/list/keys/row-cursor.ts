const selector = 'tr[data-row]';

const rowsOf = (root: HTMLElement): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(selector)];

/** Returns the row with the focus, or the last one that had it. */
export function cursorRow(root: HTMLElement | null, last: string | null): HTMLElement | null {
  const active = document.activeElement?.closest<HTMLElement>(selector);
  if (active && root?.contains(active)) return active;
  return last === null ? null : rowElement(root, last);
}

export const rowElement = (root: HTMLElement | null, id: string): HTMLElement | null =>
  root?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"]`) ?? null;

/** Focuses a row: its link, which screen readers read out, or the row itself if it has none. */
export function focusRow(row: HTMLElement, options: FocusOptions = {}): void {
  (row.querySelector<HTMLElement>('a[data-row-link]') ?? row).focus({ preventScroll: true, ...options });
  // The head and the pinned columns are sticky: the row, not its link, is scrolled into view.
  row.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
}

/** Returns the previous or next row; the first one if no row had the focus yet. */
export function stepRow(root: HTMLElement, last: string | null, by: 1 | -1): HTMLElement | null {
  const rows = rowsOf(root);
  const cursor = cursorRow(root, last);
  if (!cursor) return rows[0] ?? null;
  return rows[rows.indexOf(cursor) + by] ?? null;
}
