import { newLineId } from '@pauta/domain/document/line-id.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { deltaSchedule } from '@pauta/domain/sales/addenda/delta-schedule.ts';
import type { BillingPlan, Instalment } from '@pauta/domain/sales/contracts/billing-schedule.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/**
 * Replaces the changes of instalments of a draft by those that the billing plan of its contract gives.
 *
 * @returns how many there are
 */
export const planInstalments = async (tx: Transaction, record: AnyRecord): Promise<number> => {
  const planned = await tx.query<Instalment>(sql`
      SELECT due_on::text, amount::text FROM instalments_in_force
      WHERE contract_id = ${(record.contract_id as Reference).id}::uuid ORDER BY due_on`);
  const schedule = deltaSchedule(
    record.billing_plan as BillingPlan,
    linesIn(record, 'lines')
      .filter(({ op }) => op !== 'remove')
      .map((line) => ({
        flight: line.flight as DateRange,
        days: (line.days as readonly string[] | null) ?? null,
        taxable: String(line.taxable),
      })),
    planned,
    { from: String(record.effective_on), currency: String(record.currency_code) },
  );
  await tx.query(sql`
      UPDATE addenda SET lines_xact = pg_current_xact_id(),
        scheduled = (SELECT coalesce(sum(a), 0) FROM unnest(${schedule.map(({ amount }) => amount)}::numeric[]) AS a)
      WHERE id = ${record.id}::uuid`);
  await tx.query(sql`DELETE FROM addendum_instalments WHERE addendum_id = ${record.id}::uuid`);
  if (schedule.length > 0)
    await tx.query(sql`
        INSERT INTO addendum_instalments (id, addendum_id, position, due_on, amount)
        SELECT i.id, ${record.id}::uuid, i.position, i.due_on, i.amount
        FROM unnest(${schedule.map(() => newLineId())}::uuid[], ${positionsAt([], 0, schedule.length)}::text[],
          ${schedule.map(({ due_on }) => due_on)}::date[], ${schedule.map(({ amount }) => amount)}::numeric[])
          AS i(id, position, due_on, amount)`);
  return schedule.length;
};
