import { type FocusEvent, type KeyboardEvent, type ReactNode, useState } from 'react';

/** Whether the content of a cell is truncated. */
export const isTruncated = (cell: HTMLElement): boolean =>
  [cell, ...cell.querySelectorAll<HTMLElement>('a[data-row-link], [data-under]')].some(
    (text) => text.scrollWidth > text.clientWidth && getComputedStyle(text).display !== 'inline',
  );

/** Shows the truncated texts of a row completely while its link has the keyboard focus; Escape hides them. */
export function useTruncatedTexts(): {
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onBlur: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  bubble: ReactNode;
} {
  const [cut, setCut] = useState<{ texts: readonly string[]; top: number; start: number } | null>(null);
  return {
    onFocus: ({ target, currentTarget }) => {
      const link = target.closest('a[data-row-link]');
      const row = link?.matches(':focus-visible') ? link.closest('tr') : null;
      const cells = row
        ? [...row.cells].filter((cell) => cell.dataset.label !== undefined && isTruncated(cell))
        : [];
      if (!row || cells.length === 0) return;
      setCut({
        texts: cells.map(({ dataset, textContent }) => `${dataset.label}: ${textContent}`),
        top: row.offsetTop + row.offsetHeight,
        start: (currentTarget.parentElement?.scrollLeft ?? 0) + 48,
      });
    },
    onBlur: () => setCut(null),
    onKeyDown: ({ key }) => {
      if (key === 'Escape') setCut(null);
    },
    bubble: cut && (
      <div data-cut role="tooltip" style={{ insetBlockStart: cut.top, insetInlineStart: cut.start }}>
        {cut.texts.join(' · ')}
      </div>
    ),
  };
}
