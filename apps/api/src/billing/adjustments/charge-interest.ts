import { lateInterest } from '@pauta/domain/billing/adjustments/late-interest.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { isZero, sum } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { draftCharge } from './draft-charge.ts';

/**
 * Prepares a debit note with the interest of an overdue invoice, of each instalment for the days since it was due, or since
 * the last day that was charged before. The invoice is locked, so its balance is what it owes now.
 */
export const chargeInterest: CommandHandler<unknown, AnyRecord> = {
  run: async ({ tx, now }, invoice, input) => {
    const today = companyDay(now.getTime());
    const pct = String(input.monthly_pct ?? (await readSetting(tx, 'late_interest_pct')));
    if (isZero(pct))
      throw conflict(
        'no_interest',
        'No hay tasa de mora. Escríbala aquí, o fíjela en Configuración General › Facturación y crédito.',
      );
    const dues = await tx.query<{ day: string; days: number; balance: string }>(sql`
      SELECT s.day::text, (${today}::date - s.day)::integer AS days, d.balance::text
      FROM invoices i CROSS JOIN LATERAL dues_of(i) d CROSS JOIN LATERAL (
        SELECT greatest(d.due_on, (
          SELECT max(c.until) FROM collection_charges c JOIN invoices n ON n.id = c.debit_note_id
          WHERE c.invoice_id = i.id AND c.kind = 'interest' AND n.status <> 'voided' AND n.archived_at IS NULL)) AS day) s
      WHERE i.id = ${invoice.id}::uuid AND s.day < ${today}::date ORDER BY s.day`);
    const [since] = dues;
    const amount = sum(['0.00', ...dues.map(({ balance, days }) => lateInterest(balance, pct, days))]);
    if (!since || isZero(amount))
      throw conflict(
        'nothing_to_charge',
        'La mora de esta factura ya se cobró hasta hoy, o no llega a un centavo.',
      );
    const balance = formatAmount({
      currency: String(invoice.currency_code),
      amount: sum(dues.map(({ balance: due }) => due)),
    });
    return {
      createdId: await draftCharge(tx, invoice, {
        kind: 'interest',
        concept: `Mora de ${invoice.fiscal_number}`,
        description: `Mora de ${since.days} ${since.days === 1 ? 'día' : 'días'} desde el ${formatCivilDate(since.day)} sobre ${balance} al ${Number(pct)} % mensual`,
        amount,
        until: today,
        paymentId: null,
      }),
    };
  },
};
