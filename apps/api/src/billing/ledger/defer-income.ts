import { deferralPostings } from '@pauta/domain/billing/ledger/deferral-postings.ts';
import sql from 'sql-template-tag';
import { requireRate } from '../../finance/require-rate.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { postEntry } from './post.ts';

interface Change {
  readonly client_id: string;
  readonly platform_id: string | null;
  readonly currency: string;
  readonly amount: string;
}

/**
 * Posts at the end of a month what was billed ahead of its delivery, and what of it was earned since: by currency one
 * entry with the difference to what the books have. A month before one that was closed already changes nothing: the later
 * closing has posted what is true since.
 *
 * @param month its first day, `YYYY-MM-DD`
 */
export const deferIncome = async (
  tx: Transaction,
  period: { readonly id: string; readonly companyId: string; readonly month: string; readonly name: string },
): Promise<void> => {
  const last = await tx.one<{ day: string; is_late: boolean; currency: string }>(sql`
    SELECT (${period.month}::date + interval '1 month' - interval '1 day')::date::text AS day, c.currency_code AS currency,
      EXISTS (
        SELECT FROM income_deferrals WHERE company_id = c.id AND month > ${period.month}::date) AS is_late
    FROM companies c WHERE c.id = ${period.companyId}::uuid`);
  if (!last || last.is_late) return;
  const changes = await tx.query<Change>(sql`
    WITH changes AS MATERIALIZED (
      SELECT * FROM deferred_income(${period.companyId}::uuid, ${last.day}::date)),
    made AS (
      INSERT INTO income_deferrals (fiscal_period_id, month, company_id, order_line_id, platform_id, currency_code, billed,
        deferred, amount)
      SELECT ${period.id}::uuid, ${period.month}::date, ${period.companyId}::uuid, order_line_id, platform_id,
        currency_code, billed, deferred, amount
      FROM changes)
    SELECT client_id, platform_id, currency_code AS currency, sum(amount)::text AS amount FROM changes
    GROUP BY 1, 2, 3 HAVING sum(amount) <> 0 ORDER BY 3, 1, 2`);
  for (const currency of new Set(changes.map((change) => change.currency))) {
    const fx = currency === last.currency ? null : await requireRate(tx, currency, last.currency, last.day);
    await postEntry(tx, {
      companyId: period.companyId,
      postedOn: last.day,
      description: `Ingresos diferidos · ${period.name}`,
      source: { kind: 'deferral', id: period.id },
      currency,
      fxRate: fx?.rate ?? null,
      postings: deferralPostings(
        changes
          .filter((change) => change.currency === currency)
          .map(({ client_id, platform_id, amount }) => ({
            clientId: client_id,
            platformId: platform_id,
            amount,
          })),
      ),
    });
  }
};
