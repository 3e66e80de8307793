import type { Body, Line } from '@pauta/domain/document/document.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { bookings, bookingTables } from '@pauta/domain/testing/made-up/bookings.ts';
import { proposals } from '@pauta/domain/testing/made-up/proposals.ts';
import { clientOptions } from './client-fixtures.ts';
import { uuid } from './contract.ts';

const names = [
  'Cuñas de 30 s en horario estelar',
  'Menciones en vivo',
  'Patrocinio del noticiero',
  'Banners',
];

const withTotals = <T>(
  totals: ((body: Body, tables: T) => { header: object; lines: ReadonlyMap<string, object> }) | undefined,
  record: AnyRecord,
  tables: T,
  names_: readonly string[],
): AnyRecord => {
  const result = totals?.(record, tables);
  return {
    ...record,
    ...result?.header,
    ...Object.fromEntries(
      names_.map((name) => [
        name,
        (record[name] as readonly Line[]).map((line) => ({ ...line, ...result?.lines.get(line.id) })),
      ]),
    ),
  };
};

/** Id of a line of `proposalRecord`, by its index. */
export const lineId = (place: number): string => uuid(place, 31);

/** A proposal with `count` lines, as returned by the API. */
export function proposalRecord(count: number, changes: Readonly<Record<string, unknown>> = {}): AnyRecord {
  const positions = positionsAt([], 0, count);
  return withTotals(
    proposals.totals,
    {
      id: uuid(1, 30),
      row_version: 1,
      created_at: '2026-03-09T14:30:00.000Z',
      updated_at: '2026-03-09T14:30:00.000Z',
      archived_at: null,
      title: 'Campaña de verano',
      seller_id: clientOptions.users[0],
      industry_ids: [clientOptions.industries[1]],
      currency: 'DOP',
      tax_rate: '18.00',
      note: null,
      number: null,
      status: 'draft',
      lines: Array.from({ length: count }, (_, index) => ({
        id: lineId(index),
        position: positions[index] ?? '',
        description: `${names[index % names.length]}${index < names.length ? '' : ` ${index + 1}`}`,
        industry_id: clientOptions.industries[index % 3],
        quantity: `${(index % 9) + 1}.00`,
        price: '1250.5000',
        discount: index % 2 === 0 ? '0.00' : '5.00',
        note: null,
      })),
      ...changes,
    },
    undefined,
    ['lines'],
  );
}

/** A booking with two spaces, the first of them paid in two instalments. */
export function bookingRecord(changes: Readonly<Record<string, unknown>> = {}): AnyRecord {
  const [first = '', second = ''] = positionsAt([], 0, 2);
  return withTotals(
    bookings.totals,
    {
      id: uuid(1, 32),
      row_version: 1,
      created_at: '2026-03-09T14:30:00.000Z',
      updated_at: '2026-03-09T14:30:00.000Z',
      archived_at: null,
      name: 'Vallas de la autopista',
      folio: 'RS-2026-00012',
      currency: 'DOP',
      status: 'open',
      spaces: [
        { id: uuid(1, 33), position: first, space: 'Valla norte', days: 30, rate: '120.00' },
        { id: uuid(2, 33), position: second, space: 'Valla sur', days: 15, rate: '95.00' },
      ],
      instalments: [
        { id: uuid(1, 34), position: first, space_id: uuid(1, 33), due_on: '2026-04-01', weight: 1 },
        { id: uuid(2, 34), position: second, space_id: uuid(1, 33), due_on: '2026-05-01', weight: 2 },
      ],
      ...changes,
    },
    bookingTables,
    ['spaces', 'instalments'],
  );
}
