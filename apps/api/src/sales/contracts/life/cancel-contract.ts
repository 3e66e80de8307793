import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { type DateRange, daysBetween } from '@pauta/domain/kinds/date-range.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { isZero } from '@pauta/domain/money/arithmetic.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { openAddendumStates } from '@pauta/domain/sales/addenda/addendum.ts';
import {
  type Cancellation,
  type CancelledLine,
  cancellationOf,
  endOfNotice,
  latestEnd,
} from '@pauta/domain/sales/contracts/life/cancellation.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { endDelivery } from '../../../postsales/open-delivery.ts';
import type { CommandHandler } from '../../../resource/commands/handler.ts';
import { freeSpaces, orderLineIdsOf } from './free-spaces.ts';
import { notSuspended } from './suspend-contract.ts';

/** When a signed contract ends, and how much earlier than agreed. */
interface Ending {
  /** The first day that is not delivered. */
  readonly effective_on: string;
  readonly notice_days: number | null;
  readonly missing_notice_days: number;
  /** Percent of the penalty that is charged; null: none. */
  readonly penalty_pct: string | null;
}

/** What cancelling a signed contract does. */
interface CancellationPlan extends Ending, Cancellation {
  readonly currency: string;
  /** Placements that are cancelled or end earlier. */
  readonly placements: number;
  /** Days of spaces that become free. */
  readonly freed_days: number;
}

/** @throws Problem 422 for a day before tomorrow or after the flight */
const endingOf = (contract: AnyRecord, input: Values, today: string): Ending => {
  const { flight_in_force: flight, cancel_notice_days, penalty_pct } = contract;
  const period = { today, lastDay: (flight as DateRange | null)?.to ?? today };
  const notice = cancel_notice_days === null ? null : Number(cancel_notice_days);
  const effectiveOn =
    typeof input.effective_on === 'string' ? input.effective_on : endOfNotice(period, notice ?? 0);
  if (effectiveOn <= today)
    throw invalid({ effective_on: ['Hoy todavía se cumple: termina desde mañana o después.'] });
  const latest = latestEnd(period);
  if (effectiveOn > latest)
    throw invalid({
      effective_on: [`El vuelo termina antes: puede ser hasta el ${formatCivilDate(latest)}.`],
    });
  return {
    effective_on: effectiveOn,
    notice_days: notice,
    missing_notice_days: Math.max(0, (notice ?? 0) - daysBetween(today, effectiveOn)),
    penalty_pct: input.charge_penalty === true && penalty_pct !== null ? String(penalty_pct) : null,
  };
};

const amountsOf = async (
  tx: Transaction,
  contract: AnyRecord,
  { effective_on: until, penalty_pct: penaltyPct }: Ending,
): Promise<Cancellation> => {
  const lines = await tx.query<CancelledLine & object>(sql`
    SELECT o.net::text, o.billed_net::text AS billed,
      round_amount(o.net * delivered_part_until(o, ${until}::date), o.currency_code)::numeric(18,2)::text AS delivered
    FROM order_lines o WHERE o.contract_id = ${contract.id}::uuid AND o.status = 'active' ORDER BY o.id`);
  return cancellationOf(lines, { penaltyPct, currency: String(contract.currency_code) });
};

const planOf = async (
  tx: Transaction,
  contract: AnyRecord,
  input: Values,
  today: string,
): Promise<CancellationPlan> => {
  const ending = endingOf(contract, input, today);
  const counts = await tx.one<{ placements: number; freed_days: number }>(sql`
    SELECT (SELECT count(*)::integer FROM placements p
        WHERE p.contract_id = ${contract.id}::uuid AND p.status IN ('scheduled', 'confirmed')
          AND p.ends_on >= ${ending.effective_on}::date) AS placements,
      (SELECT count(DISTINCT (s.item_id, s.day))::integer FROM capacity_cells s
        JOIN order_lines o ON o.id = s.order_line_id
        WHERE o.contract_id = ${contract.id}::uuid AND s.day >= ${ending.effective_on}::date) AS freed_days`);
  return {
    ...ending,
    ...(await amountsOf(tx, contract, ending)),
    currency: String(contract.currency_code),
    placements: counts?.placements ?? 0,
    freed_days: counts?.freed_days ?? 0,
  };
};

const nothingSigned = async (tx: Transaction, contract: AnyRecord): Promise<void> => {
  const quote = contract.quote_id as Reference | null;
  if (quote)
    await tx.query(
      sql`UPDATE quotes SET status = 'accepted' WHERE id = ${quote.id}::uuid AND status = 'converted'`,
    );
};

const decimal = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/**
 * Ends a contract on a day: frees its spaces and ends its delivery from then on, voids its open addendum, and stores what is
 * to be settled. Before its signature there is nothing to settle: its quote is accepted again, so that another contract can be
 * made of it.
 */
export const cancelContract: CommandHandler<CancellationPlan | null> = {
  answer: {
    cancellation: {
      type: ['object', 'null'],
      description: 'Lo que se liquida, en importes sin impuestos; null antes de la firma.',
      properties: {
        effective_on: { type: 'string', format: 'date' },
        notice_days: { type: ['integer', 'null'] },
        missing_notice_days: count,
        penalty_pct: { type: ['string', 'null'] },
        currency: { type: 'string' },
        contracted: decimal,
        delivered: decimal,
        undelivered: decimal,
        billed: decimal,
        credit: decimal,
        to_bill: decimal,
        penalty: decimal,
        placements: count,
        freed_days: count,
      },
    },
  },
  plan: async ({ tx, now }, contract, input) =>
    contract?.signed_on ? planOf(tx, contract, input, companyDay(now)) : null,
  toAnswer: (_context, cancellation) => ({ cancellation }),
  run: async ({ tx, now }, contract, input, plan) => {
    if (!contract) throw new Error('a contract is cancelled by itself');
    if (!plan) {
      await nothingSigned(tx, contract);
      return undefined;
    }
    const { effective_on: from } = plan;
    const lines = await orderLineIdsOf(tx, contract.id);
    // Before the counters of capacity, as a signature locks them: the new state gives the packages back.
    await tx.query(sql`
      SELECT FROM packages WHERE max_sales IS NOT NULL
        AND id IN (SELECT package_id FROM order_lines WHERE contract_id = ${contract.id}::uuid)
      ORDER BY id FOR NO KEY UPDATE`);
    await tx.query(
      sql`SELECT FROM order_lines WHERE id = ANY(${lines}::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    );
    await endDelivery(tx, lines, { since: addDays(companyDay(now), 1), from });
    await tx.query(sql`
      UPDATE addenda SET status = 'voided'
      WHERE contract_id = ${contract.id}::uuid AND status = ANY(${openAddendumStates}::text[])`);
    // Again, with lines and quotas locked: nothing is billed or aired meanwhile.
    const amounts = await amountsOf(tx, contract, plan);
    const hasAny = !isZero(amounts.credit) || !isZero(amounts.penalty);
    await tx.query(sql`
      INSERT INTO cancellation_proposals (label, contract_id, client_id, effective_on, reason_kind, reason, notice_days,
        missing_notice_days, penalty_pct, currency_code, contracted, delivered, undelivered, billed, credit, to_bill, penalty,
        status)
      VALUES (${`Cancelación de ${String(contract.number)}`}, ${contract.id}::uuid,
        ${(contract.client_id as Reference).id}::uuid, ${from}::date, ${String(input.reason_kind)}, ${String(input.reason)},
        ${plan.notice_days}, ${plan.missing_notice_days}, ${plan.penalty_pct}::numeric, ${plan.currency},
        ${amounts.contracted}::numeric, ${amounts.delivered}::numeric, ${amounts.undelivered}::numeric,
        ${amounts.billed}::numeric, ${amounts.credit}::numeric, ${amounts.to_bill}::numeric, ${amounts.penalty}::numeric,
        ${hasAny ? 'open' : 'settled'})`);
    await freeSpaces(tx, lines, from);
    return notSuspended;
  },
};
