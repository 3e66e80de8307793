import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import { instantOf } from '@pauta/domain/calendar/working-time.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { meaningsOf } from '@pauta/domain/postsales/air-logs/air-log.ts';
import { type LogEntry, type LogMatch, matchLog } from '@pauta/domain/postsales/air-logs/match-log.ts';
import { readLogRow } from '@pauta/domain/postsales/air-logs/read-log-row.ts';
import type { Cell } from '@pauta/domain/resource/import/cell.ts';
import { foldHeader } from '@pauta/domain/resource/import/columns.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { JobCommandHandler } from '../../resource/commands/handler.ts';
import { plannedTime } from './planned-time.ts';
import { splitUnits } from './split-units.ts';

/** Rows that are read in one chunk. */
const readAtOnce = 5000;

/** What a run does next: reads rows after a line, or matches those of a day. */
type Position = { readonly afterLine: number } | { readonly day: string };

interface Column {
  readonly header: string | null;
  readonly meaning: string;
  readonly day_first?: boolean;
}

/** The job's changes of rows are not in the audit log: those of the placements that they prove are. */
const quietly = (tx: Transaction) => tx.query(sql`SELECT set_config('pauta.reconciling', 'on', true)`);

const rememberLayout = (tx: Transaction, { subdivision_id }: AnyRecord, columns: readonly Column[]) => {
  const known = new Map(
    columns.flatMap(({ header, meaning }) =>
      header ? [[foldHeader(header).slice(0, 200), meaning]] : [],
    ) as [string, string][],
  );
  known.delete('');
  return tx.query(sql`
    INSERT INTO air_log_layouts (subdivision_id, header, meaning)
    SELECT ${referenceId(subdivision_id)}::uuid, c.header, c.meaning
    FROM unnest(${[...known.keys()]}::text[], ${[...known.values()]}::text[]) AS c(header, meaning)
    ORDER BY c.header
    ON CONFLICT (subdivision_id, header) DO UPDATE SET meaning = excluded.meaning
      WHERE air_log_layouts.meaning <> excluded.meaning`);
};

interface RawRow {
  readonly id: string;
  readonly line: number;
  readonly cells: readonly Cell[];
}

/** Of every row that is read, until its placement is found. */
const notFound = 'Ninguna colocación confirmada de ese material está cerca de esa hora.';

/** Reads the next rows that are not settled, with what the columns mean now. */
const readRows = async (tx: Transaction, log: AnyRecord, afterLine: number): Promise<number | null> => {
  const rows = await tx.query<RawRow>(sql`
    SELECT id, line, cells FROM logged_spots
    WHERE air_log_id = ${log.id}::uuid AND line > ${afterLine} AND status IN ('unread', 'unreadable', 'unmatched')
    ORDER BY line LIMIT ${readAtOnce}`);
  const last = rows.at(-1);
  if (!last) return null;
  const columns = (log.columns ?? []) as unknown as readonly Column[];
  const meanings = meaningsOf(columns);
  const dayFirst = columns.map(({ day_first }) => day_first !== false);
  const read = rows.map(({ id, cells }) => {
    const result = readLogRow(cells, meanings, dayFirst);
    if ('problem' in result) return { id, status: 'unreadable', problem: result.problem };
    const { day, second, code, title, duration_sec } = result.spot;
    return {
      id,
      status: 'unmatched',
      problem: notFound,
      aired_at: instantOf(day, second * 1000, companyZone).toISOString(),
      code,
      heard: title ?? code,
      duration_sec,
    };
  });
  // Another log of the station, or a row before, may say the same.
  await tx.query(sql`
    WITH read AS (
      SELECT r.*, row_number() OVER (PARTITION BY r.aired_at, coalesce(r.code, r.heard) ORDER BY w.line) AS nth, w.line
      FROM jsonb_to_recordset(${JSON.stringify(read)}::jsonb) AS r(id uuid, status text, problem text, aired_at timestamptz,
          code text, heard text, duration_sec integer)
        JOIN logged_spots w ON w.id = r.id)
    UPDATE logged_spots w SET aired_at = r.aired_at, code = r.code, heard = coalesce(r.heard, w.heard),
      duration_sec = r.duration_sec, problem = CASE WHEN t.is_repeated THEN 'Otro log del canal o emisora, u otra fila, ya lo dice.' ELSE r.problem END,
      status = CASE WHEN t.is_repeated THEN 'repeated' ELSE r.status END
    FROM read r CROSS JOIN LATERAL (
      SELECT r.status = 'unmatched' AND (r.nth > 1 OR EXISTS (
        SELECT FROM logged_spots o
        WHERE o.subdivision_id = ${referenceId(log.subdivision_id)}::uuid AND o.aired_at = r.aired_at
          AND coalesce(o.code, o.heard) = coalesce(r.code, r.heard) AND o.id <> r.id
          AND o.status IN ('matched', 'unmatched', 'ignored')
          -- Rows of this log that come later are read with their own chunk.
          AND (o.air_log_id <> ${log.id}::uuid OR o.line < r.line))) AS is_repeated) t
    WHERE w.id = r.id`);
  return last.line;
};

/** The local days of the rows that wait for a placement. */
const nextDay = async (tx: Transaction, log: AnyRecord, after: string | null): Promise<string | null> => {
  const found = await tx.one<{ day: string | null }>(sql`
    SELECT min((aired_at AT TIME ZONE ${companyZone})::date)::text AS day FROM logged_spots
    WHERE air_log_id = ${log.id}::uuid AND status = 'unmatched' AND aired_at IS NOT NULL
      AND aired_at >= (coalesce(${after}::date + 1, '-infinity'::date)::timestamp AT TIME ZONE ${companyZone})`);
  return found?.day ?? null;
};

interface CandidateRow {
  readonly id: string;
  readonly units: number;
  readonly day: string;
  readonly status: string;
  readonly airs_at: string | null;
  readonly slot_starts: string | null;
  readonly slot_ends: string | null;
  readonly duration_sec: number | null;
  readonly code: string | null;
  readonly title: string | null;
}

/** Placements of spots of one day of the station, around a day, which no result has yet. */
const readCandidates = (tx: Transaction, station: string, day: string) =>
  tx.query<CandidateRow & object>(sql`
    SELECT p.id, p.units, p.starts_on::text AS day, p.status, i.airs_at::text, s.starts::text AS slot_starts,
      s.ends::text AS slot_ends, p.duration_sec, m.house_number AS code, m.title
    FROM placements p JOIN inventory_items i ON i.id = p.inventory_item_id
      LEFT JOIN time_slots s ON s.id = i.time_slot_id JOIN media_files m ON m.id = p.media_file_id
    WHERE i.subdivision_id = ${station}::uuid AND p.starts_on BETWEEN ${day}::date - 1 AND ${day}::date + 1
      AND p.ends_on = p.starts_on AND p.status = 'confirmed'
      -- A makegood is whole, because it compensates something as a whole.
      AND (p.units = 1 OR p.makegood_of_id IS NULL)
    ORDER BY p.id`);

/** A spot may be as much shorter than sold, in seconds. */
const shorter = 1;

/** The units of placements that are matched, each by a name of its own. */
const unitsOf = (candidates: readonly CandidateRow[]) =>
  candidates.flatMap((one) =>
    one.units === 1
      ? [{ ...one, of: one.id }]
      : Array.from({ length: one.units }, (_, unit) => ({ ...one, id: `${one.id} ${unit}`, of: one.id })),
  );

/** The matches with the placements of one unit that their rows prove, taken out of those of several. */
const single = async (
  tx: Transaction,
  matches: readonly LogMatch[],
  candidates: ReadonlyMap<string, { readonly of: string; readonly units: number }>,
): Promise<LogMatch[]> => {
  const wanted = new Map<string, number>();
  for (const { candidate } of matches) {
    const unit = candidates.get(candidate);
    if (unit && unit.units > 1) wanted.set(unit.of, (wanted.get(unit.of) ?? 0) + 1);
  }
  const left = new Map([...(await splitUnits(tx, wanted))].map(([id, ids]) => [id, [...ids]]));
  return matches.flatMap((match) => {
    const unit = candidates.get(match.candidate);
    if (!unit || unit.units === 1) return [match];
    const id = left.get(unit.of)?.shift();
    return id === undefined ? [] : [{ ...match, candidate: id }];
  });
};

/** Marks the matched placements as aired; those that somebody else changed meanwhile are left out. */
const settle = async (
  tx: Transaction,
  matches: readonly LogMatch[],
  entries: ReadonlyMap<string, LogEntry & { readonly aired_at: string }>,
): Promise<number> => {
  if (matches.length === 0) return 0;
  const ids = matches.map(({ candidate }) => candidate);
  const times = matches.map(({ entry }) => entries.get(entry)?.aired_at ?? null);
  // In one order, as everybody locks quotas.
  await tx.query(sql`
    SELECT FROM quotas WHERE id IN (SELECT quota_id FROM placements WHERE id = ANY(${ids}::uuid[])) ORDER BY id FOR NO KEY UPDATE`);
  await tx.query(sql`SELECT set_config('pauta.action', 'mark_aired', true)`);
  const aired = await tx.query<{ id: string }>(sql`
    UPDATE placements p SET status = 'aired', aired_at = a.at
    FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS a(id, at)
    WHERE p.id = a.id AND p.status = 'confirmed' RETURNING p.id`);
  await tx.query(sql`SELECT set_config('pauta.action', '', true)`);
  const done = new Set(aired.map(({ id }) => id));
  const proved = matches.filter(({ candidate }) => done.has(candidate));
  await tx.query(sql`
    UPDATE logged_spots r SET status = 'matched', placement_id = m.placement, difference_sec = m.difference, problem = NULL
    FROM unnest(${proved.map(({ entry }) => entry)}::uuid[], ${proved.map(({ candidate }) => candidate)}::uuid[],
      ${proved.map(({ difference }) => difference)}::integer[]) AS m(entry, placement, difference)
    WHERE r.id = m.entry`);
  return proved.length;
};

/** Matches the rows of a local day. @returns how many rows it has */
const matchDay = async (tx: Transaction, log: AnyRecord, day: string): Promise<number> => {
  const station = referenceId(log.subdivision_id) ?? '';
  const rows = await tx.query<{
    id: string;
    aired_at: string;
    code: string | null;
    heard: string;
    duration_sec: number | null;
  }>(sql`
    SELECT id, to_char(aired_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS aired_at, code, heard, duration_sec
    FROM logged_spots
    WHERE air_log_id = ${log.id}::uuid AND status = 'unmatched'
      AND aired_at >= (${day}::date::timestamp AT TIME ZONE ${companyZone})
      AND aired_at < ((${day}::date + 1)::timestamp AT TIME ZONE ${companyZone})
    ORDER BY line`);
  const candidates = unitsOf(await readCandidates(tx, station, day));
  const lengths = new Map(candidates.map(({ id, duration_sec }) => [id, duration_sec]));
  const entries = new Map(
    rows.map((row) => [row.id, { ...row, at: Date.parse(row.aired_at), title: row.heard }] as const),
  );
  const matches = matchLog(
    [...entries.values()],
    candidates.map((one) => ({ ...one, ...plannedTime(one) })),
    Number(log.tolerance_min) * 60,
  );
  const cut = matches.filter(({ entry, candidate }) => {
    const [heard, sold] = [entries.get(entry)?.duration_sec ?? null, lengths.get(candidate) ?? null];
    return heard !== null && sold !== null && heard < sold - shorter;
  });
  const byId = new Map(candidates.map((one) => [one.id, one]));
  const whole = matches.filter((match) => !cut.includes(match));
  await settle(tx, await single(tx, whole, byId), entries);
  const problems = new Map(
    cut.map(({ entry, candidate }) => [
      entry,
      `Duró ${entries.get(entry)?.duration_sec} s y se contrataron ${lengths.get(candidate)} s.`,
    ]),
  );
  if (problems.size > 0)
    await tx.query(sql`
      UPDATE logged_spots r SET problem = p.text
      FROM unnest(${[...problems.keys()]}::uuid[], ${[...problems.values()]}::text[]) AS p(id, text) WHERE r.id = p.id`);
  return rows.length;
};

const finish = async (tx: Transaction, log: AnyRecord) => {
  const found = await tx.one<{ rows: number; matched: number; unmatched: number; repeated: number }>(sql`
    UPDATE air_logs l SET begins_at = r.first, ends_at = r.last
    FROM (SELECT min(aired_at) AS first, max(aired_at) AS last FROM logged_spots WHERE air_log_id = ${log.id}::uuid) r
    WHERE l.id = ${log.id}::uuid RETURNING rows, matched, unmatched, repeated`);
  return { finished: { ...found } };
};

/** Reads and matches all rows of a short log at once. For previews, which are rolled back. */
export const reconcileRows = async (tx: Transaction, log: AnyRecord): Promise<void> => {
  await quietly(tx);
  await readRows(tx, log, 0);
  for (let day = await nextDay(tx, log, null); day !== null; day = await nextDay(tx, log, day))
    await matchDay(tx, log, day);
};

/**
 * Reads the rows of a log as its columns say, and marks aired what they prove, day by day. Running it again takes up what
 * is not settled, so what was confirmed meanwhile is found.
 */
export const reconcile: JobCommandHandler<unknown, AnyRecord> = {
  answer: {
    rows: { type: 'integer', description: 'Filas del log.' },
    matched: { type: 'integer', description: 'Filas con su colocación.' },
    unmatched: { type: 'integer', description: 'Filas por revisar.' },
    repeated: { type: 'integer', description: 'Filas que ya estaban.' },
  },
  runChunk: async ({ tx }, log, _input, { position, done }) => {
    const total = Number(log.rows);
    await quietly(tx);
    const at = (position ?? { afterLine: 0 }) as Position;
    if ('afterLine' in at) {
      if (at.afterLine === 0)
        await rememberLayout(tx, log, (log.columns ?? []) as unknown as readonly Column[]);
      const last = await readRows(tx, log, at.afterLine);
      if (last !== null) return { position: { afterLine: last }, done, total };
    }
    const day = await nextDay(tx, log, 'day' in at ? at.day : null);
    if (day === null) return finish(tx, log);
    const rows = await matchDay(tx, log, day);
    return { position: { day }, done: Math.min(total, done + rows), total };
  },
};
