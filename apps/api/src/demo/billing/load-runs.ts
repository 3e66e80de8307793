import sql, { type Sql } from 'sql-template-tag';
import { takeNumber } from '../../admin/settings/take-number.ts';
import type { Transaction } from '../../platform/database/database.ts';

/** Invoices of one run. */
const mostInvoices = 25;

/** Inserts a run in review of these invoices of one company, and returns its id. */
const insertRun = async (
  tx: Transaction,
  { company, ids, until, user }: { company: string; ids: readonly string[]; until: string; user: string },
): Promise<string> => {
  const number = await takeNumber(tx, { series: 'billing_run', company });
  const run = await tx.one<{ id: string }>(sql`
    INSERT INTO billing_runs (number, company_id, until, prepared_by_id, plan)
    SELECT ${number}, ${company}::uuid, ${until}::date, ${user}::uuid, (
      SELECT coalesce(jsonb_agg(p), '[]') FROM (
        SELECT i.bill_to, CASE i.bill_to WHEN 'agency' THEN a.trade_name ELSE c.trade_name END AS payer,
          i.currency_code AS currency, count(*)::integer AS invoices, sum(i.net)::text AS planned, sum(i.net)::text AS net,
          sum(i.tax)::text AS tax, sum(i.total)::text AS total, '0.00' AS difference
        FROM invoices i JOIN clients c ON c.id = i.client_id LEFT JOIN agencies a ON a.id = i.agency_id
        WHERE i.id = ANY(${ids}::uuid[]) GROUP BY 1, 2, 3 ORDER BY 2) p)
    RETURNING id`);
  if (!run) throw new Error('inserting a run answers its id');
  await tx.query(sql`
    UPDATE invoices SET billing_run_id = ${run.id}::uuid WHERE id = ANY(${ids}::uuid[])`);
  return run.id;
};

/** The company and the invoices of a run: the group of these invoices that has the most. */
const groupOf = (tx: Transaction, where: Sql) =>
  tx.one<{ company: string; until: string; ids: readonly string[] }>(sql`
    SELECT company_id AS company, coalesce(max(issue_date), business_date())::text AS until,
      (array_agg(id ORDER BY id))[1:${mostInvoices}] AS ids
    FROM invoices WHERE doc_kind = 'invoice' AND status = 'draft' AND ${where}
    GROUP BY company_id, date_trunc('month', issue_date)
    ORDER BY date_trunc('month', issue_date) DESC NULLS LAST, count(*) DESC, company_id LIMIT 1`);

/** One run that is finished, of invoices that are about to be issued, and one in review. */
export const insertRuns = async (tx: Transaction): Promise<void> => {
  const user = await tx.one<{ id: string }>(sql`
    SELECT u.id FROM users u JOIN user_roles r ON r.user_id = u.id JOIN roles o ON o.id = r.role_id
    WHERE o.name = 'billing' AND u.status = 'active' ORDER BY u.id LIMIT 1`);
  if (!user) return;
  const past = await groupOf(tx, sql`fiscal_number IS NOT NULL`);
  if (past) {
    const id = await insertRun(tx, { ...past, user: user.id });
    await tx.query(sql`
      UPDATE billing_runs SET status = 'issuing', issued_by_id = ${user.id}::uuid WHERE id = ${id}::uuid`);
    await tx.query(sql`
      UPDATE billing_runs SET status = 'finished', finished_at = now() WHERE id = ${id}::uuid`);
  }
  const waiting = await groupOf(tx, sql`fiscal_number IS NULL`);
  if (waiting) {
    const id = await insertRun(tx, { ...waiting, user: user.id });
    await tx.query(sql`
      UPDATE invoices SET status = 'reviewed' WHERE billing_run_id = ${id}::uuid
        AND id <> (SELECT id FROM invoices WHERE billing_run_id = ${id}::uuid ORDER BY id LIMIT 1)`);
  }
};
