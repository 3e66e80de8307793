import type { AgedBalance } from '@pauta/domain/billing/accounts/account-figures.ts';
import type { EntrySource } from '@pauta/domain/billing/ledger/journal-entry.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { tokenHash } from '../../admin/sessions/tokens.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isLinkToken } from '../../public-pages/link-token.ts';
import type { RoomLink } from '../../public-pages/room-log.ts';
import { sumsByAge } from '../workbench/aging.ts';

/** The page of an account, as its link finds it; what it shows is read separately. */
export interface AccountRoom {
  readonly linkId: string;
  readonly recipient: string;
  readonly of: 'client' | 'agency';
  readonly accountId: string;
  readonly account: string;
  readonly expiresOn: string;
}

/** The link that opened a page. */
export const linkOf = ({ linkId }: AccountRoom): RoomLink => ({ table: 'account_rooms', linkId });

/** The page that a token opens; undefined if the token is unknown, or its link was closed or is past its last day. */
export const findAccountRoom = async (
  database: Queryable,
  token: string,
): Promise<AccountRoom | undefined> =>
  isLinkToken(token)
    ? database.one<AccountRoom>(sql`
        SELECT k.id AS "linkId", k.recipient, CASE WHEN k.client_id IS NULL THEN 'agency' ELSE 'client' END AS of,
          coalesce(k.client_id, k.agency_id) AS "accountId", coalesce(c.legal_name, a.legal_name) AS account,
          k.expires_on::text AS "expiresOn"
        FROM account_rooms k LEFT JOIN clients c ON c.id = k.client_id LEFT JOIN agencies a ON a.id = k.agency_id
        WHERE k.token_hash = ${tokenHash(token)} AND k.status = 'open' AND k.expires_on >= business_date()`)
    : undefined;

/** The account with those that were merged into it. */
const ids = ({ of, accountId }: AccountRoom): Sql =>
  of === 'client'
    ? sql`with_merged_clients(${accountId}::uuid)`
    : sql`with_merged_agencies(${accountId}::uuid)`;

const column = ({ of }: AccountRoom): Sql => raw(`${of}_id`);

/** Documents that the account itself pays: those that its agency, or its client, pays are not its own. */
const isOwn = (room: AccountRoom): Sql =>
  sql`i.bill_to = ${room.of} AND i.${column(room)} = ANY(${ids(room)}) AND i.status = 'issued'`;

/** An invoice or note of the page. */
export interface RoomInvoice {
  readonly id: string;
  readonly doc_kind: string;
  readonly number: string;
  readonly concept: string;
  readonly issue_date: string;
  readonly due_date: string | null;
  readonly currency: string;
  readonly total: string;
  readonly balance: string;
  readonly has_xml: boolean;
}

/** A payment of the page. */
export interface RoomPayment {
  readonly receipt_no: string;
  readonly received_on: string;
  readonly method: string;
  readonly reference: string | null;
  readonly currency: string;
  readonly amount: string;
  readonly unapplied: string;
  readonly status: string;
}

/** A movement of the statement, or what there was before the first one. */
export interface RoomMovement {
  readonly currency: string;
  readonly day: string | null;
  /** Null: what there was before. */
  readonly kind: EntrySource | null;
  readonly document: string | null;
  readonly amount: string;
  /** After it. */
  readonly balance: string;
}

/** A commission of an agency. */
export interface RoomCommission {
  readonly invoice: string;
  readonly client: string;
  readonly accrued_on: string;
  readonly currency: string;
  readonly base: string;
  readonly pct: string;
  readonly amount: string;
  readonly due: string;
  readonly settled: string;
}

/** A settlement of commissions of an agency. */
export interface RoomSettlement {
  readonly id: string;
  readonly number: string;
  readonly until: string;
  readonly currency: string;
  readonly total: string;
  readonly status: string;
  readonly paid_on: string | null;
}

/** All that the page of an account shows. */
export interface AccountRoomContent {
  readonly balances: readonly (AgedBalance & { readonly currency: string })[];
  readonly invoices: readonly RoomInvoice[];
  readonly payments: readonly RoomPayment[];
  readonly movements: readonly RoomMovement[];
  readonly commissions: readonly RoomCommission[];
  readonly settlements: readonly RoomSettlement[];
}

const mostRows = 500;

/** Entries of the account since the first day of the statement, and one row of what there was before. */
const readMovements = (database: Queryable, room: AccountRoom): Promise<readonly RoomMovement[]> => {
  const role = room.of === 'client' ? 'receivable_clients' : 'receivable_agencies';
  const isAdvance =
    room.of === 'client'
      ? sql`l.client_id = ANY(${ids(room)}) AND l.agency_id IS NULL`
      : sql`l.agency_id = ANY(${ids(room)})`;
  return database.query<RoomMovement>(sql`
    WITH entries AS (
      SELECT e.id, e.entry_no, e.company_id, e.posted_on, e.currency_code, e.source_kind, e.source_id,
        sum(l.debit - l.credit) AS amount
      FROM journal_lines l JOIN journal_entries e ON e.id = l.entry_id
      -- Exchange differences are of our books: the account owes nothing more or less by them.
      WHERE l.${column(room)} = ANY(${ids(room)}) AND e.source_kind <> 'exchange' AND (
        EXISTS (SELECT FROM posting_accounts p WHERE p.gl_account_id = l.gl_account_id AND p.role = ${role})
        OR EXISTS (SELECT FROM posting_accounts p WHERE p.gl_account_id = l.gl_account_id AND p.role = 'advances')
          AND ${isAdvance})
      GROUP BY e.id HAVING sum(l.debit - l.credit) <> 0),
    rows AS (
      SELECT currency_code, NULL::date AS day, NULL AS kind, NULL AS document, sum(amount) AS amount,
        0 AS entry_no, NULL::uuid AS id
      FROM entries WHERE posted_on < business_date() - 365 GROUP BY 1
      UNION ALL
      SELECT n.currency_code, n.posted_on, n.source_kind, coalesce(i.fiscal_number, i.internal_no, p.receipt_no), n.amount,
        n.entry_no, n.id
      FROM entries n LEFT JOIN invoices i ON i.id::text = n.source_id LEFT JOIN payments p ON p.id::text = n.source_id
      WHERE n.posted_on >= business_date() - 365)
    SELECT currency_code AS currency, day::text, kind, document, amount::numeric(18,2)::text AS amount,
      sum(amount) OVER (PARTITION BY currency_code ORDER BY day NULLS FIRST, entry_no, id)::numeric(18,2)::text AS balance
    FROM rows ORDER BY currency_code, rows.day NULLS FIRST, entry_no, id`);
};

/** What the page of an account shows. */
export const readAccountRoom = async (
  database: Queryable,
  room: AccountRoom,
): Promise<AccountRoomContent> => {
  const isAgency = room.of === 'agency';
  const [balances, invoices, payments, movements, commissions, settlements] = await Promise.all([
    database.query<AgedBalance & { currency: string }>(sql`
      WITH open AS (
        SELECT i.currency_code AS currency, d.balance, business_date() - d.due_on AS age
        FROM invoices i CROSS JOIN LATERAL dues_of(i) d
        WHERE ${isOwn(room)} AND i.balance > 0)
      SELECT currency, ${sumsByAge} FROM open GROUP BY currency ORDER BY currency`),
    database.query<RoomInvoice>(sql`
      SELECT i.id, i.doc_kind, coalesce(i.fiscal_number, i.internal_no) AS number, i.concept,
        i.issue_date::text AS issue_date, CASE WHEN i.doc_kind <> 'credit_note' THEN i.due_date::text END AS due_date,
        i.currency_code AS currency, i.total::text AS total, i.balance::text AS balance, f.document_id IS NOT NULL AS has_xml
      FROM invoices i LEFT JOIN ecf_documents d ON d.invoice_id = i.id LEFT JOIN ecf_files f ON f.document_id = d.id
      WHERE ${isOwn(room)} AND (i.balance > 0 OR i.issue_date >= business_date() - 731)
      ORDER BY i.issue_date DESC, i.internal_no DESC LIMIT ${mostRows}`),
    database.query<RoomPayment>(sql`
      SELECT p.receipt_no, p.received_on::text AS received_on, p.method, p.reference, p.currency_code AS currency,
        p.amount::text AS amount, p.unapplied::text AS unapplied, p.status
      FROM payments p
      WHERE p.${column(room)} = ANY(${ids(room)}) AND p.status <> 'voided' AND p.received_on >= business_date() - 731
        ${isAgency ? sql`` : sql`AND p.agency_id IS NULL`}
      ORDER BY p.received_on DESC, p.receipt_no DESC LIMIT ${mostRows}`),
    readMovements(database, room),
    isAgency
      ? database.query<RoomCommission>(sql`
          SELECT coalesce(i.fiscal_number, i.internal_no, m.former_number) AS invoice, coalesce(c.trade_name, '—') AS client,
            m.accrued_on::text AS accrued_on, m.currency_code AS currency, m.base_amount::text AS base, m.pct::text AS pct,
            m.amount::text AS amount, m.due_amount::text AS due, m.settled_amount::text AS settled
          FROM agency_commissions m LEFT JOIN invoices i ON i.id = m.invoice_id LEFT JOIN clients c ON c.id = i.client_id
          WHERE m.agency_id = ANY(${ids(room)}) ORDER BY m.accrued_on DESC, m.id DESC LIMIT ${mostRows}`)
      : [],
    isAgency
      ? database.query<RoomSettlement>(sql`
          SELECT s.id, s.number, s.until::text AS until, s.currency_code AS currency, s.total::text AS total, s.status,
            s.paid_on::text AS paid_on
          FROM commission_settlements s
          WHERE s.agency_id = ANY(${ids(room)}) AND s.status IN ('approved', 'invoiced', 'paid')
          ORDER BY s.until DESC, s.number DESC LIMIT ${mostRows}`)
      : [],
  ]);
  return { balances, invoices, payments, movements, commissions, settlements };
};

/** Whether a document belongs to the account of a page. */
export const ownsInvoice = async (database: Queryable, room: AccountRoom, id: string): Promise<boolean> =>
  (await database.one(sql`SELECT 1 AS one FROM invoices i WHERE i.id = ${id}::uuid AND ${isOwn(room)}`)) !==
  undefined;

/** Whether a settlement, which its agency may see from its approval on, belongs to the account of a page. */
export const ownsSettlement = async (database: Queryable, room: AccountRoom, id: string): Promise<boolean> =>
  room.of === 'agency' &&
  (await database.one(sql`
    SELECT 1 AS one FROM commission_settlements s
    WHERE s.id = ${id}::uuid AND s.agency_id = ANY(${ids(room)}) AND s.status IN ('approved', 'invoiced', 'paid')`)) !==
    undefined;
