import { rateMissing } from '@pauta/domain/billing/runs/billing-reasons.ts';
import type { ExchangeRate } from '@pauta/domain/money/exchange-rate.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { refusalOf } from '../resource/commands/reasons.ts';

/**
 * The exchange rate that applies on a day: that of the day, or on a Saturday, Sunday or holiday without one that of the
 * last working day before.
 *
 * @param from ISO 4217 code; the rate of the opposite direction is never inverted
 * @param date civil day, `YYYY-MM-DD`
 * @throws Problem 409 `exchange_rate_missing`
 * @example convert({ amount: '1000.00', currency: 'USD' }, await requireRate(tx, 'USD', 'DOP', '2026-11-24'))
 */
export async function requireRate(
  tx: Queryable,
  from: string,
  to: string,
  date: string,
): Promise<ExchangeRate> {
  const found = await tx.one<ExchangeRate>(sql`
    SELECT from_currency AS from, to_currency AS to, on_date::text AS on, rate::text AS rate
    FROM exchange_rate_on(${from}, ${to}, ${date}::date)`);
  if (found) return found;
  const row = await tx.one<{ day: string }>(sql`SELECT last_working_day(${date}::date)::text AS day`);
  throw refusalOf([rateMissing(from, to, row?.day ?? date)]);
}
