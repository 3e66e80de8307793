import sql from 'sql-template-tag';
import { takeNumber } from '../../admin/settings/take-number.ts';
import { addDrafts, groupDrafts } from '../../billing/contracts/add-drafts.ts';
import { billedContracts } from '../../billing/contracts/billed-contract.ts';
import type { Transaction } from '../../platform/database/database.ts';

/** Clients whose contracts the run puts on one invoice each. */
const mostClients = 5;

/** A run in review that bills the contracts of some clients together: what is due of them since their last invoices. */
export const insertGroupedRun = async (tx: Transaction, today: Date): Promise<void> => {
  const user = await tx.one<{ id: string }>(sql`
    SELECT u.id FROM users u JOIN user_roles r ON r.user_id = u.id JOIN roles o ON o.id = r.role_id
    WHERE o.name = 'billing' AND u.status = 'active' ORDER BY u.id LIMIT 1`);
  const due = await tx.query<{ company: string; ids: readonly string[] }>(sql`
    SELECT c.company_id AS company, array_agg(c.id ORDER BY c.number) AS ids
    FROM contracts c WHERE c.id IN (SELECT contract_id FROM billable_order_lines WHERE net > 0)
    GROUP BY c.company_id, c.client_id, c.agency_id, c.contract_type HAVING count(*) > 1
    ORDER BY c.company_id, c.client_id LIMIT ${mostClients}`);
  const company = due[0]?.company;
  if (!user || !company) return;
  const day = today.toISOString().slice(0, 10);
  const ids = due.filter((one) => one.company === company).flatMap((one) => one.ids);
  const billed = (await billedContracts(tx, ids, day)).filter(({ lines }) => lines.length > 0);
  const drafts = groupDrafts(billed, 'payer').filter(({ parts }) => parts.length > 1);
  if (drafts.length === 0) return;
  const number = await takeNumber(tx, { series: 'billing_run', company });
  const run = await tx.one<{ id: string }>(sql`
    INSERT INTO billing_runs (number, company_id, until, grouping, prepared_by_id)
    VALUES (${number}, ${company}::uuid, ${day}::date, 'payer', ${user.id}::uuid) RETURNING id`);
  if (!run) throw new Error('inserting a run answers its id');
  await addDrafts(tx, drafts, run.id);
  await tx.query(sql`
    UPDATE billing_runs SET plan = (
      SELECT coalesce(jsonb_agg(p), '[]') FROM (
        SELECT i.bill_to, CASE i.bill_to WHEN 'agency' THEN a.trade_name ELSE c.trade_name END AS payer,
          i.currency_code AS currency, count(*)::integer AS invoices, sum(i.net)::text AS planned, sum(i.net)::text AS net,
          sum(i.tax)::text AS tax, sum(i.total)::text AS total, '0.00' AS difference
        FROM invoices i JOIN clients c ON c.id = i.client_id LEFT JOIN agencies a ON a.id = i.agency_id
        WHERE i.billing_run_id = ${run.id}::uuid GROUP BY 1, 2, 3 ORDER BY 2) p)
    WHERE id = ${run.id}::uuid`);
};
