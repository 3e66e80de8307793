import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { requireOpenPeriod } from '../../finance/open-period.ts';
import { voidUnsent } from '../../fiscal/do/voiding/void-unsent.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import { realiseExchange, takeBackExchange } from '../ledger/exchange-difference.ts';
import { reverseEntries } from '../ledger/post.ts';
import { takeBackCommission } from './accrue-commission.ts';
import { lockBilledLines } from './lock-billed-lines.ts';
import { lockRebateOf } from './rebate-note.ts';

/**
 * Voids an issued document to which nothing was applied: the opposite entry, today, and the agency's commission taken
 * back. The month of the document has to be open, because its fiscal report changes. An electronic document is voided
 * while nobody has it.
 */
export const voidInvoice: StateChangeHandler = async ({ tx, now }, invoice: AnyRecord, input) => {
  const today = companyDay(now.getTime());
  const companyId = referenceId(invoice.company_id) ?? '';
  const original = referenceId(invoice.modifies_invoice_id);
  await lockRebateOf(tx, invoice.id);
  if (original !== null)
    await tx.query(sql`SELECT FROM invoices WHERE id = ${original}::uuid FOR NO KEY UPDATE`);
  await lockBilledLines(tx, invoice.id);
  await requireOpenPeriod(tx, companyId, String(invoice.issue_date));
  await requireOpenPeriod(tx, companyId, today);
  if (String(invoice.fiscal_number).startsWith('E'))
    await voidUnsent(tx, invoice, referenceId(input.reason_id));
  await takeBackCommission(tx, invoice, today);
  await reverseEntries(
    tx,
    { kinds: ['invoice', 'commission'], id: invoice.id },
    {
      companyId,
      postedOn: today,
      description: `Anulación de ${invoice.fiscal_number} · ${invoice.payer_name}`,
      source: { kind: 'void', id: invoice.id },
      currency: String(invoice.currency_code),
      fxRate: (invoice.fx_rate as string | null) ?? null,
    },
  );
  if (original !== null && invoice.fx_rate) {
    const realisation = {
      companyId,
      postedOn: today,
      name: String(invoice.fiscal_number),
      sourceId: invoice.id,
    };
    await takeBackExchange(tx, realisation);
    await realiseExchange(tx, realisation, [original]);
  }
  return { void_reason_id: referenceId(input.reason_id), voided_on: today };
};
