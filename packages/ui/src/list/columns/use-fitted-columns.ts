import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { useMemo, useRef } from 'react';
import { type Column, fitColumns } from './columns.ts';

/**
 * The columns fitted to the first rows. Later pages keep those widths, so that columns do not move while reading. A
 * change of columns fits them again.
 */
export function useFittedColumns(
  columns: readonly Column[],
  rows: readonly AnyRecord[],
  cells: Readonly<Record<string, unknown>> | undefined,
): readonly Column[] {
  const first = useRef<{ columns: readonly Column[]; rows: readonly AnyRecord[] }>(undefined);
  if (rows.length > 0 && first.current?.columns !== columns) first.current = { columns, rows };
  const sample = first.current?.columns === columns ? first.current.rows : rows;
  return useMemo(
    () => fitColumns(columns, sample, new Set(Object.keys(cells ?? {}))),
    [columns, sample, cells],
  );
}
