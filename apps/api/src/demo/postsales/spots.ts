import { createHash } from 'node:crypto';
import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import { addDays, instantOf } from '@pauta/domain/calendar/working-time.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import { minutesOf } from '@pauta/domain/kinds/time.ts';
import { competes, minutesBetween } from '@pauta/domain/postsales/traffic/conflicts.ts';
import sql from 'sql-template-tag';
import { insertFile } from '../../files/store-file.ts';
import { keepMeasures } from '../../media/measuring/keep-measures.ts';
import { measureMedia } from '../../media/measuring/measure-media.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { insertRows, type Row } from '../insert-rows.ts';
import { wave } from '../inventory/wave.ts';
import type { Random } from '../random.ts';
import type { DemoContract, DemoOrderLine } from '../sales/contracts.ts';

/** Days before and after today on which spots are placed one by one. */
export const spotDays = { before: 7, after: 10 } as const;

/** A line of spots of a running contract. */
export const isSpots = ({ fate }: DemoContract, { space }: DemoOrderLine): boolean =>
  fate === 'active' && space.unit === 'seconds';

/** When a spot of a line was aired: at the time of its break, or in the evening. */
export const airedAt = ({ space }: DemoOrderLine, day: string, second = 0): string =>
  instantOf(
    day,
    (minutesOf(String(space.row.airs_at ?? '20:30').slice(0, 5)) * 60 + second) * 1000,
    companyZone,
  ).toISOString();

/** A single spot. */
export interface Spot {
  readonly row: Row;
  readonly line: DemoOrderLine;
  readonly client: string;
}

const separation = { client: 10, industry: 15 } as const;

/** The rows with their places in breaks, as far as clients and competitors keep their distance; others stay without. */
export const ordered = (
  spots: readonly Spot[],
  industries: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<unknown, string> => {
  const positions = new Map<unknown, string>();
  const days = new Map<string, Spot[]>();
  const all = positionsAt([], 0, 60);
  for (const spot of spots) {
    const { space } = spot.line;
    if (!space.row.airs_at || spot.row.status === 'not_aired') continue;
    const at = String(space.row.airs_at).slice(0, 5);
    const key = `${space.row.subdivision_id} ${spot.row.starts_on}`;
    const there = days.get(key) ?? [];
    days.set(key, there);
    const isNear = there.some((other) => {
      const minutes = minutesBetween(at, String(other.line.space.row.airs_at).slice(0, 5));
      return other.client === spot.client
        ? minutes < separation.client
        : minutes < separation.industry &&
            competes(industries.get(spot.client) ?? [], industries.get(other.client) ?? []);
    });
    if (isNear) continue;
    const before = there.filter(({ line }) => line.space.id === space.id).length;
    there.push(spot);
    positions.set(spot.row.id, all[before] ?? '');
  }
  return positions;
};

/** A material with the code of the automation for each client that has spots. @returns ids by client */
export const insertSpotMaterials = async (
  tx: Transaction,
  storage: Pick<Storage, 'put'>,
  clients: readonly { readonly id: string; readonly name: string }[],
): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  for (const [place, { id, name }] of clients.entries()) {
    const bytes = wave({ seconds: 0.5, hertz: 220 + 20 * place });
    const path = await storage.put(bytes, { kind: 'documents', extension: 'wav' });
    const sha256 = createHash('sha256').update(bytes).digest();
    const file = await insertFile(
      tx,
      { name: `cuna-${place + 1}.wav`, mime: 'audio/wav', bytes: bytes.length, sha256 },
      path,
    );
    const row = await tx.one<{ id: string }>(sql`
      INSERT INTO media_files (title, kind, file, client_id, tags, house_number)
      VALUES (${`Cuña de ${name}`.slice(0, 160)}, 'audio', ${file.id}::uuid, ${id}::uuid, '{cuña}',
        ${`ANT-${String(1001 + place)}`})
      RETURNING id`);
    await keepMeasures(tx, file.id, await measureMedia(bytes, 'audio/wav'));
    if (row) found.set(id, row.id);
  }
  return found;
};

const columns = [
  ['Fecha', 'date'],
  ['Hora', 'time'],
  ['Código', 'code'],
  ['Título', 'title'],
  ['Duración', 'duration'],
] as const;

/** The log of what a station aired yesterday: what proves placements, and two rows that nobody knows. */
const insertLog = async (
  tx: Transaction,
  random: Random,
  storage: Pick<Storage, 'put'>,
  { station, day }: { readonly station: { id: string; name: string }; readonly day: string },
): Promise<void> => {
  const aired = await tx.query<{
    id: string;
    at: string;
    clock: string;
    code: string;
    title: string;
    seconds: number;
  }>(sql`
    SELECT p.id, to_char(p.aired_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at,
      to_char(p.aired_at AT TIME ZONE ${companyZone}, 'HH24:MI:SS') AS clock, m.house_number AS code, m.title, p.duration_sec AS seconds
    FROM placements p JOIN inventory_items i ON i.id = p.inventory_item_id JOIN media_files m ON m.id = p.media_file_id
    WHERE i.subdivision_id = ${station.id}::uuid AND p.starts_on = ${day}::date AND p.ends_on = ${day}::date AND p.units = 1
      AND p.status = 'aired' AND p.position IS NOT NULL ORDER BY p.aired_at, p.id`);
  if (aired.length === 0) return;
  const unknown = ['11:14:30', '21:52:10'].map((clock, place) => ({
    id: null,
    at: instantOf(day, minutesOf(clock.slice(0, 5)) * 60_000, companyZone).toISOString(),
    clock,
    code: `PROMO-${place + 1}`,
    title: 'Promoción de la programación',
    seconds: 20,
  }));
  const rows = [...aired, ...unknown].sort((a, b) => (a.clock < b.clock ? -1 : 1));
  const cells = rows.map(({ clock, code, title, seconds }) => [day, clock, code, title, String(seconds)]);
  const bytes = Buffer.from(
    `${[columns.map(([title]) => title), ...cells].map((row) => row.join(';')).join('\n')}\n`,
  );
  const path = await storage.put(bytes, { kind: 'documents', extension: 'csv' });
  const sha256 = createHash('sha256').update(bytes).digest();
  const file = await insertFile(
    tx,
    { name: `log-${day}.csv`, mime: 'text/csv', bytes: bytes.length, sha256 },
    path,
  );
  const id = random.id(new Date(`${addDays(day, 1)}T05:00:00Z`));
  await tx.query(sql`
    INSERT INTO air_logs (id, name, subdivision_id, file, sha256, columns, status, begins_at, ends_at)
    VALUES (${id}::uuid, ${`Log de ${station.name}, ${day}.csv`}, ${station.id}::uuid, ${file.id}::uuid, ${sha256},
      ${JSON.stringify(columns.map(([header, meaning], index) => ({ header, samples: cells[0]?.[index] ?? '', meaning, day_first: true })))}::jsonb,
      'reconciled', ${rows[0]?.at ?? null}::timestamptz, ${rows.at(-1)?.at ?? null}::timestamptz)`);
  const at = new Date(`${addDays(day, 1)}T05:00:00Z`);
  await insertRows(
    tx,
    'logged_spots',
    rows.map(({ id: placement, at: aired_at, code, title, seconds }, index) => ({
      id: random.id(at),
      air_log_id: id,
      subdivision_id: station.id,
      line: index + 2,
      cells: cells[index],
      aired_at,
      code,
      heard: title,
      duration_sec: seconds,
      status: 'unread',
      problem:
        placement === null ? 'Ninguna colocación confirmada de ese material está cerca de esa hora.' : null,
      placement_id: null,
      difference_sec: null,
    })),
  );
  await tx.query(sql`SELECT set_config('pauta.reconciling', 'on', true)`);
  // Reading the rows finds nothing yet; those that prove a placement are then matched.
  await tx.query(sql`UPDATE logged_spots SET status = 'unmatched' WHERE air_log_id = ${id}::uuid`);
  await tx.query(sql`
    UPDATE logged_spots r SET status = 'matched', placement_id = p.id, difference_sec = 0, problem = NULL
    FROM unnest(${aired.map((one) => one.id)}::uuid[], ${aired.map((one) => one.at)}::timestamptz[], ${aired.map(({ code }) => code)}::text[]) AS p(id, at, code)
    WHERE r.air_log_id = ${id}::uuid AND r.aired_at = p.at AND r.code = p.code`);
  await tx.query(sql`SELECT set_config('pauta.reconciling', '', true)`);
};

/** The logs of yesterday of the stations that aired most. */
export const insertLogs = async (
  tx: Transaction,
  random: Random,
  { storage, today }: { readonly storage: Pick<Storage, 'put'>; readonly today: string },
): Promise<void> => {
  const day = addDays(today, -1);
  const stations = await tx.query<{ id: string; name: string }>(sql`
    SELECT s.id, s.name FROM placements p JOIN inventory_items i ON i.id = p.inventory_item_id
      JOIN subdivisions s ON s.id = i.subdivision_id
    WHERE p.starts_on = ${day}::date AND p.status = 'aired' AND p.position IS NOT NULL
    GROUP BY s.id, s.name ORDER BY count(*) DESC, s.id LIMIT 2`);
  for (const station of stations) await insertLog(tx, random, storage, { station, day });
};
