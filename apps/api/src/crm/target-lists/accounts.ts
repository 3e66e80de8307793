import { type Score, type ScoreFacts, scoreOf } from '@pauta/domain/crm/target-lists/target-score.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { conflict, notFound, type Problem } from '../../platform/http/problem.ts';

/** The columns of a target list that affect its members. */
export interface LockedList {
  readonly id: string;
  readonly name: string;
  readonly purpose: string;
  /** As PostgreSQL writes it. */
  readonly period: string;
  readonly status: string;
  readonly is_live: boolean;
}

/** A client that is in another active list of the same purpose and period. */
export interface TakenClient {
  readonly id: string;
  readonly title: string;
  readonly list: string;
  readonly owner: string;
}

/** Locks a list, so that it is neither activated nor closed until the transaction ends. Undefined if there is none. */
export const lockList = (tx: Transaction, id: string): Promise<LockedList | undefined> =>
  tx.one<LockedList>(sql`
    SELECT id, name, purpose, period::text AS period, status, is_live FROM target_lists WHERE id = ${id}::uuid FOR KEY SHARE`);

/** A list that still accepts accounts. @throws Problem 404, 409 */
export const lockOpenList = async (tx: Transaction, id: string): Promise<LockedList> => {
  const list = await lockList(tx, id);
  if (!list) throw notFound();
  if (list.status === 'closed') {
    throw conflict('list_closed', `La lista «${list.name}» está cerrada. Reábrala para cambiar sus cuentas.`);
  }
  return list;
};

/**
 * Serializes changes to the members of active lists of a purpose, so that a refusal can name the list that has a
 * client. The table's exclusion constraint enforces the rule regardless.
 */
export const lockPurpose = async (tx: Transaction, purpose: string): Promise<void> => {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext(${`target_lists.${purpose}`}))`);
};

type Place = Pick<LockedList, 'id' | 'purpose' | 'period'>;

/** Which of these clients are in other active lists. */
export const takenClients = (
  tx: Queryable,
  { id, purpose, period }: Place,
  clientIds: readonly string[],
): Promise<TakenClient[]> =>
  tx.query<TakenClient>(sql`
    SELECT DISTINCT ON (c.id) c.id, c.trade_name AS title, l.name AS list, u.full_name AS owner
    FROM target_list_members m JOIN target_lists l ON l.id = m.target_list_id JOIN users u ON u.id = l.owner_id
    JOIN clients c ON c.id = m.client_id
    WHERE m.client_id = ANY(${clientIds}::uuid[]) AND m.list_is_live AND m.archived_at IS NULL
      AND m.list_purpose = ${purpose} AND m.list_period && ${period}::daterange AND m.target_list_id <> ${id}::uuid
    ORDER BY c.id`);

/** Why a client cannot be added, in one sentence. */
export const takenReason = ({ list, owner }: Pick<TakenClient, 'list' | 'owner'>): string =>
  `Está en la lista activa «${list}», de ${owner}, con el mismo propósito y en el mismo periodo.`;

/** Maximum number of clients that a refusal names. */
const mostNamed = 50;

/** 409 with the clients and the lists that contain them. */
export const takenProblem = (taken: readonly TakenClient[]): Problem => {
  const [first] = taken;
  const others = taken.length - 1;
  const more = others > 0 ? ` y ${formatCount(others)} ${others === 1 ? 'cliente' : 'clientes'} más` : '';
  const lists = [...new Set(taken.map(({ list }) => `«${list}»`))];
  const message = `«${first?.title ?? ''}»${more} ya ${others > 0 ? 'están' : 'está'} en ${
    lists.length === 1 ? `la lista activa ${lists[0]}` : `las listas activas ${lists.slice(0, 5).join(', ')}`
  } con el mismo propósito y en el mismo periodo. Quite ${others > 0 ? 'esas cuentas' : 'esa cuenta'} de una de las listas o cierre la otra.`;
  return conflict('account_taken', message, {
    extra: {
      blocked: taken
        .slice(0, mostNamed)
        .map((one) => ({ id: one.id, title: one.title, reason: takenReason(one) })),
      blocked_total: taken.length,
    },
  });
};

/** Refuses clients of another active list. @throws Problem 409 */
export const refuseTaken = async (
  tx: Transaction,
  list: Place,
  clientIds: readonly string[],
): Promise<void> => {
  await lockPurpose(tx, list.purpose);
  const taken = await takenClients(tx, list, clientIds);
  if (taken.length > 0) throw takenProblem(taken);
};

interface FactsRow {
  id: string;
  client_status: string | null;
  credit_status: string | null;
  category_code: string | null;
  category_name: string | null;
  is_reachable: boolean;
  idle_days: number | null;
  last_result: ScoreFacts['lastResult'];
  age_days: number | null;
}

/**
 * Scores of clients for a purpose, from their current data.
 *
 * @param known facts that will be true of them but are not stored yet
 */
export const scoreClients = async (
  tx: Queryable,
  purpose: string,
  clientIds: readonly string[],
  known: Partial<ScoreFacts> = {},
): Promise<ReadonlyMap<string, Score>> => {
  const rows = await tx.query<FactsRow>(sql`
    SELECT c.id, c.status AS client_status, c.credit_status, k.code AS category_code, k.name AS category_name,
      EXISTS (
        SELECT FROM contact_affiliations a JOIN contacts t ON t.id = a.contact_id
        WHERE a.client_id = c.id AND a.valid @> business_date()
          AND (jsonb_array_length(t.emails) > 0 OR t.phones @? '$[*] ? (!(@.do_not_call == true))')) AS is_reachable,
      business_date() - business_date(greatest(c.last_activity_at,
        (SELECT max(m.last_activity_at) FROM target_list_members m WHERE m.client_id = c.id))) AS idle_days,
      (SELECT jsonb_build_object('name', r.name, 'isPositive', r.is_positive, 'closes', r.closes)
        FROM activities a JOIN contact_results r ON r.id = a.contact_result_id
        WHERE a.client_id = c.id AND a.status = 'done' ORDER BY a.closed_at DESC LIMIT 1) AS last_result,
      business_date() - business_date(c.created_at) AS age_days
    FROM clients c LEFT JOIN client_categories k ON k.id = c.client_category_id WHERE c.id = ANY(${clientIds}::uuid[])`);
  return new Map(
    rows.map((row) => [
      row.id,
      scoreOf({
        purpose,
        clientStatus: row.client_status,
        creditStatus: row.credit_status,
        category:
          row.category_code === null
            ? null
            : { code: row.category_code, name: row.category_name ?? row.category_code },
        isReachable: row.is_reachable,
        hasTaxId: true,
        idleDays: row.idle_days,
        lastResult: row.last_result,
        ageDays: row.age_days,
        ...known,
      }),
    ]),
  );
};

/** Score of an account that is not a client yet. */
export const scoreProspect = (purpose: string, hasTaxId: boolean, idleDays: number | null = null): Score =>
  scoreOf({
    purpose,
    clientStatus: null,
    creditStatus: null,
    category: null,
    isReachable: false,
    hasTaxId,
    idleDays,
    lastResult: null,
    ageDays: null,
  });

/** Recalculates the scores of the open accounts of a list. */
export const scoreMembers = async (
  tx: Transaction,
  { id, purpose }: Pick<LockedList, 'id' | 'purpose'>,
): Promise<void> => {
  const members = await tx.query<{
    id: string;
    client_id: string | null;
    has_tax_id: boolean;
    idle_days: number | null;
  }>(sql`
    SELECT id, client_id, prospect_tax_id IS NOT NULL AS has_tax_id,
      business_date() - business_date(last_activity_at) AS idle_days
    FROM target_list_members
    WHERE target_list_id = ${id}::uuid AND archived_at IS NULL AND state NOT IN ('won', 'discarded')`);
  const scores = await scoreClients(
    tx,
    purpose,
    members.flatMap(({ client_id }) => client_id ?? []),
  );
  const scored = members.map((one) => {
    const { score, reasons } =
      (one.client_id !== null && scores.get(one.client_id)) ||
      scoreProspect(purpose, one.has_tax_id, one.idle_days);
    return { id: one.id, score, reasons };
  });
  await tx.query(sql`
    UPDATE target_list_members m SET score = s.score, score_reasons = s.reasons
    FROM jsonb_to_recordset(${JSON.stringify(scored)}::jsonb) AS s(id uuid, score integer, reasons jsonb)
    WHERE m.id = s.id AND (m.score, m.score_reasons) IS DISTINCT FROM (s.score, s.reasons)`);
};

/** The result, real or planned, of adding clients to a list. */
export interface MemberAdditions {
  /** Clients that join. */
  readonly joining: readonly string[];
  /** Clients that are already members. */
  readonly already: number;
  /** Clients that a user removed from the list; only a filter skips them. */
  readonly removed: number;
  readonly taken: readonly TakenClient[];
}

/**
 * Classifies clients that are to be added to a list. The list is locked.
 *
 * @param origin `filter` leaves out those that a user removed from the list
 */
export const planAdditions = async (
  tx: Transaction,
  list: LockedList,
  clientIds: readonly string[],
  origin: 'manual' | 'filter',
): Promise<MemberAdditions> => {
  await lockPurpose(tx, list.purpose);
  const members = await tx.query<{ client_id: string; is_out: boolean; left_by_filter: boolean }>(sql`
    SELECT client_id, archived_at IS NOT NULL AS is_out, left_by_filter FROM target_list_members
    WHERE target_list_id = ${list.id}::uuid AND client_id = ANY(${clientIds}::uuid[])`);
  const present = new Set(members.filter(({ is_out }) => !is_out).map(({ client_id }) => client_id));
  const removed = new Set(
    origin === 'manual'
      ? []
      : members
          .filter(({ is_out, left_by_filter }) => is_out && !left_by_filter)
          .map(({ client_id }) => client_id),
  );
  const wanted = clientIds.filter((id) => !present.has(id) && !removed.has(id));
  const taken = await takenClients(tx, list, wanted);
  const blocked = new Set(taken.map(({ id }) => id));
  return {
    joining: wanted.filter((id) => !blocked.has(id)),
    already: present.size,
    removed: removed.size,
    taken,
  };
};

/** Adds clients to a list, or restores former members. */
export const addMembers = async (
  tx: Transaction,
  list: LockedList,
  clientIds: readonly string[],
  origin: 'manual' | 'filter',
): Promise<void> => {
  if (clientIds.length === 0) return;
  const scores = await scoreClients(tx, list.purpose, clientIds);
  const rows = clientIds.map((id) => ({ client_id: id, ...(scores.get(id) ?? { score: 0, reasons: [] }) }));
  await tx.query(sql`
    INSERT INTO target_list_members (target_list_id, client_id, origin, score, score_reasons)
    SELECT ${list.id}::uuid, r.client_id, ${origin}, r.score, r.reasons
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(client_id uuid, score integer, reasons jsonb)
    ON CONFLICT (target_list_id, client_id) WHERE withdrawn_at IS NULL DO UPDATE
      SET archived_at = NULL, score = excluded.score, score_reasons = excluded.score_reasons`);
};

/** Removes members from a list because its filter no longer matches them. */
export const removeMembers = async (tx: Transaction, memberIds: readonly string[]): Promise<void> => {
  if (memberIds.length === 0) return;
  await tx.query(sql`
    UPDATE target_list_members SET archived_at = now(), left_by_filter = true
    WHERE id = ANY(${memberIds}::uuid[]) AND archived_at IS NULL AND state = 'pending'`);
};

/** The list of a record of the resource that is locked already. */
export const readLockedList = async (tx: Transaction, record: AnyRecord): Promise<LockedList> => {
  const list = await tx.one<LockedList>(sql`
    SELECT id, name, purpose, period::text AS period, status, is_live FROM target_lists WHERE id = ${record.id}::uuid`);
  if (!list) throw notFound();
  return list;
};
