import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { rowVisibility } from '../../resource/reading/row-scope.ts';
import type { Computing } from './computed-rows.ts';
import { daysBefore, stockRows } from './stock-rows.ts';

export interface DebtOnDays {
  /** The days, the earliest first. */
  readonly days: readonly string[];
  /** Columns of the rows that are asked for: fields of `debts`, and `id`. */
  readonly fields: ReadonlySet<string>;
  /** Condition for the invoice `t` to be visible. */
  readonly visible?: Sql;
}

/**
 * What was owed of each document at the end of each day, backwards from what is owed now: what settled it since then
 * (payments, credit notes, write-offs, its voiding) is added. So only what is open or was settled since the first day is
 * read, and a document is a row for the days between two of its settlements. Payments settle the earliest instalment first
 * (`dues_of`). Documents of the ninety days until each day are rows without a balance besides, so that days of sales are a
 * quotient of sums.
 */
export const debtOnDays = ({ days, fields, visible = raw('true') }: DebtOnDays): Sql => {
  const [first = null, last = null] = [days[0], days.at(-1)];
  const columns =
    raw(`t.id AS invoice_id, coalesce(t.fiscal_number, t.internal_no) AS number, t.client_id, t.currency_code,
    t.company_id, t.agency_id, t.bill_to, t.is_opening`);
  const since = (day: string): Sql => sql`${raw(day)} > ${first}::date`;
  return stockRows({
    days,
    fields,
    sums: ['balance', 'recent'],
    ofDay: {
      as_of: { of: sql`d.day` },
      days: { of: sql`d.day - t.due_on`, by: ['due_on'] },
      bucket: {
        of: sql`CASE WHEN t.is_recent THEN 'settled' WHEN t.due_on IS NULL OR d.day - t.due_on <= 0 THEN 'current'
          WHEN d.day - t.due_on <= 30 THEN 'd30' WHEN d.day - t.due_on <= 60 THEN 'd60'
          WHEN d.day - t.due_on <= 90 THEN 'd90' WHEN d.day - t.due_on <= 120 THEN 'd120' ELSE 'older' END`,
        by: ['due_on', 'is_recent'],
      },
      overdue: {
        of: sql`CASE WHEN d.place > t.due_after THEN t.balance ELSE 0 END`,
        by: ['due_after'],
      },
    },
    rows: sql`
      WITH settlements AS (
        SELECT invoice_id, applied_on AS day, amount FROM payment_applications WHERE ${since('applied_on')}
        UNION ALL SELECT modifies_invoice_id, issue_date, total FROM invoices
          WHERE doc_kind = 'credit_note' AND status IN ('issued', 'voided') AND modifies_invoice_id IS NOT NULL
            AND ${since('issue_date')}
        UNION ALL SELECT modifies_invoice_id, voided_on, -total FROM invoices
          WHERE doc_kind = 'credit_note' AND status = 'voided' AND modifies_invoice_id IS NOT NULL AND ${since('voided_on')}
        UNION ALL SELECT id, voided_on, total FROM invoices
          WHERE doc_kind <> 'credit_note' AND status = 'voided' AND ${since('voided_on')}
        UNION ALL SELECT invoice_id, written_on, amount FROM write_offs
          WHERE status IN ('applied', 'recovered') AND ${since('written_on')}
        UNION ALL SELECT invoice_id, recovered_on, -amount FROM write_offs
          WHERE status = 'recovered' AND ${since('recovered_on')}),
      -- From one settlement to the next one what it and the later ones settled was owed; to the last day, what is owed now.
      spans AS (
        SELECT s.invoice_id, s.upto, lead(s.upto, 1, 0) OVER w AS after, sum(s.amount) OVER w AS later
        FROM (
          SELECT invoice_id, ${daysBefore(days, raw('day'))} AS upto, amount FROM settlements
          -- Two conditions, each of which has an index.
          UNION ALL SELECT id, ${days.length}::integer, 0 FROM invoices WHERE balance > 0 AND instalments IS NULL
          UNION ALL SELECT id, ${days.length}::integer, 0 FROM invoices WHERE balance > 0 AND instalments IS NOT NULL) s
        WINDOW w AS (PARTITION BY s.invoice_id ORDER BY s.upto DESC)),
      -- Instalments: how much each is at most, and how much is due after it.
      instalments AS MATERIALIZED (
        SELECT t.id AS invoice_id, p.part, p.due_on, p.amount AS most, t.total - p.until AS beyond
        FROM invoices t CROSS JOIN LATERAL (
          SELECT row_number() OVER w AS part, r.due_on, r.amount, sum(r.amount) OVER w AS until
          FROM jsonb_to_recordset(t.instalments) AS r (due_on date, amount numeric)
          WINDOW w AS (ORDER BY r.due_on ROWS UNBOUNDED PRECEDING)) p
        WHERE t.instalments IS NOT NULL),
      rows AS (
        SELECT ${columns}, coalesce(p.part, 0) AS part, CASE WHEN p.part IS NULL THEN t.due_date ELSE p.due_on END AS due_on,
          least(p.most, t.balance + s.later - coalesce(p.beyond, 0)) AS balance, 0::numeric AS recent, false AS is_recent,
          greatest(s.after, ${daysBefore(days, raw('t.issue_date'))}) AS after, s.upto
        FROM spans s JOIN invoices t ON t.id = s.invoice_id LEFT JOIN instalments p ON p.invoice_id = t.id
        WHERE s.after < s.upto AND t.doc_kind <> 'credit_note' AND t.status IN ('issued', 'voided')
          AND (t.balance + s.later > coalesce(p.beyond, 0) OR p.part IS NULL AND t.balance + s.later <> 0) AND ${visible}
        UNION ALL
        SELECT ${columns}, -1::bigint, NULL::date, 0::numeric,
          CASE t.doc_kind WHEN 'credit_note' THEN -t.total ELSE t.total END, true,
          ${daysBefore(days, raw('t.issue_date'))}, ${daysBefore(days, raw('(t.issue_date + 90)'))}
        FROM invoices t
        WHERE t.status = 'issued' AND t.total <> 0 AND t.issue_date > ${first}::date - 90 AND t.issue_date <= ${last}::date
          AND ${visible})
      SELECT r.invoice_id || ':' || r.part AS id, r.number, r.invoice_id, r.client_id, r.due_on, r.balance, r.recent,
        r.currency_code, r.company_id, r.agency_id, c.industry_id, r.bill_to, r.is_opening, r.is_recent,
        ${daysBefore(days, raw('(r.due_on + 1)'))} AS due_after, r.after, r.upto
      FROM rows r LEFT JOIN clients c ON c.id = r.client_id`,
  });
};

/** What was owed of each document that the actor may see at the end of each day. */
export const debtRows = ({ days, fields, actor }: Computing): Sql =>
  debtOnDays({ days, fields, visible: rowVisibility(invoices, actor, 't') });
