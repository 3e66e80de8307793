import type { ListQuery } from '@pauta/domain/resource/query/query.ts';

/** The selection in a list: some rows, or every row that matches the list's query. */
export type Selection =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  /** `expected` is the number shown to the user; the server counts again and compares. */
  | { readonly kind: 'all'; readonly query: ListQuery; readonly expected: number };

/** The number of selected rows, as far as it is known. */
export const selectedCount = (selection: Selection): number =>
  selection.kind === 'ids' ? selection.ids.length : selection.expected;
