import { randomUUID } from 'node:crypto';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { conflict, notFound } from '../platform/http/problem.ts';

/** A temporary cover: a user sees and works with clients of another one for some days. */
export interface Cover {
  readonly id: string;
  readonly user: { readonly id: string; readonly label: string };
  readonly starts_on: string;
  readonly ends_on: string;
  readonly split_pct: string;
  readonly reason: string | null;
  readonly clients: number;
  /** Name of one of the clients. */
  readonly example: string;
  readonly state: 'planned' | 'current';
}

/** Current and future covers, the earliest end first. */
export const readCovers = (database: Queryable, only: Sql): Promise<Cover[]> =>
  database.query<Cover>(sql`
    SELECT a.cover_id AS id, jsonb_build_object('id', u.id, 'label', u.full_name) AS user,
      lower(a.valid)::text AS starts_on, (upper(a.valid) - 1)::text AS ends_on, a.split_pct::text, a.reason,
      count(*)::integer AS clients, min(t.trade_name) AS example,
      CASE WHEN lower(a.valid) > business_date() THEN 'planned' ELSE 'current' END AS state
    FROM portfolio_assignments a JOIN users u ON u.id = a.user_id JOIN clients t ON t.id = a.client_id
    WHERE a.role = 'temporary_cover' AND upper(a.valid) > business_date() AND ${only}
    GROUP BY a.cover_id, u.id, a.valid, a.split_pct, a.reason ORDER BY upper(a.valid), a.cover_id LIMIT 200`);

const reshare = (tx: Transaction, ids: readonly string[]) =>
  tx.query(sql`SELECT portfolio_reshare(id) FROM unnest(${[...ids]}::uuid[]) AS id ORDER BY id`);

/**
 * Lets a user cover the clients that match `only`, for the given days, both included. The user's own clients are left
 * out.
 *
 * @returns the number of clients
 * @throws Problem 409 when none is left; 23P01 of PostgreSQL when one of them has a cover on one of the days
 */
export const giveCover = async (
  tx: Transaction,
  only: Sql,
  cover: { user: string; starts_on: string; ends_on: string; split_pct: string; reason: string },
): Promise<number> => {
  const { user, starts_on, ends_on, split_pct, reason } = cover;
  const clients = await tx.query<{ id: string }>(sql`
    SELECT t.id FROM clients t
    WHERE ${only} AND t.archived_at IS NULL AND t.primary_sales_rep_id <> ${user}::uuid
      AND t.additional_sales_rep_id IS DISTINCT FROM ${user}::uuid
    ORDER BY t.id FOR NO KEY UPDATE`);
  if (clients.length === 0)
    throw conflict('nothing_to_cover', 'Ninguno de estos clientes necesita la cobertura de esa persona.');
  const ids = clients.map(({ id }) => id);
  await tx.query(sql`
    INSERT INTO portfolio_assignments (client_id, user_id, role, split_pct, valid, reason, cover_id)
    SELECT id, ${user}::uuid, 'temporary_cover', ${split_pct}::numeric, daterange(${starts_on}::date, ${ends_on}::date, '[]'),
      ${reason}, ${randomUUID()}::uuid
    FROM unnest(${ids}::uuid[]) AS id`);
  if (Number(split_pct) > 0) await reshare(tx, ids);
  return ids.length;
};

/** Ends covers: their last day is yesterday; those that have not started are deleted. */
const end = async (tx: Transaction, only: Sql): Promise<number> => {
  const held = await tx.query<{ id: string; client_id: string; shared: boolean; begun: boolean }>(sql`
    SELECT a.id, a.client_id, a.split_pct > 0 AS shared, lower(a.valid) < business_date() AS begun
    FROM portfolio_assignments a JOIN clients t ON t.id = a.client_id
    WHERE a.role = 'temporary_cover' AND upper(a.valid) > business_date() AND ${only}
    ORDER BY a.client_id FOR NO KEY UPDATE OF t`);
  const ids = (begun: boolean) => held.filter((row) => row.begun === begun).map(({ id }) => id);
  await tx.query(sql`DELETE FROM portfolio_assignments WHERE id = ANY(${ids(false)}::uuid[])`);
  await tx.query(sql`
    UPDATE portfolio_assignments SET valid = daterange(lower(valid), business_date()) WHERE id = ANY(${ids(true)}::uuid[])`);
  const shared = held.filter((row) => row.shared).map((row) => row.client_id);
  if (shared.length > 0) await reshare(tx, shared);
  return held.length;
};

/** Ends the covers that were created together. @throws Problem 404 */
export const endCover = async (tx: Transaction, id: string): Promise<number> => {
  const count = await end(tx, sql`a.cover_id = ${id}::uuid`);
  if (count === 0) throw notFound('Esta cobertura ya terminó.');
  return count;
};

/** Ends every cover by a user who leaves. */
export const endCoversOf = (tx: Transaction, userId: string): Promise<number> =>
  end(tx, sql`a.user_id = ${userId}::uuid`);
