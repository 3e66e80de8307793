import { agencyCommissions } from '@pauta/domain/billing/commissions/agency-commission.ts';
import { type BeneficiaryKind, beneficiaryField } from '@pauta/domain/billing/commissions/beneficiary.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { takeNumber } from '../../admin/settings/take-number.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { rowVisibility } from '../../resource/reading/row-scope.ts';

interface DueCommission {
  readonly id: string;
  /** Null of a commission of an opening. */
  readonly invoice_id: string | null;
  readonly memo: string;
  readonly internal_no: string | null;
  readonly fiscal_number: string | null;
  readonly amount: string;
}

interface Plan {
  readonly rows: readonly DueCommission[];
  readonly until: string;
  readonly currency: string;
}

/** One settlement has at most as many lines as its definition allows; the rest goes into the next one. */
const mostLines = 2000;

/** The id of the beneficiary whose commissions are settled. */
const beneficiaryId = (input: Values): string | null =>
  referenceId(input[beneficiaryField[input.beneficiary_kind as BeneficiaryKind]]);

/** What is due of a beneficiary and in no settlement, locked in the order in which settlements lock commissions. */
const dueOf = ({ tx, actor }: HandlerContext, input: Values, until: string): Promise<DueCommission[]> =>
  tx.query<DueCommission>(sql`
    SELECT c.id, c.invoice_id, c.name AS memo, coalesce(i.internal_no, c.former_number) AS internal_no, i.fiscal_number,
      (c.due_amount - c.settled_amount)::text AS amount
    FROM agency_commissions c LEFT JOIN invoices i ON i.id = c.invoice_id LEFT JOIN openings o ON o.id = c.opening_id
    WHERE c.beneficiary_kind = ${String(input.beneficiary_kind)} AND c.beneficiary_id = ${beneficiaryId(input)}::uuid
      AND c.currency_code = ${String(input.currency_code)}
      AND coalesce(i.company_id, o.company_id) = ${referenceId(input.company_id)}::uuid AND c.due_amount <> c.settled_amount
      AND c.accrued_on <= ${until}::date AND ${rowVisibility(agencyCommissions, actor, 'c')}
    ORDER BY c.id LIMIT ${mostLines} FOR NO KEY UPDATE OF c`);

/** Prepares the settlement of what is due of an agency, a seller or a referrer. */
export const prepareSettlement: CommandHandler<Plan> = {
  answer: {
    lines: { type: 'array', items: { type: 'object', additionalProperties: true } },
    currency_code: { type: 'string' },
    total: { type: 'string' },
  },
  plan: async (context, _record, input) => {
    const today = companyDay(context.now.getTime());
    const until = String(input.until ?? today);
    const rows = await dueOf(context, input, until);
    if (rows.length === 0)
      throw conflict(
        'nothing_due',
        'No hay comisiones exigibles fuera de otra liquidación, de ese beneficiario, compañía, moneda y fecha.',
      );
    return { rows, until, currency: String(input.currency_code) };
  },
  toAnswer: (_context, { rows, currency }) => ({
    lines: rows.map(({ id, memo, internal_no, fiscal_number, amount }) => ({
      id,
      memo,
      internal_no,
      fiscal_number,
      amount,
    })),
    currency_code: currency,
    total: sum(rows.map(({ amount }) => amount)),
  }),
  run: async ({ tx, actor }, _record, input, { rows, until, currency }) => {
    const company = referenceId(input.company_id) ?? '';
    const total = sum(rows.map(({ amount }) => amount));
    const number = await takeNumber(tx, { series: 'settlement', company });
    const made = await tx.one<{ id: string }>(sql`
      INSERT INTO commission_settlements (number, company_id, beneficiary_kind, agency_id, seller_id, referral_id, until,
        currency_code, total, prepared_by_id)
      VALUES (${number}, ${company}::uuid, ${String(input.beneficiary_kind)}, ${referenceId(input.agency_id)}::uuid,
        ${referenceId(input.seller_id)}::uuid, ${referenceId(input.referral_id)}::uuid, ${until}::date, ${currency},
        ${total}::numeric, ${actor.userId}::uuid)
      RETURNING id`);
    if (!made) throw new Error('inserting a settlement answers its id');
    const positions = positionsAt([], 0, rows.length);
    const lines = rows.map(({ id, invoice_id, memo, amount }, index) => ({
      id: newLineId(),
      position: positions[index],
      memo,
      invoice_id,
      commission_id: id,
      amount,
    }));
    await tx.query(sql`
      INSERT INTO commission_settlement_lines (id, settlement_id, position, memo, invoice_id, commission_id, amount)
      SELECT l.id, ${made.id}::uuid, l.position, l.memo, l.invoice_id, l.commission_id, l.amount
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS l (id uuid, position text, memo text, invoice_id uuid,
        commission_id uuid, amount numeric)`);
    return { createdId: made.id };
  },
};
