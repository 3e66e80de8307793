import { fiscalPeriods } from '@pauta/domain/finance/fiscal-period.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../platform/database/database.ts';
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
    sql`SELECT fiscal_period_is_open(${companyId}::uuid, ${date}::date) AS open`,
  );
  if (row?.open) return;
  throw refusalOf([
    {
      code: 'period_closed',
      text: `El período fiscal del ${formatCivilDate(date)} está cerrado. Use otra fecha, o reábralo.`,
      fix: { label: 'Períodos fiscales', path: `/${fiscalPeriods.screen}` },
    },
  ]);
}
