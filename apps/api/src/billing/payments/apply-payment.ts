import { applicationPostings } from '@pauta/domain/billing/ledger/postings.ts';
import { spreadPayment } from '@pauta/domain/billing/payments/spread-payment.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { isZero, subtract, sum } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { requireOpenPeriod } from '../../finance/open-period.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { postEntry } from '../ledger/post.ts';
import { lockPayable, type PayableInvoice } from './payer-invoices.ts';

/** What a command will apply: to which invoices how much, and what remains as an advance. */
interface ApplicationPlan {
  readonly applications: readonly { readonly invoice: PayableInvoice; readonly amount: string }[];
  readonly left: string;
  readonly currency: string;
}

const planOf = (
  payment: AnyRecord,
  invoices: readonly (PayableInvoice & { readonly amount?: string | null })[],
): ApplicationPlan => {
  const available = String(payment.unapplied);
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const applications = spreadPayment(available, invoices).flatMap(({ id, amount }) => {
    const invoice = byId.get(id);
    return invoice ? [{ invoice, amount }] : [];
  });
  return {
    applications,
    left: subtract(available, sum(applications.map(({ amount }) => amount))),
    currency: String(payment.currency_code),
  };
};

/** The rows of the input, with the invoices they name. @throws Problem 422 at `invoices` for one that cannot be settled */
const chosenInvoices = async (
  tx: Transaction,
  payment: AnyRecord,
  rows: readonly { readonly invoice: string; readonly amount?: string | null }[],
): Promise<readonly (PayableInvoice & { readonly amount?: string | null })[]> => {
  const names = rows.map(({ invoice }) => invoice.trim().toLocaleUpperCase('es'));
  if (new Set(names).size < names.length) throw invalid({ invoices: ['Una factura está dos veces.'] });
  const open = await lockPayable(tx, payment, names);
  const currency = String(payment.currency_code);
  const chosen = rows.map(({ amount }, place) => {
    const name = names[place] ?? '';
    const invoice = open.find((one) => one.internal_no === name || one.fiscal_number === name);
    if (!invoice)
      throw invalid({
        invoices: [`«${name}» no es una factura pendiente de quien paga, en esta compañía y moneda.`],
      });
    if (amount && compareDecimals(amount, invoice.balance) > 0)
      throw invalid({
        invoices: [
          `El balance de ${name} es ${formatAmount({ currency, amount: invoice.balance })}: aplique eso o menos.`,
        ],
      });
    return { ...invoice, amount };
  });
  const given = sum(chosen.map(({ amount }) => amount ?? '0.00'));
  if (compareDecimals(given, String(payment.unapplied)) > 0)
    throw invalid({
      invoices: [
        `El cobro tiene ${formatAmount({ currency, amount: String(payment.unapplied) })} sin aplicar: reparta eso o menos.`,
      ],
    });
  // Rows with their own amount come first, so that the others share what is left.
  return chosen.toSorted((a, b) => Number(!a.amount) - Number(!b.amount));
};

const partyOf = (payment: AnyRecord) => ({
  clientId: referenceId(payment.client_id),
  agencyId: referenceId(payment.agency_id),
});

const receivableOf = (payment: AnyRecord) =>
  referenceId(payment.client_id) === null ? 'receivable_agencies' : 'receivable_clients';

const write = async (
  tx: Transaction,
  payment: AnyRecord,
  rows: readonly {
    readonly invoiceId: string;
    readonly amount: string;
    readonly name: string;
    readonly reverses?: string;
  }[],
  day: string,
  kind: 'application' | 'reversal',
): Promise<void> => {
  await tx.query(sql`
    INSERT INTO payment_applications
      (name, payment_id, invoice_id, client_id, agency_id, applied_on, currency_code, amount, reverses_id)
    SELECT r.name, ${payment.id}::uuid, r.invoice, ${referenceId(payment.client_id)}::uuid, ${referenceId(payment.agency_id)}::uuid,
      ${day}::date, ${String(payment.currency_code)}, r.amount, r.reverses
    FROM jsonb_to_recordset(${JSON.stringify(
      rows.map(({ invoiceId, amount, name, reverses }) => ({
        name: name.slice(0, 100),
        invoice: invoiceId,
        amount,
        reverses: reverses ?? null,
      })),
    )}::jsonb) AS r (name text, invoice uuid, amount numeric, reverses uuid)`);
  await postEntry(tx, {
    companyId: referenceId(payment.company_id) ?? '',
    postedOn: day,
    description: `${kind === 'reversal' ? 'Reverso de aplicación' : 'Aplicación'} de ${payment.receipt_no}`,
    source: { kind, id: payment.id },
    currency: String(payment.currency_code),
    fxRate: (payment.fx_rate as string | null) ?? null,
    postings: applicationPostings(rows, receivableOf(payment), partyOf(payment)),
  });
};

/** Only data of the payment: not everybody who sees its applications may see the invoices. */
const titleOf = ({ receipt_no, currency_code }: AnyRecord, amount: string): string =>
  `${receipt_no} · ${formatAmount({ currency: String(currency_code), amount })}`;

const apply = async (tx: Transaction, payment: AnyRecord, { applications }: ApplicationPlan, day: string) => {
  await requireOpenPeriod(tx, referenceId(payment.company_id) ?? '', day);
  await write(
    tx,
    payment,
    applications.map(({ invoice, amount }) => ({
      invoiceId: invoice.id,
      amount,
      name: titleOf(payment, amount),
    })),
    day,
    'application',
  );
};

/** The plan as answers contain it. */
const answerOf = ({ applications, currency, left }: ApplicationPlan): Values => ({
  applications: applications.map(({ invoice, amount }) => ({
    invoice_id: invoice.id,
    internal_no: invoice.internal_no,
    fiscal_number: invoice.fiscal_number,
    due_date: invoice.due_date,
    balance: invoice.balance,
    amount,
  })),
  currency_code: currency,
  left,
});

const answer = {
  applications: { type: 'array', items: { type: 'object', additionalProperties: true } },
  currency_code: { type: 'string' },
  left: { type: 'string' },
};

const commandOf = (
  choose: (tx: Transaction, payment: AnyRecord, input: Values) => Promise<ApplicationPlan>,
): CommandHandler<ApplicationPlan, AnyRecord> => ({
  answer,
  plan: ({ tx }, payment, input) => choose(tx, payment, input),
  toAnswer: (_context, plan) => answerOf(plan),
  run: async ({ tx, now }, payment, _input, plan) => {
    await apply(tx, payment, plan, companyDay(now.getTime()));
  },
});

const someInvoice = (plan: ApplicationPlan): ApplicationPlan => {
  if (plan.applications.length > 0) return plan;
  throw conflict(
    'nothing_open',
    'Quien paga no tiene facturas pendientes en esta compañía y moneda. El cobro queda como anticipo.',
  );
};

/** Applies a payment to the open invoices of its payer, the earliest due first. */
export const applyOldest = commandOf(async (tx, payment) =>
  someInvoice(planOf(payment, await lockPayable(tx, payment))),
);

/** Applies a payment to invoices named in the input. */
export const applyChosen = commandOf(async (tx, payment, { invoices }) =>
  someInvoice(
    planOf(payment, await chosenInvoices(tx, payment, invoices as { invoice: string; amount?: string }[])),
  ),
);

/**
 * Applies a payment to the invoices named in `rows`, or without them to the open ones of its payer, the earliest due first.
 *
 * @returns what it settled of which invoices, and what remains as an advance
 * @throws Problem 409 when nothing is open, 422 at `invoices`
 */
export const applyPayment = async (
  tx: Transaction,
  payment: AnyRecord,
  day: string,
  rows?: readonly { readonly invoice: string; readonly amount?: string | null }[],
): Promise<ApplicationPlan> => {
  const invoices = rows ? await chosenInvoices(tx, payment, rows) : await lockPayable(tx, payment);
  const plan = someInvoice(planOf(payment, invoices));
  await apply(tx, payment, plan, day);
  return plan;
};

/**
 * Takes back every application of a payment by rows with the opposite amounts, on a day of an open month.
 *
 * @returns how many there were
 */
export const takeBackApplications = async (
  tx: Transaction,
  payment: AnyRecord,
  day: string,
): Promise<number> => {
  if (isZero(String(payment.applied))) return 0;
  const rows = await tx.query<{ id: string; invoice: string; amount: string; name: string }>(sql`
    SELECT a.id, a.invoice_id AS invoice, a.amount::text, a.name FROM payment_applications a
    WHERE a.payment_id = ${payment.id}::uuid AND a.reverses_id IS NULL
      AND NOT EXISTS (SELECT FROM payment_applications r WHERE r.reverses_id = a.id)
    ORDER BY a.id`);
  await tx.query(sql`
    SELECT FROM invoices WHERE id = ANY(${rows.map(({ invoice }) => invoice)}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
  await write(
    tx,
    payment,
    rows.map(({ id, invoice, amount, name }) => ({
      invoiceId: invoice,
      amount: subtract('0.00', amount),
      name: `Reverso de ${name}`,
      reverses: id,
    })),
    day,
    'reversal',
  );
  return rows.length;
};

/** Takes back every application, so that the whole payment is an advance again. */
export const unapply: CommandHandler<unknown, AnyRecord> = {
  answer: { reversed: { type: 'integer' } },
  run: async ({ tx, now }, payment) => {
    const day = companyDay(now.getTime());
    await requireOpenPeriod(tx, referenceId(payment.company_id) ?? '', day);
    return { reversed: await takeBackApplications(tx, payment, day) };
  },
};
