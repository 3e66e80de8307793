import { posting } from '@pauta/domain/billing/ledger/postings.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { multiply } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import { requireOpenPeriod } from '../../finance/open-period.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { realiseExchange } from '../ledger/exchange-difference.ts';
import { postEntry, reverseEntries } from '../ledger/post.ts';

interface OwedInvoice {
  readonly id: string;
  readonly company_id: string;
  readonly client_id: string;
  readonly agency_id: string | null;
  readonly bill_to: string;
  readonly currency_code: string;
  readonly fx_rate: string | null;
  readonly balance: string;
  readonly fiscal_number: string;
}

const lockInvoice = async (tx: Transaction, id: string): Promise<OwedInvoice> => {
  const invoice = await tx.one<OwedInvoice>(sql`
    SELECT id, company_id, client_id, agency_id, bill_to, currency_code, fx_rate::text, balance::text, fiscal_number
    FROM invoices WHERE id = ${id}::uuid FOR NO KEY UPDATE`);
  if (!invoice) throw new Error(`there is no invoice ${id}`);
  return invoice;
};

const realisationOf = (invoice: OwedInvoice, day: string, writeOff: string) => ({
  companyId: invoice.company_id,
  postedOn: day,
  name: invoice.fiscal_number,
  sourceId: writeOff,
});

/** Posts a write-off at the rate of its invoice: from its receivable to bad debts. */
const postWriteOff = async (
  tx: Transaction,
  invoice: OwedInvoice,
  { id, amount }: { readonly id: string; readonly amount: string },
  day: string,
): Promise<void> => {
  const party = { clientId: invoice.client_id, agencyId: invoice.agency_id, invoiceId: invoice.id };
  await postEntry(tx, {
    companyId: invoice.company_id,
    postedOn: day,
    description: `Cuenta incobrable ${invoice.fiscal_number}`,
    source: { kind: 'write_off', id },
    currency: invoice.currency_code,
    fxRate: invoice.fx_rate,
    postings: [
      ...posting({ role: 'bad_debt' }, 'debit', amount, party),
      ...posting(
        { role: invoice.bill_to === 'agency' ? 'receivable_agencies' : 'receivable_clients' },
        'credit',
        amount,
        party,
      ),
    ],
  });
  await realiseExchange(tx, realisationOf(invoice, day, id), [invoice.id]);
};

/** Writes the balance of an invoice off, at once up to the limit of the settings and otherwise when another user approves. */
export const writeOffInvoice: CommandHandler<unknown, AnyRecord> = {
  answer: {
    write_off_id: { type: 'string', format: 'uuid' },
    status: { type: 'string', enum: ['requested', 'applied'] },
  },
  run: async ({ tx, now, actor }, record, { reason }) => {
    const day = companyDay(now.getTime());
    const invoice = await lockInvoice(tx, record.id);
    await requireOpenPeriod(tx, invoice.company_id, day);
    const limit = String(await readSetting(tx, 'write_off_limit'));
    const value = multiply(invoice.balance, invoice.fx_rate ?? '1');
    const isWithin = compareDecimals(value, limit) <= 0;
    const status = isWithin ? 'applied' : 'requested';
    const name = `${invoice.fiscal_number} · ${formatAmount({ currency: invoice.currency_code, amount: invoice.balance })}`;
    const row = await tx.one<{ id: string }>(sql`
      INSERT INTO write_offs (name, invoice_id, currency_code, amount, reason, requested_by_id, is_within_limit, status,
        written_on)
      VALUES (${name.slice(0, 100)}, ${invoice.id}::uuid, ${invoice.currency_code}, ${invoice.balance}::numeric,
        ${String(reason)}, ${actor.userId}::uuid, ${isWithin}, ${status}, ${isWithin ? day : null}::date)
      RETURNING id`);
    if (!row) throw new Error('inserting a write-off answers its id');
    if (isWithin) await postWriteOff(tx, invoice, { id: row.id, amount: invoice.balance }, day);
    return { write_off_id: row.id, status };
  },
};

const takeBack = async (
  tx: Transaction,
  writeOff: string,
  invoice: OwedInvoice,
  day: string,
): Promise<void> => {
  await reverseEntries(
    tx,
    { kinds: ['write_off'], id: writeOff },
    {
      companyId: invoice.company_id,
      postedOn: day,
      description: `Recuperación de ${invoice.fiscal_number}`,
      source: { kind: 'write_off', id: writeOff },
      currency: invoice.currency_code,
      fxRate: invoice.fx_rate,
    },
  );
  await realiseExchange(tx, realisationOf(invoice, day, writeOff), [invoice.id]);
};

/** Makes those of the invoices that were written off owed again, because they are paid after all. They are locked. */
export const recoverWrittenOff = async (
  tx: Transaction,
  invoices: readonly string[],
  day: string,
): Promise<void> => {
  const found = await tx.query<{ id: string; invoice: string }>(sql`
    UPDATE write_offs SET status = 'recovered', recovered_on = ${day}::date
    WHERE invoice_id = ANY(${invoices}::uuid[]) AND status = 'applied' RETURNING id, invoice_id AS invoice`);
  for (const { id, invoice } of found) await takeBack(tx, id, await lockInvoice(tx, invoice), day);
};

/** Hooks of write-offs: a decision by another user, and the way back. */
export const writeOffHooks: ResourceHooks = {
  commands: {
    approve: async ({ tx, now, actor }, record) => {
      const day = companyDay(now.getTime());
      const invoice = await lockInvoice(tx, referenceId(record.invoice_id) ?? '');
      await requireOpenPeriod(tx, invoice.company_id, day);
      if (invoice.balance !== record.amount)
        throw conflict(
          'balance_changed',
          'El balance de la factura cambió desde que se pidió. Rechácela y pídala otra vez.',
        );
      await postWriteOff(tx, invoice, { id: record.id, amount: String(record.amount) }, day);
      return { decided_by_id: actor.userId, written_on: day };
    },
    reject: async ({ actor }) => ({ decided_by_id: actor.userId }),
    recover: async ({ tx, now }, record) => {
      const day = companyDay(now.getTime());
      const invoice = await lockInvoice(tx, referenceId(record.invoice_id) ?? '');
      await requireOpenPeriod(tx, invoice.company_id, day);
      await takeBack(tx, record.id, invoice, day);
      return { recovered_on: day };
    },
  },
};
