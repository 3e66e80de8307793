import { periodClosed } from '@pauta/domain/billing/runs/billing-reasons.ts';
import sql from 'sql-template-tag';
import { preparedStatement, type Transaction } from '../platform/database/database.ts';
import { refusalOf } from '../resource/commands/reasons.ts';

/**
 * Requires that the month of a day is open in a company's books. A closing that starts meanwhile waits until the
 * transaction ends (`fiscal_period_is_open`).
 *
 * @param date civil day, `YYYY-MM-DD`
 * @throws Problem 409 `period_closed`
 */
export async function requireOpenPeriod(tx: Transaction, companyId: string, date: string): Promise<void> {
  const row = await tx.one<{ open: boolean }>(
    preparedStatement(sql`SELECT fiscal_period_is_open(${companyId}::uuid, ${date}::date) AS open`),
  );
  if (row?.open) return;
  throw refusalOf([periodClosed(date)]);
}
