import type { Cell } from '@pauta/domain/resource/import/cell.ts';
import type { Merge } from '@pauta/domain/resource/import/sheet.ts';
import type { ReadColumn } from '@pauta/domain/sales/orders/order.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { Select } from '@pauta/ui/controls/select.tsx';
import { type ReactElement, useMemo, useRef, useState } from 'react';
import { doubtLabel, type OrderAnswer } from './order-answer.ts';
import { DoubtList, Legend, SheetFrame } from './order-style.ts';

/** Rows and columns that are shown; more would take long to display and nobody reads them. */
const [mostRows, mostColumns] = [400, 130];

/** Groups of meanings with one colour each. */
const groups = {
  programme: 'Programa o emisora',
  time: 'Horario o duración',
  when: 'Días o fechas',
  count: 'Cantidades',
  money: 'Precios',
} as const;

const groupOf = (meaning: ReadColumn['meaning'] | undefined): keyof typeof groups | undefined => {
  switch (meaning) {
    case 'programme':
    case 'station':
      return 'programme';
    case 'time':
    case 'duration':
      return 'time';
    case 'day':
    case 'from':
    case 'to':
    case 'dates':
    case 'days':
      return 'when';
    case 'units':
    case 'per_day':
    case 'subtotal':
      return 'count';
    case 'price':
    case 'discount':
    case 'amount':
      return 'money';
    default:
      return undefined;
  }
};

const columnName = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : `${columnName(Math.floor(index / 26) - 1)}${columnName(index % 26)}`;

const shown = (cell: Cell): string => {
  if (cell === null || cell === false) return '';
  if (cell === true) return 'X';
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(String(cell)) ?? [];
  return day ? `${day}/${month}/${year}` : String(cell);
};

/** Joined cells: how far the first of them reaches, and null for those that it covers. */
const spansOf = (
  merges: readonly Merge[],
): ReadonlyMap<string, { colSpan: number; rowSpan: number } | null> => {
  const spans = new Map<string, { colSpan: number; rowSpan: number } | null>();
  for (const { row, column, rows, columns } of merges) {
    if (rows * columns > mostRows * mostColumns) continue;
    for (let at = 0; at < rows * columns; at += 1)
      spans.set(
        `${row + Math.floor(at / columns)} ${column + (at % columns)}`,
        at === 0 ? { colSpan: columns, rowSpan: rows } : null,
      );
  }
  return spans;
};

/** The sheets of the order with the colours of what their columns mean, and the doubts, which lead to their cells. */
export function OrderPreview({ order }: { readonly order: OrderAnswer }): ReactElement {
  const { sheets, doubts } = order;
  const frame = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const sheet = sheets[at] ?? sheets[0];
  const marks = useMemo(() => {
    const own = doubts.filter((doubt) => doubt.sheet === at);
    return {
      meanings: new Map(
        order.columns.filter((one) => one.sheet === at).map((one) => [one.column, groupOf(one.meaning)]),
      ),
      headers: new Set(order.headers.filter((one) => one.sheet === at).map(({ row }) => row)),
      cells: new Set(own.map(({ row, column }) => `${row ?? '*'} ${column ?? '*'}`)),
    };
  }, [order, doubts, at]);
  const merges = useMemo(() => spansOf(sheet?.merges ?? []), [sheet]);
  const bodyFrom = Math.min(...[...marks.headers].map((row) => row ?? 0));
  const isDoubted = (row: number, column: number): boolean =>
    marks.cells.has(`${row} ${column}`) ||
    marks.cells.has(`${row} *`) ||
    (marks.headers.has(row) && marks.cells.has(`* ${column}`));

  const lead = (index: number): void => {
    const doubt = doubts[index];
    if (!doubt) return;
    setAt(doubt.sheet);
    requestAnimationFrame(() => {
      const row = doubt.row ?? [...marks.headers].at(-1) ?? 0;
      const cell = frame.current?.querySelector<HTMLElement>(`[data-cell="${row} ${doubt.column ?? 0}"]`);
      cell?.scrollIntoView({ block: 'center', inline: 'center' });
      cell?.focus({ preventScroll: true });
    });
  };
  if (!sheet) return <p>La orden no tiene hojas.</p>;
  const rows = sheet.rows.slice(0, mostRows);
  const width = Math.min(
    mostColumns,
    rows.reduce((most, row) => Math.max(most, row.length), 0),
  );
  const columns = Array.from({ length: width }, (_, column) => column);
  const isCut = sheet.rows.length > mostRows || sheet.rows.some((row) => row.length > mostColumns);
  return (
    <>
      {doubts.length > 0 && (
        <section aria-label="Dudas">
          <h3>{countOf(doubtLabel, doubts.length)} por revisar</h3>
          <DoubtList>
            {doubts.map((doubt, index) => (
              <li key={`${doubt.sheet} ${doubt.row} ${doubt.column} ${doubt.text}`}>
                {doubt.row === null && doubt.column === null ? (
                  <span>{doubt.text}</span>
                ) : (
                  <button onClick={() => lead(index)} type="button">
                    <strong>
                      {sheets.length > 1 && `${sheets[doubt.sheet]?.name} · `}
                      {doubt.column === null ? 'Fila ' : columnName(doubt.column)}
                      {doubt.row === null ? '' : doubt.row + 1}
                    </strong>
                    {doubt.text}
                  </button>
                )}
              </li>
            ))}
          </DoubtList>
        </section>
      )}
      <section aria-label="La orden">
        {sheets.length > 1 && (
          <Select
            clearable={false}
            label="Hoja"
            onChange={(next) => setAt(Number(next))}
            options={sheets.map(({ name }, index) => ({
              value: String(index),
              label: name || `Hoja ${index + 1}`,
            }))}
            value={String(at)}
          />
        )}
        <SheetFrame aria-label={`Hoja ${sheet.name}`} ref={frame} role="region" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <td />
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {columnName(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr data-header={marks.headers.has(index) || undefined} key={index}>
                  <th scope="row">{index + 1}</th>
                  {columns.map((column) => {
                    const cell = row[column] ?? null;
                    const merge = merges.get(`${index} ${column}`);
                    if (merge === null) return null;
                    return (
                      <td
                        data-cell={`${index} ${column}`}
                        data-doubt={isDoubted(index, column) || undefined}
                        data-meaning={index >= bodyFrom ? marks.meanings.get(column) : undefined}
                        data-number={typeof cell === 'number' || undefined}
                        key={column}
                        {...merge}
                        tabIndex={-1}
                      >
                        {shown(cell)}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </SheetFrame>
        {isCut && <p data-muted>Se muestra el comienzo de la hoja; se leyó completa.</p>}
        <Legend aria-label="Colores">
          {Object.entries(groups).map(([group, label]) => (
            <li key={group}>
              <span aria-hidden data-meaning={group} />
              {label}
            </li>
          ))}
          <li>
            <span aria-hidden data-doubt />
            Con duda
          </li>
        </Legend>
      </section>
    </>
  );
}
