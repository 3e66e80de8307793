import { posting } from '@pauta/domain/billing/ledger/postings.ts';
import { payments } from '@pauta/domain/billing/payments/payment.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import sql from 'sql-template-tag';
import { postEntry } from '../../billing/ledger/post.ts';
import { returnPayment, takePaymentBack } from '../../billing/payments/payment-hooks.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { tableOf } from '../../resource/table.ts';

/** Months that are still open, besides the current one. */
const openMonths = 3;
/** Days ago on which a cheque came back. */
const returnedAgo = [610, 480, 350, 230, 120, 6];
const disputed = ['Cantidad facturada', 'Precio distinto al acordado', 'Faltó la orden de compra'];

/** Cheques that the bank returned, some days after they were registered: their invoices are open again. */
const returnCheques = async (tx: Transaction, day: string): Promise<void> => {
  for (const ago of returnedAgo) {
    const on = addDays(day, -ago);
    const cheque = await tx.one<{ id: string }>(sql`
      SELECT id FROM payments
      WHERE method = 'cheque' AND status IN ('registered', 'reconciled') AND applied > 0 AND currency_code = 'DOP'
        AND received_on < ${on}::date AND NOT EXISTS (SELECT FROM bank_movements b WHERE b.payment_id = payments.id)
        AND NOT EXISTS (SELECT FROM payment_promise_receipts r JOIN payment_applications a ON a.id = r.application_id
          WHERE a.payment_id = payments.id)
        AND withheld = 0 ORDER BY received_on DESC, id LIMIT 1`);
    if (!cheque) continue;
    const record = parseRecord(await readRecord(tx, tableOf(payments), cheque.id, 'system'));
    const context = { tx, now: new Date(`${on}T15:00:00Z`) };
    // Of an old one the tasks of its sellers are done.
    await (ago < 30 ? returnPayment(context, record) : takePaymentBack(context, record, 'returned'));
  }
};

/** What was given up of the oldest invoices that are still open. */
const writeOff = async (tx: Transaction, day: string): Promise<void> => {
  const user = await tx.one<{ id: string }>(sql`
    SELECT u.id FROM users u JOIN user_roles r ON r.user_id = u.id JOIN roles o ON o.id = r.role_id
    WHERE o.name = 'finance' AND u.status = 'active' ORDER BY u.id LIMIT 1`);
  const old = await tx.query<{
    id: string;
    company_id: string;
    client_id: string;
    agency_id: string | null;
    bill_to: string;
    fiscal_number: string;
    balance: string;
    on: string;
  }>(sql`
    SELECT id, company_id, client_id, agency_id, bill_to, fiscal_number, balance::text, (due_date + 180)::text AS on
    FROM invoices WHERE status = 'issued' AND balance > 0 AND doc_kind = 'invoice' AND currency_code = 'DOP'
      AND due_date < ${day}::date - 200 ORDER BY due_date, id LIMIT 4`);
  if (!user) return;
  for (const one of old) {
    const row = await tx.one<{ id: string }>(sql`
      INSERT INTO write_offs (name, invoice_id, currency_code, amount, reason, requested_by_id, is_within_limit, status,
        written_on, created_at)
      VALUES (${`${one.fiscal_number} · ${formatAmount({ currency: 'DOP', amount: one.balance })}`.slice(0, 100)},
        ${one.id}::uuid, 'DOP', ${one.balance}::numeric, 'Seis meses de gestiones sin respuesta', ${user.id}::uuid, true,
        'applied', ${one.on}::date, ${`${one.on}T15:00:00Z`}::timestamptz)
      RETURNING id`);
    if (!row) throw new Error('inserting a write-off answers its id');
    const party = { clientId: one.client_id, agencyId: one.agency_id, invoiceId: one.id };
    await postEntry(tx, {
      companyId: one.company_id,
      postedOn: one.on,
      description: `Cuenta incobrable ${one.fiscal_number}`,
      source: { kind: 'write_off', id: row.id },
      currency: 'DOP',
      fxRate: null,
      postings: [
        ...posting({ role: 'bad_debt' }, 'debit', one.balance, party),
        ...posting(
          { role: one.bill_to === 'agency' ? 'receivable_agencies' : 'receivable_clients' },
          'credit',
          one.balance,
          party,
        ),
      ],
    });
  }
};

/** Some payers dispute a part of what they owe; every third dispute was rejected. */
const dispute = async (tx: Transaction, day: string): Promise<void> => {
  const rows = await tx.query<{ id: string; place: number }>(sql`
    INSERT INTO invoice_disputes (name, invoice_id, reason_id, currency_code, amount, detail, resolver_id, created_at)
    SELECT left(i.fiscal_number || ' · ' || d.text, 100), i.id, r.id, i.currency_code, round(i.balance * 0.3, 2), d.text, u.id,
      (${day}::date - 3 - i.place::integer)::timestamptz + interval '15 hours'
    FROM (
        SELECT *, row_number() OVER (ORDER BY due_date DESC, id) AS place FROM invoices
        WHERE status = 'issued' AND balance > 10 AND doc_kind = 'invoice' AND due_date < ${day}::date) i
      JOIN unnest(${disputed}::text[]) WITH ORDINALITY AS d (text, at) ON d.at = 1 + i.place % 3
      CROSS JOIN (SELECT id FROM reasons WHERE kind = 'dispute' ORDER BY sort_order, id LIMIT 1) r
      CROSS JOIN (
        SELECT u.id FROM users u JOIN user_roles x ON x.user_id = u.id JOIN roles o ON o.id = x.role_id
        WHERE o.name = 'billing' AND u.status = 'active' ORDER BY u.id LIMIT 1) u
    WHERE i.place % 7 = 0 AND i.place <= 63
    RETURNING id, 0 AS place`);
  await tx.query(sql`
    UPDATE invoice_disputes SET status = 'rejected', resolved_on = ${day}::date - 1,
      resolution = 'La orden de compra y la evidencia coinciden con lo facturado.'
    WHERE id = ANY(${rows.filter((_, place) => place % 3 === 2).map(({ id }) => id)}::uuid[])`);
};

/** What went wrong in two years of billing: returned cheques, what was given up, and disputes. */
export const insertLate = async (tx: Transaction, today: Date): Promise<void> => {
  const day = today.toISOString().slice(0, 10);
  await returnCheques(tx, day);
  await writeOff(tx, day);
  await dispute(tx, day);
};

/** Closes the months of two years up to the last ones. After everything that belongs into them. */
export const closeMonths = (tx: Transaction, today: Date) =>
  tx.query(sql`
    INSERT INTO fiscal_periods (company_id, month, status)
    SELECT c.id, (date_trunc('month', ${today.toISOString().slice(0, 10)}::date) - make_interval(months => m))::date, 'closed'
    FROM companies c CROSS JOIN generate_series(${openMonths + 1}::integer, 24) AS m`);
