import { newLineId } from '@pauta/domain/document/line-id.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { subtract, sum } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { deltaSchedule } from '@pauta/domain/sales/addenda/delta-schedule.ts';
import type { BillingPlan, Instalment } from '@pauta/domain/sales/contracts/billing-schedule.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';

/**
 * What is billed of a contract, less credit notes, before tax: of each line the billed net less the agency's discount,
 * calculated as for the line. So a line reduced to what is billed of it is worth exactly that.
 */
const readBilled = async (tx: Transaction, contractId: string): Promise<string> => {
  const row = await tx.one<{ billed: string }>(sql`
    SELECT coalesce(sum(o.billed_net - CASE WHEN o.agency_discount > 0
        THEN round_amount(o.billed_net * c.agency_commission_pct / 100, c.currency_code) ELSE 0 END), 0)::numeric(18,2)::text AS billed
    FROM contracts c JOIN order_lines o ON o.contract_id = c.id WHERE c.id = ${contractId}::uuid`);
  return row?.billed ?? '0.00';
};

/**
 * Replaces the changes of instalments of a draft by those that the billing plan of its contract gives.
 *
 * @returns how many there are
 * @throws Problem if more is billed than the contract would be worth
 */
export const planInstalments = async (tx: Transaction, record: AnyRecord): Promise<number> => {
  const contractId = (record.contract_id as Reference).id;
  const currency = String(record.currency_code);
  const planned = await tx.query<Instalment>(sql`
      SELECT due_on::text, amount::text FROM instalments_in_force
      WHERE contract_id = ${contractId}::uuid ORDER BY due_on`);
  const billed = await readBilled(tx, contractId);
  const lines = linesIn(record, 'lines')
    .filter(({ op }) => op !== 'remove')
    .map((line) => ({
      flight: line.flight as DateRange,
      days: (line.days as readonly string[] | null) ?? null,
      taxable: String(line.taxable),
    }));
  const schedule = deltaSchedule(record.billing_plan as BillingPlan, lines, planned, {
    from: String(record.effective_on),
    currency,
    billed,
  });
  if (!schedule) {
    const worth = sum(lines.map(({ taxable }) => taxable));
    const shown = (amount: string): string => formatAmount({ currency, amount });
    throw refusalOf([
      {
        code: 'more_is_billed',
        text:
          `Ya se facturaron ${shown(billed)} sin impuesto y con la adenda el contrato valdría ${shown(worth)}. ` +
          `Emita antes una nota de crédito por ${shown(subtract(billed, worth))} sin impuesto y vuelva a proponer las cuotas.`,
      },
    ]);
  }
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
