import sql from 'sql-template-tag';
import type { Transaction } from '../../../platform/database/database.ts';

/**
 * Stores what a client objects to in the current edition of a report, by line, to be decided by staff.
 *
 * @param objections texts by id of the quota; `null` for the whole report
 */
export const insertObjections = async (
  tx: Transaction,
  reportId: string,
  author: string,
  objections: ReadonlyMap<string | null, string>,
): Promise<void> => {
  const lines = [...objections.keys()];
  await tx.query(sql`
    INSERT INTO evidence_objections (label, report_id, edition, quota_id, body, author, currency_code)
    SELECT coalesce(q.description, 'Todo el reporte'), r.id, r.edition, q.id, n.body, ${author}, c.currency_code
    FROM unnest(${lines}::uuid[], ${[...objections.values()]}::text[]) AS n(line, body)
      JOIN evidence_reports r ON r.id = ${reportId}::uuid JOIN contracts c ON c.id = r.contract_id
      LEFT JOIN quotas q ON q.id = n.line AND q.contract_id = r.contract_id
    WHERE n.line IS NULL OR q.id IS NOT NULL`);
};
