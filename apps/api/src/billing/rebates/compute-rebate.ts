import { rebatePostings } from '@pauta/domain/billing/ledger/rebate-postings.ts';
import { type RebatePeriod, rebatePeriod } from '@pauta/domain/billing/rebates/rebate-period.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { percentOf, round } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import sql from 'sql-template-tag';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { postEntry } from '../ledger/post.ts';
import { entryTerms } from './entry-terms.ts';

interface Agreement {
  readonly rebate_id: string;
  readonly rebate: string;
  readonly agency: string;
  readonly period: 'quarter' | 'semester' | 'year';
  readonly base: string;
  readonly currency: string;
  readonly tiers: readonly { readonly from: string; readonly pct: string }[];
  readonly from: string;
  readonly to: string | null;
}

interface Plan {
  readonly agreement: Agreement;
  readonly days: RebatePeriod;
  readonly volume: string;
  readonly pct: string;
  readonly amount: string;
}

const latest = (one: string, other: string): string => [one, other].toSorted()[1] ?? one;

/** Calculates what an agency gets for the volume of a period that is over, and posts that it is owed. */
export const computeRebate: CommandHandler<Plan> = {
  answer: {
    agreement: { type: 'string' },
    from: { type: 'string', format: 'date' },
    to: { type: 'string', format: 'date' },
    currency_code: { type: 'string' },
    volume: { type: 'string' },
    pct: { type: 'string' },
    amount: { type: 'string' },
  },
  plan: async ({ tx, now }, _record, input) => {
    const within = String(input.within);
    const agreement = await tx.one<Agreement>(sql`
      SELECT r.id AS rebate_id, r.name AS rebate, a.trade_name AS agency, r.period, r.base, r.currency_code AS currency,
        r.tiers, lower(r.valid)::text AS from, (upper(r.valid) - 1)::text AS to
      FROM agencies a JOIN volume_rebates r ON r.id = a.volume_rebate_id AND r.is_active AND r.archived_at IS NULL
      WHERE a.id = ${referenceId(input.agency_id)}::uuid`);
    if (!agreement)
      throw invalid({ agency_id: ['La agencia no tiene una bonificación por volumen activa en su ficha.'] });
    const whole = rebatePeriod(agreement.period, within);
    if (whole.to >= companyDay(now.getTime()))
      throw invalid({
        within: [`El periodo termina el ${formatCivilDate(whole.to)}: calcúlelo cuando haya terminado.`],
      });
    // Of a period in which the agreement began or ended, its own days.
    const days = {
      from: latest(agreement.from, whole.from),
      to: agreement.to !== null && agreement.to < whole.to ? agreement.to : whole.to,
    };
    if (days.from > days.to) throw invalid({ within: ['El acuerdo no está vigente en ese periodo.'] });
    const row = await tx.one<{ volume: string }>(sql`
      SELECT rebate_volume(${referenceId(input.agency_id)}::uuid, ${referenceId(input.company_id)}::uuid,
        daterange(${days.from}::date, ${days.to}::date, '[]'), ${agreement.currency}, ${agreement.base})::text AS volume`);
    const volume = row?.volume ?? '0';
    const reached = agreement.tiers.findLast(({ from }) => compareDecimals(from, volume) <= 0);
    const amount = round(percentOf(volume, reached?.pct ?? '0'), 2);
    if (!reached || compareDecimals(amount, '0') <= 0)
      throw conflict(
        'no_tier_reached',
        `El volumen del periodo es ${volume}: no alcanza un tramo que se bonifique.`,
      );
    return { agreement, days, volume, pct: reached.pct, amount };
  },
  toAnswer: (_context, { agreement, days, volume, pct, amount }) => ({
    agreement: agreement.rebate,
    ...days,
    currency_code: agreement.currency,
    volume,
    pct,
    amount,
  }),
  run: async ({ tx, actor, now }, _record, input, { agreement, days, volume, pct, amount }) => {
    const today = companyDay(now.getTime());
    const company = referenceId(input.company_id) ?? '';
    const agency = referenceId(input.agency_id);
    const name = `${agreement.rebate} · ${agreement.agency} · ${days.from} a ${days.to}`.slice(0, 200);
    const made = await tx.one<{ id: string }>(sql`
      INSERT INTO rebate_accruals (name, company_id, agency_id, volume_rebate_id, period, base, currency_code, base_amount,
        pct, amount, prepared_by_id)
      VALUES (${name}, ${company}::uuid, ${agency}::uuid, ${agreement.rebate_id}::uuid,
        daterange(${days.from}::date, ${days.to}::date, '[]'), ${agreement.base}, ${agreement.currency}, ${volume}::numeric,
        ${pct}::numeric, ${amount}::numeric, ${actor.userId}::uuid)
      RETURNING id`);
    if (!made) throw new Error('inserting a rebate answers its id');
    await postEntry(tx, {
      ...(await entryTerms(tx, {
        id: made.id,
        companyId: company,
        currency: agreement.currency,
        postedOn: today,
        description: `Bonificación por volumen · ${name}`,
      })),
      postings: rebatePostings(amount, agency),
    });
    return { createdId: made.id };
  },
};
