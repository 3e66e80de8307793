import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import {
  type BillingPlan,
  billingSchedule,
  type Instalment,
} from '@pauta/domain/sales/contracts/billing-schedule.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';

/** The instalments that the billing plan of a contract proposes. */
export const scheduleOf = (contract: Values, now: Date): Instalment[] =>
  billingSchedule(
    contract.billing_plan as BillingPlan,
    linesIn(contract, 'lines').map((line) => ({
      flight: line.flight as DateRange,
      days: (line.days as readonly string[] | null) ?? null,
      taxable: String(line.taxable),
    })),
    { today: companyDay(now), currency: String(contract.currency_code) },
  );

/** Replaces the instalments of a draft, whose header the transaction writes first. */
export const writeSchedule = async (
  tx: Transaction,
  contractId: string,
  schedule: readonly Instalment[],
): Promise<void> => {
  await tx.query(sql`
    UPDATE contracts SET lines_xact = pg_current_xact_id(),
      scheduled = (SELECT coalesce(sum(a), 0) FROM unnest(${schedule.map(({ amount }) => amount)}::numeric[]) AS a)
    WHERE id = ${contractId}::uuid`);
  await tx.query(sql`DELETE FROM contract_instalments WHERE contract_id = ${contractId}::uuid`);
  if (schedule.length === 0) return;
  await tx.query(sql`
    INSERT INTO contract_instalments (id, contract_id, position, due_on, amount)
    SELECT i.id, ${contractId}::uuid, i.position, i.due_on, i.amount
    FROM unnest(${schedule.map(() => newLineId())}::uuid[], ${positionsAt([], 0, schedule.length)}::text[],
      ${schedule.map(({ due_on }) => due_on)}::date[], ${schedule.map(({ amount }) => amount)}::numeric[])
      AS i(id, position, due_on, amount)`);
};

/** Replaces the instalments of a draft by those that its billing plan proposes. */
export const planBilling: CommandHandler = {
  run: async ({ tx, now }, record) => {
    if (!record) throw new Error('instalments are proposed for one contract');
    const schedule = scheduleOf(record, now);
    if (schedule.length === 0)
      throw conflict(
        'nothing_to_bill',
        'El contrato aún no tiene nada que facturar: agregue renglones con precio.',
      );
    await writeSchedule(tx, record.id, schedule);
    return { instalments: schedule.length };
  },
};
