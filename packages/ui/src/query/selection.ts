import type { ListQuery } from '@pauta/domain/resource/query/query.ts';

/** What is selected in a list: some rows, or every row that the list's query matches. */
export type Selection =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  /** `expected` is how many the reader was told; the server counts again. */
  | { readonly kind: 'all'; readonly query: ListQuery; readonly expected: number };

/** How many rows a selection holds, as far as the screen knows. */
export const selectedCount = (selection: Selection): number =>
  selection.kind === 'ids' ? selection.ids.length : selection.expected;
