import { beneficiaryOf } from '@pauta/domain/billing/commissions/beneficiary.ts';
import { agencyTaxPostings, settlementPostings } from '@pauta/domain/billing/ledger/commission-postings.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { round } from '@pauta/domain/money/arithmetic.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { requireOpenPeriod } from '../../finance/open-period.ts';
import { requireRate } from '../../finance/require-rate.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { type NewEntry, postEntry, reverseEntries } from '../ledger/post.ts';
import { payingAccount } from './paying-account.ts';
import { prepareSettlement } from './prepare-settlement.ts';

const leaveOut: CommandHandler<unknown, AnyRecord> = {
  answer: { removed: { type: 'integer' } },
  run: async ({ tx }, settlement, { invoice }) => {
    const name = String(invoice).trim().toLocaleUpperCase('es');
    const lines = await tx.query<{ id: string }>(sql`
      SELECT l.id FROM commission_settlement_lines l JOIN agency_commissions c ON c.id = l.commission_id
        LEFT JOIN invoices i ON i.id = l.invoice_id
      WHERE l.settlement_id = ${settlement.id}::uuid
        AND (${name} IN (i.internal_no, i.fiscal_number) OR c.former_number = ${name})`);
    if (lines.length === 0) throw invalid({ invoice: [`«${name}» no está en esta liquidación.`] });
    const ids = lines.map(({ id }) => id);
    // Lines are changed after their header, in the same transaction.
    await tx.query(sql`
      UPDATE commission_settlements SET lines_xact = pg_current_xact_id(), total = (
        SELECT coalesce(sum(amount), 0) FROM commission_settlement_lines
        WHERE settlement_id = ${settlement.id}::uuid AND NOT id = ANY(${ids}::uuid[]))
      WHERE id = ${settlement.id}::uuid`);
    await tx.query(sql`DELETE FROM commission_settlement_lines WHERE id = ANY(${ids}::uuid[])`);
    return { removed: lines.length };
  },
};

/** The day of a payment or an invoice; not in the future. */
const pastDay = (input: Values, field: string, today: string): string => {
  const day = String(input[field]);
  if (day > today) throw invalid({ [field]: ['La fecha no puede ser futura.'] });
  return day;
};

/** What every entry of a settlement has, besides its postings. @throws Problem of a closed month, or of a missing rate */
const entryOf = async (
  tx: Transaction,
  settlement: AnyRecord,
  postedOn: string,
  description: string,
): Promise<Omit<NewEntry, 'postings'>> => {
  const companyId = referenceId(settlement.company_id) ?? '';
  const currency = String(settlement.currency_code);
  await requireOpenPeriod(tx, companyId, postedOn);
  const company = await tx.one<{ currency_code: string }>(
    sql`SELECT currency_code FROM companies WHERE id = ${companyId}::uuid`,
  );
  const fx =
    company && company.currency_code !== currency
      ? await requireRate(tx, currency, company.currency_code, postedOn)
      : null;
  return {
    companyId,
    postedOn,
    description,
    source: { kind: 'settlement', id: settlement.id },
    currency,
    fxRate: fx?.rate ?? null,
  };
};

const approve: StateChangeHandler = async ({ actor }) => ({ approved_by_id: actor.userId });

/** Locks the commissions of a settlement before the counter of entries, in the order in which settling locks them. */
const lockCommissions = async (tx: Transaction, id: string): Promise<void> => {
  await tx.query(sql`
    SELECT FROM agency_commissions WHERE id IN (
      SELECT commission_id FROM commission_settlement_lines WHERE settlement_id = ${id}::uuid)
    ORDER BY id FOR NO KEY UPDATE`);
};

const registerInvoice: StateChangeHandler = async ({ tx, now }, settlement: AnyRecord, input) => {
  const today = companyDay(now.getTime());
  const day = pastDay(input, 'agency_date', today);
  const tax = round(String(input.agency_tax), 2);
  await lockCommissions(tx, settlement.id);
  await postEntry(tx, {
    ...(await entryOf(tx, settlement, today, `Factura ${input.agency_number} de ${settlement.number}`)),
    postings: agencyTaxPostings(tax, referenceId(settlement.agency_id)),
  });
  return {
    agency_number: input.agency_number,
    agency_date: day,
    agency_tax: tax,
    agency_file: referenceId(input.agency_file),
  };
};

const pay: StateChangeHandler = async ({ tx, now }, settlement: AnyRecord, input) => {
  const day = pastDay(input, 'paid_on', companyDay(now.getTime()));
  const bank = await payingAccount(tx, settlement, input);
  await lockCommissions(tx, settlement.id);
  await postEntry(tx, {
    ...(await entryOf(tx, settlement, day, `Pago de ${settlement.number}`)),
    postings: settlementPostings(
      { total: String(settlement.total), tax: String(settlement.agency_tax) },
      bank,
      beneficiaryOf(settlement),
    ),
  });
  return {
    paid_on: day,
    bank_account_id: referenceId(input.bank_account_id),
    payment_reference: input.payment_reference,
  };
};

const voidSettlement: StateChangeHandler = async ({ tx, now }, settlement: AnyRecord, input) => {
  const today = companyDay(now.getTime());
  await lockCommissions(tx, settlement.id);
  if (settlement.status === 'invoiced')
    await reverseEntries(
      tx,
      { kinds: ['settlement'], id: settlement.id },
      await entryOf(tx, settlement, today, `Anulación de ${settlement.number}`),
    );
  return { void_reason: input.reason };
};

/** Server code of settlements of commissions. */
export const settlementHooks: ResourceHooks = {
  commands: {
    prepare: prepareSettlement,
    leave_out: leaveOut,
    approve,
    invoice: registerInvoice,
    pay,
    void: voidSettlement,
  },
};
