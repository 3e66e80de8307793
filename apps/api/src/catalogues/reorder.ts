import sql, { raw } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import { preparedStatement, type Transaction } from '../platform/database/database.ts';
import { scopeCondition } from '../resource/reading/row-scope.ts';
import { allOf } from '../resource/statement.ts';
import { quoted, type ResourceTable } from '../resource/table.ts';

/** A value whose position changed. */
export interface Placed {
  readonly id: string;
  readonly sort_order: number;
  readonly row_version: number;
}

/** The two forms of a reordering. */
export type Move =
  /** These values are put in this order, in the positions they have together. */
  | { readonly ids: readonly string[] }
  /** This value is moved after the other; null moves it to the beginning. */
  | { readonly id: string; readonly after: string | null };

/** Positions are multiples of ten, so that another value fits between two. */
const step = 10;

/**
 * Reorders values of a catalogue in one statement, among those that the actor may see. All are locked in the order of
 * their ids, so a concurrent reordering waits and starts from the result. If the new position is free only that value
 * changes; otherwise all are renumbered.
 *
 * @returns the changed rows, and how many of the given ids exist
 */
export const moveValues = async (
  tx: Transaction,
  { name, canArchive, resource }: ResourceTable,
  move: Move,
  actor: Actor,
): Promise<{ readonly found: number; readonly placed: readonly Placed[] }> => {
  const table = raw(quoted(name));
  const living = allOf([raw(canArchive ? 't.archived_at IS NULL' : 'true'), scopeCondition(resource, actor)]);
  const ids = 'ids' in move ? move.ids : [move.id];
  const after = 'ids' in move ? null : move.after;
  const named = 'ids' in move || after === null ? ids : [...ids, after];
  // The new position of each given row: the positions they have together, or consecutive ones.
  const order =
    'ids' in move
      ? sql`SELECT r.id, coalesce(n.place, r.place) AS place, 0 AS turn
          FROM ranked r LEFT JOIN (
            SELECT g.id, h.place FROM (SELECT id, row_number() OVER (ORDER BY turn) AS nth
                FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS given (id, turn)) g
              JOIN (SELECT place, row_number() OVER (ORDER BY place) AS nth
                FROM ranked WHERE id = ANY(${ids}::uuid[])) h ON h.nth = g.nth) n ON n.id = r.id`
      : sql`SELECT r.id, CASE WHEN r.id <> ${move.id}::uuid THEN r.place
            ELSE coalesce((SELECT place FROM ranked WHERE id = ${after}::uuid), 0) END AS place,
          CASE WHEN r.id = ${move.id}::uuid THEN 1 ELSE 0 END AS turn
          FROM ranked r`;
  const rows = await tx.query<Placed & { found: number }>(
    preparedStatement(sql`
      WITH living AS MATERIALIZED (
        SELECT t.id, t.sort_order FROM ${table} t WHERE ${living} ORDER BY t.id FOR NO KEY UPDATE OF t),
      ranked AS (SELECT id, sort_order, row_number() OVER (ORDER BY sort_order, id) AS place FROM living),
      wanted AS (SELECT o.id, r.sort_order, row_number() OVER (ORDER BY o.place, o.turn) AS place
        FROM (${order}) o JOIN ranked r ON r.id = o.id),
      around AS (SELECT w.id, w.sort_order, w.place, lag(w.sort_order) OVER w AS low, lead(w.sort_order) OVER w AS high
        FROM wanted w WINDOW w AS (ORDER BY w.place)),
      alone AS (SELECT id,
          CASE WHEN high IS NULL THEN low + ${raw(String(step))} ELSE (coalesce(low, -1) + high + 1) / 2 END AS sort_order
        FROM around
        WHERE cardinality(${ids}::uuid[]) = 1 AND id = ANY(${ids}::uuid[])
          AND (high IS NULL AND low + ${raw(String(step))} <= 100000 OR high - coalesce(low, -1) >= 2)
          AND NOT coalesce(sort_order > coalesce(low, -1) AND sort_order < coalesce(high, 100001), false)),
      still AS (SELECT FROM around WHERE cardinality(${ids}::uuid[]) = 1 AND id = ANY(${ids}::uuid[])
        AND sort_order > coalesce(low, -1) AND sort_order < coalesce(high, 100001)),
      target AS (
        SELECT id, sort_order FROM alone
        UNION ALL
        SELECT id, (place * ${raw(String(step))})::integer FROM wanted
        WHERE NOT EXISTS (SELECT FROM alone) AND NOT EXISTS (SELECT FROM still)
          AND (SELECT count(*) FROM living WHERE id = ANY(${named}::uuid[])) = cardinality(${named}::uuid[])),
      placed AS (
        UPDATE ${table} t SET sort_order = target.sort_order FROM target
        WHERE t.id = target.id AND t.sort_order <> target.sort_order
        RETURNING t.id, t.sort_order, t.row_version)
      SELECT f.found, p.id, p.sort_order, p.row_version
      FROM (SELECT count(*)::integer AS found FROM living WHERE id = ANY(${named}::uuid[])) f LEFT JOIN placed p ON true`),
  );
  return {
    found: rows[0]?.found ?? 0,
    placed: rows
      .filter(({ id }) => id !== null)
      .map(({ id, sort_order, row_version }) => ({ id, sort_order, row_version })),
  };
};
