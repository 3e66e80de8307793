import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { handOver, type OwnerChange, type PortfolioPart } from '../admin/portfolio/portfolio.ts';
import { logTransfer } from '../crm/transfers/log.ts';
import { canBeFrozen, isFrozen, keyOf, scheduleTransfer, transferParts } from '../crm/transfers/run.ts';
import type { Actor } from '../platform/access.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { conflict, invalid } from '../platform/http/problem.ts';
import { scopeCondition } from '../resource/reading/row-scope.ts';
import { createAssigner, firstRule, readLoads, readRules } from './rules.ts';

/** Maximum number of moves that the rules propose at once. */
const mostProposed = 5000;
/** Maximum number of moves in a draft. */
const mostMoves = 20_000;
/** Maximum number of conflicts that a response lists. */
const mostNamed = 50;

const seller = transferParts.find(canBeFrozen) as PortfolioPart;

/** Condition on the row `t` of a client that this user may move. */
const movable = (actor: Actor): Sql =>
  sql`t.archived_at IS NULL AND ${scopeCondition(clients as Resource, actor)}`;

/** The id of the actor's draft, created if there is none, and locked until the transaction ends. */
const holdDraft = async (tx: Transaction, actor: Actor): Promise<string> => {
  const row = await tx.one<{ id: string }>(sql`
    INSERT INTO portfolio_drafts (user_id) VALUES (${actor.userId})
    ON CONFLICT ON CONSTRAINT portfolio_drafts_one_each DO UPDATE SET user_id = excluded.user_id RETURNING id`);
  if (!row) throw new Error('a draft answered no row');
  return row.id;
};

/** The user's draft, if there is one. */
export const draftOf = async (database: Queryable, userId: string): Promise<string | null> =>
  (await database.one<{ id: string }>(sql`SELECT id FROM portfolio_drafts WHERE user_id = ${userId}`))?.id ??
  null;

const requireActive = async (tx: Transaction, userId: string): Promise<void> => {
  const row = await tx.one(
    sql`SELECT 1 AS one FROM users WHERE id = ${userId} AND status = 'active' FOR SHARE`,
  );
  if (!row) throw invalid({ to_user_id: ['Elija a una persona activa.'] });
};

/** The result of a change of the draft. */
export interface DraftChange {
  /** Number of moves added. */
  readonly moved: number;
  /** Clients that stay with their current seller, so their move was deleted. */
  readonly kept: number;
  /** Frozen accounts, which are not moved. */
  readonly frozen: number;
}

/**
 * Adds moves of these clients to a seller to the draft; clients that the seller already has are skipped. No client is
 * moved yet.
 */
export const planMoves = async (
  tx: Transaction,
  actor: Actor,
  only: Sql,
  to: string,
): Promise<DraftChange> => {
  await requireActive(tx, to);
  const draft = await holdDraft(tx, actor);
  const frozen = await tx.one<{ count: number }>(
    sql`SELECT count(*)::integer AS count FROM clients t WHERE ${only} AND ${movable(actor)} AND ${isFrozen}`,
  );
  const kept = await tx.query(sql`
    DELETE FROM portfolio_draft_moves m USING clients t
    WHERE m.draft_id = ${draft} AND m.client_id = t.id AND t.primary_sales_rep_id = ${to}::uuid AND ${only} RETURNING 1 AS one`);
  const moved = await tx.query(sql`
    INSERT INTO portfolio_draft_moves (draft_id, client_id, from_user_id, to_user_id)
    SELECT ${draft}::uuid, t.id, t.primary_sales_rep_id, ${to}::uuid FROM clients t
    WHERE ${only} AND ${movable(actor)} AND t.primary_sales_rep_id <> ${to}::uuid AND NOT ${isFrozen}
    LIMIT ${mostMoves + 1}
    ON CONFLICT (draft_id, client_id) DO UPDATE
      SET from_user_id = excluded.from_user_id, to_user_id = excluded.to_user_id, rule_id = NULL
    RETURNING 1 AS one`);
  const total = await tx.one<{ count: number }>(
    sql`SELECT count(*)::integer AS count FROM portfolio_draft_moves WHERE draft_id = ${draft}`,
  );
  if ((total?.count ?? 0) > mostMoves)
    throw invalid(
      {},
      `Un borrador tiene hasta ${formatCount(mostMoves)} movimientos. Publique estos y siga con los demás.`,
    );
  return { moved: moved.length, kept: kept.length, frozen: frozen?.count ?? 0 };
};

/** Removes moves from the draft. */
export const dropMoves = async (tx: Transaction, actor: Actor, ids: readonly string[]): Promise<number> => {
  const draft = await holdDraft(tx, actor);
  const rows = await tx.query(sql`
    DELETE FROM portfolio_draft_moves WHERE draft_id = ${draft} AND client_id = ANY(${[...ids]}::uuid[]) RETURNING 1 AS one`);
  return rows.length;
};

const clearDraft = async (tx: Transaction, draft: string): Promise<number> => {
  const rows = await tx.query(
    sql`DELETE FROM portfolio_draft_moves WHERE draft_id = ${draft} RETURNING 1 AS one`,
  );
  await tx.query(sql`DELETE FROM portfolio_drafts WHERE id = ${draft}`);
  return rows.length;
};

/** Deletes the draft. */
export const discardDraft = async (tx: Transaction, actor: Actor): Promise<number> =>
  clearDraft(tx, await holdDraft(tx, actor));

/**
 * Adds moves to the draft according to the rules: each client is assigned by the first matching rule, unless a seller
 * of that rule has it already. Frozen accounts and manual moves are left alone.
 */
export const applyRules = async (
  tx: Transaction,
  actor: Actor,
  given: { rules?: readonly string[] | undefined; from?: string | undefined },
): Promise<{ proposed: number; by_rule: { id: string; name: string; count: number }[]; more: boolean }> => {
  const rules = await readRules(tx, given.rules);
  if (rules.length === 0)
    throw conflict('no_rules', 'No hay reglas activas que se puedan aplicar hoy. Cree o active una.');
  const draft = await holdDraft(tx, actor);
  const place = firstRule(rules);
  const isHis = join(
    rules.map(
      ({ targets }, index) => sql`WHEN ${raw(String(index))} THEN f.owner = ANY(${[...targets]}::uuid[])`,
    ),
    ' ',
  );
  const fitting = await tx.query<{ id: string; owner: string; place: number }>(sql`
    SELECT f.id, f.owner, f.place FROM (
      SELECT t.id, t.primary_sales_rep_id AS owner, ${place} AS place FROM clients t
      WHERE ${movable(actor)} AND NOT ${isFrozen}
        AND (${given.from ?? null}::uuid IS NULL OR t.primary_sales_rep_id = ${given.from ?? null}::uuid)
        AND NOT EXISTS (SELECT FROM portfolio_draft_moves m WHERE m.draft_id = ${draft} AND m.client_id = t.id)
    ) f
    WHERE f.place IS NOT NULL AND NOT CASE f.place ${isHis} END
    ORDER BY f.id LIMIT ${mostProposed + 1}`);
  const loads = await readLoads(
    tx,
    rules.flatMap(({ targets }) => targets),
  );
  const assign = createAssigner(rules, loads);
  const counts = new Map<number, number>();
  const moves = fitting.slice(0, mostProposed).flatMap(({ id, owner, place: index }) => {
    const rule = rules[index];
    if (!rule) return [];
    counts.set(index, (counts.get(index) ?? 0) + 1);
    return [{ client_id: id, from_user_id: owner, to_user_id: assign(rule), rule_id: rule.id }];
  });
  await tx.query(sql`
    INSERT INTO portfolio_draft_moves (draft_id, client_id, from_user_id, to_user_id, rule_id)
    SELECT ${draft}::uuid, m.client_id, m.from_user_id, m.to_user_id, m.rule_id
    FROM jsonb_to_recordset(${JSON.stringify(moves)}::jsonb)
      AS m(client_id uuid, from_user_id uuid, to_user_id uuid, rule_id uuid)
    ON CONFLICT (draft_id, client_id) DO NOTHING`);
  return {
    proposed: moves.length,
    by_rule: rules.flatMap(({ id, name }, index) => {
      const count = counts.get(index) ?? 0;
      return count > 0 ? [{ id, name, count }] : [];
    }),
    more: fitting.length > mostProposed,
  };
};

interface Move {
  readonly client_id: string;
  readonly from_user_id: string;
  readonly to_user_id: string;
  readonly label: string;
  readonly owner: string | null;
  readonly archived: boolean;
  readonly frozen: boolean;
  readonly to_active: boolean;
}

const faultOf = ({ owner, from_user_id, archived, frozen, to_active }: Move): string | null => {
  if (archived) return 'Está archivado.';
  if (owner !== from_user_id)
    return owner === null ? 'Ya no está a su alcance.' : 'Cambió de vendedor entretanto.';
  if (frozen) return 'La cuenta está congelada.';
  return to_active ? null : 'Quien la recibe ya no está activo.';
};

const conflictsOf = (faulty: readonly { label: string; fault: string | null }[]) =>
  faulty.slice(0, mostNamed).map(({ label, fault }) => ({ label, reason: fault }));

/** The result of publishing. */
export interface Published {
  readonly moved: number;
  readonly transfers: readonly string[];
  /** Moves that were skipped because the client changed since the draft was made. */
  readonly conflicts: readonly { readonly label: string; readonly reason: string | null }[];
}

/**
 * Executes the moves of the draft, as one transfer per pair of sellers, and deletes the draft. Changes made since are
 * never overwritten: they refuse the whole, or are left out when `skip` is set.
 *
 * @param expected moves that the user saw
 * @throws Problem 409 `draft_changed`, `draft_conflicts`, `empty_draft`
 */
export const publishDraft = async (
  tx: Transaction,
  actor: Actor,
  given: { reason: string; expected: number; skip: boolean; day: string | null },
): Promise<Published> => {
  const { reason, expected, skip, day } = given;
  const draft = await holdDraft(tx, actor);
  const pairs = await tx.query<{ client_id: string; from_user_id: string; to_user_id: string }>(sql`
    SELECT client_id, from_user_id, to_user_id FROM portfolio_draft_moves WHERE draft_id = ${draft} ORDER BY client_id`);
  if (pairs.length === 0)
    throw conflict(
      'empty_draft',
      'El borrador está vacío: mueva cuentas o aplique reglas antes de publicar.',
    );
  if (pairs.length !== expected) {
    throw conflict(
      'draft_changed',
      `El borrador cambió: ahora tiene ${formatCount(pairs.length)} movimientos. Revíselo y publique de nuevo.`,
      { extra: { count: pairs.length } },
    );
  }
  const people = [...new Set(pairs.flatMap((move) => [move.from_user_id, move.to_user_id]))];
  // Locks users before clients, each in the order of their ids, like every other move of accounts.
  await tx.query(sql`SELECT FROM users WHERE id = ANY(${people}::uuid[]) ORDER BY id FOR SHARE`);
  await tx.query(sql`
    SELECT FROM clients WHERE id = ANY(${pairs.map((move) => move.client_id)}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
  const moves = await tx.query<Move>(sql`
    SELECT m.client_id, m.from_user_id, m.to_user_id, c.trade_name AS label,
      CASE WHEN t.id IS NOT NULL THEN c.primary_sales_rep_id END AS owner, c.archived_at IS NOT NULL AS archived,
      EXISTS (SELECT FROM portfolio_freezes z WHERE z.client_id = c.id AND z.ended_at IS NULL) AS frozen,
      u.status = 'active' AS to_active
    FROM portfolio_draft_moves m JOIN clients c ON c.id = m.client_id JOIN users u ON u.id = m.to_user_id
      LEFT JOIN clients t ON t.id = c.id AND ${scopeCondition(clients as Resource, actor)}
    WHERE m.draft_id = ${draft} ORDER BY m.client_id`);
  const judged = moves.map((move) => ({ ...move, fault: faultOf(move) }));
  const faulty = judged.filter(({ fault }) => fault !== null);
  if (faulty.length > 0 && (!skip || faulty.length === judged.length)) {
    throw conflict(
      'draft_conflicts',
      faulty.length === 1
        ? 'Una cuenta del borrador ya no está como cuando la movió. Quítela del borrador o publique lo demás.'
        : `${formatCount(faulty.length)} cuentas del borrador ya no están como cuando las movió. Quítelas del borrador o publique lo demás.`,
      { extra: { conflicts: conflictsOf(faulty), conflicts_total: faulty.length } },
    );
  }
  const good = judged.filter(({ fault }) => fault === null);
  const groups = [...Map.groupBy(good, (move) => `${move.from_user_id} ${move.to_user_id}`)].sort(
    ([a], [b]) => (a < b ? -1 : 1),
  );
  const done: { from: string; to: string; ids: string[]; changes: readonly OwnerChange[] }[] = [];
  for (const [pair, group] of groups) {
    const [from = '', to = ''] = pair.split(' ');
    const ids = group.map((move) => move.client_id);
    const changes =
      day === null ? (await handOver(tx, seller, from, to, sql`t.id = ANY(${ids}::uuid[])`)).changes : [];
    done.push({ from, to, ids, changes });
  }
  await clearDraft(tx, draft);
  const transfers: string[] = [];
  for (const { from, to, ids, changes } of done) {
    const plan = { parts: [keyOf(seller)], ids };
    transfers.push(
      day === null
        ? await logTransfer(tx, { origin: 'portfolio', from, to, reason, changes })
        : await scheduleTransfer(tx, { origin: 'portfolio', from, to, reason, plan, day }),
    );
  }
  return { moved: good.length, transfers, conflicts: conflictsOf(faulty) };
};
