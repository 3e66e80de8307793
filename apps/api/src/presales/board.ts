import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import { isZero } from '@pauta/domain/money/arithmetic.ts';
import { sumAmounts } from '@pauta/domain/money/sum-amounts.ts';
import {
  type Balance,
  type Board,
  type BoardClient,
  type BoardClientsPage,
  type BoardSeller,
  mainSales,
} from '@pauta/domain/presales/board.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { readSetting } from '../admin/settings/store.ts';
import { isFrozen } from '../crm/transfers/run.ts';
import type { Actor } from '../platform/access.ts';
import type { Queryable } from '../platform/database/database.ts';
import { fieldVisibility, scopeCondition } from '../resource/reading/row-scope.ts';
import { foundBy } from '../resource/reading/words/found-by.ts';
import { allOf } from '../resource/statement.ts';
import { tableOf } from '../resource/table.ts';
import { isSeller } from './rules.ts';
import { filterCondition } from './selection.ts';
import { type BoardMoment, readSellerFigures } from './seller-figures.ts';
import { readWorkload } from './workload.ts';

interface Part {
  user_id: string;
  side: 'now' | 'after';
  currency: string;
  count: number;
  amount: string;
}

const nobody = '00000000-0000-0000-0000-000000000000';

const readParts = (
  database: Queryable,
  actor: Actor,
  { draft, on, filter }: BoardMoment,
): Promise<Part[]> => {
  const scope = allOf([scopeCondition(clients as Resource, actor), filterCondition(filter)]);
  const sums = sql`count(*)::integer AS count, coalesce(sum(t.credit_limit), 0)::text AS amount`;
  if (on !== null)
    return database.query<Part>(sql`
      SELECT a.user_id, 'now' AS side, t.currency_code AS currency, ${sums}
      FROM portfolio_assignments a JOIN clients t ON t.id = a.client_id
      WHERE a.role = 'principal' AND a.valid @> ${on}::date AND t.archived_at IS NULL AND ${scope} GROUP BY 1, 3`);
  return database.query<Part>(sql`
    SELECT t.primary_sales_rep_id AS user_id, 'now' AS side, t.currency_code AS currency, ${sums}
    FROM clients t WHERE t.archived_at IS NULL AND ${scope} GROUP BY 1, 3
    UNION ALL
    SELECT m.to_user_id, 'after', t.currency_code, ${sums}
    FROM portfolio_draft_moves m JOIN clients t ON t.id = m.client_id
    WHERE m.draft_id = ${draft ?? nobody}::uuid AND t.archived_at IS NULL AND ${scope} GROUP BY 1, 3
    UNION ALL
    SELECT t.primary_sales_rep_id, 'after', t.currency_code, -count(*)::integer, coalesce(-sum(t.credit_limit), 0)::text
    FROM portfolio_draft_moves m JOIN clients t ON t.id = m.client_id
    WHERE m.draft_id = ${draft ?? nobody}::uuid AND t.archived_at IS NULL AND ${scope} GROUP BY 1, 3`);
};

const balanceOf = (parts: readonly Part[], all: number): Balance => {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const credit = sumAmounts(parts).filter(({ amount }) => !isZero(amount));
  return { clients: count, credit, share: all === 0 ? 0 : Math.round((count / all) * 1000) / 10 };
};

/** Every user who sells or has clients, with their clients now and after the caller's draft, or those of a past day. */
export const readBoard = async (database: Queryable, actor: Actor, moment: BoardMoment): Promise<Board> => {
  const { draft, on } = moment;
  const parts = await readParts(database, actor, moment);
  const threshold = Number(await readSetting(database, 'portfolio_concentration_pct'));
  const workload = await readWorkload(database);
  const figuresOf = await readSellerFigures(database, actor, moment);
  const counts = await database.one<{ moves: number; conflicts: number }>(sql`
    SELECT count(*)::integer AS moves, (count(*) FILTER (
      WHERE t.primary_sales_rep_id <> m.from_user_id OR t.archived_at IS NOT NULL OR ${isFrozen}))::integer AS conflicts
    FROM portfolio_draft_moves m JOIN clients t ON t.id = m.client_id WHERE m.draft_id = ${draft ?? nobody}::uuid`);
  const known = [...new Set(parts.map((part) => part.user_id))];
  const people = await database.query<Pick<BoardSeller, 'id' | 'label' | 'active' | 'leader'>>(sql`
    SELECT u.id, u.full_name AS label, u.status = 'active' AS active,
      CASE WHEN l.id IS NOT NULL THEN jsonb_build_object('id', l.id, 'label', l.full_name) END AS leader
    FROM users u LEFT JOIN users l ON l.id = u.reports_to_id
    WHERE u.id = ANY(${known}::uuid[]) OR (u.status = 'active' AND ${isSeller})
    ORDER BY sort_key(u.full_name) COLLATE "C", u.id`);
  const all = parts.filter(({ side }) => side === 'now').reduce((sum, { count }) => sum + count, 0);
  const byUser = Map.groupBy(parts, (part) => part.user_id);
  const sellers = people.map(({ id, label, active, leader }): BoardSeller => {
    const owned = byUser.get(id) ?? [];
    const moved = owned.filter(({ side }) => side === 'after');
    const after = balanceOf(owned, all);
    const figures = figuresOf(id);
    const main = mainSales(figures.sales);
    const sum = (sign: 1 | -1): number =>
      moved.reduce((total, { count }) => total + Math.max(0, count * sign), 0);
    return {
      id,
      label,
      active,
      leader,
      now: balanceOf(
        owned.filter(({ side }) => side === 'now'),
        all,
      ),
      after,
      gains: sum(1),
      losses: sum(-1),
      workload: workload.get(id) ?? [],
      figures,
      concentrated:
        (after.clients > 0 && after.share >= threshold) || (main !== undefined && main.share >= threshold),
      dependent: after.clients > 1 && main?.top != null && main.top.share >= threshold,
    };
  });
  return { on, sellers, clients: all, threshold, draft: counts ?? { moves: 0, conflicts: 0 } };
};

const encode = (key: string, id: string): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url');

/** Decodes a cursor; null if the text is not one. */
const decode = (text: string): { key: string; id: string } | null => {
  try {
    const [key, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    return typeof key === 'string' &&
      !key.includes('\0') &&
      typeof id === 'string' &&
      /^[0-9a-f-]{36}$/.test(id)
      ? { key, id }
      : null;
  } catch {
    return null;
  }
};

/** Clients on the board sorted by name, one page at a time; null if the cursor is invalid. */
export const readBoardClients = async (
  database: Queryable,
  actor: Actor,
  given: BoardMoment & { only: Sql; q: string; cursor: string | null; limit: number },
): Promise<BoardClientsPage | null> => {
  const { draft, on, filter, only, q, cursor, limit } = given;
  const after = cursor === null ? null : decode(cursor);
  if (cursor !== null && after === null) return null;
  const key = sql`sort_key(t.trade_name) COLLATE "C"`;
  const isVisible =
    fieldVisibility(clients as Resource, clients.fields.billed_12m as Field, actor) ?? sql`true`;
  // Twelve months until today say nothing about a past day.
  const sales =
    on === null
      ? sql`(SELECT billed_12m(c)::text FROM clients c WHERE c.id = t.id AND ${isVisible})`
      : raw('NULL::text');
  const disputes = sql`(SELECT (SELECT count(*)::integer FROM invoices i JOIN invoice_disputes d ON d.invoice_id = i.id
    WHERE i.client_id = ANY(with_merged_clients(t.id)) AND d.status = 'open') FROM clients c WHERE c.id = t.id AND ${isVisible})`;
  const owner =
    on === null
      ? raw('t.primary_sales_rep_id')
      : sql`(SELECT a.user_id FROM portfolio_assignments a
          WHERE a.client_id = t.id AND a.role = 'principal' AND a.valid @> ${on}::date)`;
  const rows = await database.query<BoardClient & { sort_value: string }>(sql`
    SELECT t.id, t.client_code, t.trade_name, t.status, t.currency_code, t.credit_limit::text, t.sort_value,
      ${sales} AS billed_12m, ${disputes} AS disputes,
      jsonb_build_object('id', o.id, 'label', o.full_name) AS owner,
      CASE WHEN t.to_user_id IS NOT NULL THEN jsonb_build_object('id', t.to_user_id, 'label', r.full_name) END AS moves_to,
      (SELECT name FROM portfolio_rules WHERE id = t.rule_id) AS rule,
      (SELECT z.reason FROM portfolio_freezes z WHERE z.client_id = t.id AND z.ended_at IS NULL) AS frozen,
      (SELECT jsonb_build_object('label', u.full_name, 'starts_on', lower(a.valid), 'ends_on', upper(a.valid) - 1)
        FROM portfolio_assignments a JOIN users u ON u.id = a.user_id
        WHERE a.client_id = t.id AND a.role = 'temporary_cover' AND upper(a.valid) > business_date()
        ORDER BY lower(a.valid) LIMIT 1) AS cover
    FROM (
      SELECT t.*, m.to_user_id, m.rule_id, ${key} AS sort_value
      FROM clients t LEFT JOIN portfolio_draft_moves m ON m.draft_id = ${draft ?? nobody}::uuid AND m.client_id = t.id
      WHERE t.archived_at IS NULL AND ${only} AND ${filterCondition(filter)}
        AND ${scopeCondition(clients as Resource, actor)}
        AND ${allOf(foundBy(tableOf(clients as Resource), q, actor))}
        ${after ? sql`AND (${key}, t.id) > (${after.key} COLLATE "C", ${after.id}::uuid)` : sql``}
      ORDER BY ${key}, t.id LIMIT ${limit + 1}) t
    JOIN users o ON o.id = ${owner} LEFT JOIN users r ON r.id = t.to_user_id
    ORDER BY t.sort_value COLLATE "C", t.id`);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(({ sort_value: _, ...client }) => client),
    next_cursor: rows.length > limit && last ? encode(last.sort_value, last.id) : null,
  };
};

/** Condition on the row `t`: it belongs to the user now or after the draft. */
export const isOrBecomes = (userId: string, draft: string | null): Sql => sql`(
  t.primary_sales_rep_id = ${userId}::uuid OR t.id = ANY(ARRAY(
    SELECT client_id FROM portfolio_draft_moves WHERE draft_id = ${draft ?? nobody}::uuid AND to_user_id = ${userId}::uuid)))`;

/** Condition on the row `t`: it belonged to the user on a past day. */
export const wasOf = (userId: string, on: string): Sql => sql`t.id IN (
  SELECT a.client_id FROM portfolio_assignments a
  WHERE a.user_id = ${userId}::uuid AND a.role = 'principal' AND a.valid @> ${on}::date)`;

/** Condition on the row `t`: the draft moves it. */
export const isMoved = (draft: string | null): Sql =>
  sql`t.id IN (SELECT client_id FROM portfolio_draft_moves WHERE draft_id = ${draft ?? nobody}::uuid)`;
