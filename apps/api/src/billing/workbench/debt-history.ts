import type { DebtHistory, DebtMonth } from '@pauta/domain/billing/collections/debt-history.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { monthEnd } from '@pauta/domain/calendar/months.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { debtOnDays } from '../../reports/computed/debt-rows.ts';

/** What was owed at the end of each of the last twelve months; of this one, today. */
export const readDebtHistory = async (database: Queryable, currency: string): Promise<DebtHistory> => {
  const today = companyToday();
  const days = [...Array.from({ length: 11 }, (_, place) => monthEnd(today, place - 11)), today];
  const months = await database.query<DebtMonth>(sql`
    SELECT f.until::text, f.open::numeric(18,2)::text AS open, f.overdue::numeric(18,2)::text AS overdue,
      f.invoiced::numeric(18,2)::text AS invoiced, round(f.open / nullif(f.invoiced, 0) * 90)::text AS dso
    FROM (
      SELECT d.until, coalesce(sum(o.balance), 0) AS open, coalesce(sum(o.overdue), 0) AS overdue,
        coalesce(sum(o.recent), 0) AS invoiced
      FROM unnest(${days}::date[]) AS d (until) LEFT JOIN (
        SELECT * FROM (${debtOnDays({ days, fields: new Set(['as_of', 'overdue', 'currency_code']) })}) t WHERE t.currency_code = ${currency}) o
        ON o.as_of = d.until
      GROUP BY d.until) f
    ORDER BY f.until`);
  return { currency, months };
};
