import { Readable } from 'node:stream';
import { capacityUnits } from '@pauta/domain/catalogues/inventory.ts';
import {
  type AvailabilityAnswer,
  type AvailabilityRow,
  cellsOfSpace,
  rowsOfAnswer,
  type SpaceCell,
} from '@pauta/domain/inventory/capacity/availability.ts';
import { availabilityList } from '@pauta/domain/inventory/capacity/availability-list.ts';
import { type Bucket, bucketsOf } from '@pauta/domain/inventory/capacity/buckets.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatQuery } from '@pauta/domain/resource/query/query.ts';
import type { FastifyRequest } from 'fastify';
import { byteOrderMark, csvLine } from '../../import-export/export/csv.ts';
import { exportName } from '../../import-export/export/name.ts';
import { recordExport } from '../../import-export/export/record-export.ts';
import { tableTypes } from '../../import-export/export/table-file.ts';
import { cellStyles, type SheetCell, xlsxOf } from '../../import-export/export/xlsx-writer.ts';
import { actorOf } from '../../platform/access.ts';
import type { AskedAvailability } from './asked.ts';
import { readAvailability } from './availability.ts';

/** The lines of each space; a number is left out where the space is not sold. */
const lines: readonly { readonly label: string; readonly of: (cell: SpaceCell) => number }[] = [
  { label: 'Capacidad', of: ({ capacity }) => capacity },
  { label: 'Libre', of: ({ free }) => free },
  { label: 'Reservado', of: ({ held }) => held },
  { label: 'Vendido', of: ({ booked }) => booked },
  { label: 'En cola', of: ({ queued }) => queued },
];

const fixed = ['Plataforma', 'Compañía', 'Canal, emisora o circuito', 'Código', 'Espacio', 'Unidad', 'Dato'];

const headOf = ({ from, to }: Bucket): string =>
  from === to ? formatCivilDate(from) : `${formatCivilDate(from)} – ${formatCivilDate(to)}`;

type Row = readonly (string | number | null)[];

/** The rows of the file of a space. */
const rowsOf = (space: AvailabilityRow, buckets: readonly Bucket[]): Row[] => {
  const cells = cellsOfSpace(space, buckets);
  const { platform, company, subdivision, code, name, capacity_unit } = space;
  const unit = (capacityUnits as Readonly<Record<string, string>>)[capacity_unit] ?? capacity_unit;
  return lines.map(({ label, of }) => [
    ...[platform, company, subdivision, code, name, unit, label],
    ...cells.map((cell) => (cell.days === 0 ? null : of(cell))),
  ]);
};

const together = 100;

async function* batchesOf(spaces: readonly AvailabilityRow[], buckets: readonly Bucket[]) {
  for (let from = 0; from < spaces.length; from += together)
    yield spaces.slice(from, from + together).flatMap((space) => rowsOf(space, buckets));
}

const sheetCell = (value: string | number | null): SheetCell => {
  if (value === null) return null;
  return typeof value === 'number' ? { digits: String(value), style: cellStyles.plain } : { text: value };
};

async function* sheetOf(batches: AsyncIterable<readonly Row[]>) {
  for await (const batch of batches) yield batch.map((row) => row.map(sheetCell));
}

async function* csvOf(head: readonly string[], batches: AsyncIterable<readonly Row[]>) {
  yield byteOrderMark + csvLine(head);
  for await (const batch of batches)
    yield batch
      .map((row) =>
        csvLine(row.map((value) => (typeof value === 'number' ? { digits: String(value) } : (value ?? '')))),
      )
      .join('');
}

/**
 * What the matrix shows as a file, with the same filters and the same spaces: for each space its capacity and what is
 * free, held, booked and queued in each column. It is logged before it is sent. It names no holders.
 */
export const availabilityFile = async (
  request: FastifyRequest,
  asked: AskedAvailability,
  format: 'csv' | 'xlsx',
): Promise<{ readonly name: string; readonly type: string; readonly body: Readable }> => {
  const { period, by, query, periodFilters } = asked;
  const text = await readAvailability(request.server.database, asked, actorOf(request));
  const spaces = rowsOfAnswer(JSON.parse(text) as AvailabilityAnswer);
  const buckets = bucketsOf(period.from, period.to, by);
  const filters = formatQuery(availabilityList, {
    ...query,
    filters: [...query.filters, ...periodFilters],
  }).toString();
  await recordExport(request, {
    resource: inventoryItems.name,
    format,
    rows: spaces.length * lines.length,
    content: { ...period, by, query: filters },
  });
  const head = [...fixed, ...buckets.map(headOf)];
  const batches = batchesOf(spaces, buckets);
  const summary = `disponibilidad del ${period.from} al ${period.to}`;
  const widths = head.map((header, place) => ({
    header,
    width: place < fixed.length ? 20 : header.length + 2,
  }));
  return format === 'xlsx'
    ? {
        name: exportName(inventoryItems, summary, 'xlsx'),
        type: tableTypes.xlsx,
        body: Readable.from(xlsxOf('Disponibilidad', widths, sheetOf(batches))),
      }
    : {
        name: exportName(inventoryItems, summary, 'csv'),
        type: tableTypes.csv,
        body: Readable.from(csvOf(head, batches)),
      };
};
