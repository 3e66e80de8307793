import { applicationPostings, convertedPostings } from '@pauta/domain/billing/ledger/postings.ts';
import { spreadPayment, takenFor } from '@pauta/domain/billing/payments/spread-payment.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { isZero, negate, subtract, sum } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { requireOpenPeriod } from '../../finance/open-period.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import {
  dropPromptCharges,
  givePromptDiscounts,
  lockNotedLines,
  mayIssueNotes,
  type TakenDiscounts,
  takeBackPromptDiscounts,
} from '../adjustments/prompt-payments.ts';
import { recoverWrittenOff } from '../adjustments/write-offs.ts';
import { realiseExchange, takeBackExchange } from '../ledger/exchange-difference.ts';
import { postEntry } from '../ledger/post.ts';
import { lockPayable, type PayableInvoice } from './payer-invoices.ts';

interface PlannedApplication {
  readonly invoice: PayableInvoice;
  readonly amount: string;
  readonly taken: string;
}

/** The discount for prompt payment that an application leaves open, exactly; null for any other. */
const discountLeft = ({
  invoice: { balance, prompt_discount },
  amount,
}: PlannedApplication): string | null =>
  prompt_discount !== null && compareDecimals(subtract(balance, amount), prompt_discount) === 0
    ? prompt_discount
    : null;

/** What a command will apply: to which invoices how much, and what remains as an advance. */
interface ApplicationPlan {
  readonly applications: readonly PlannedApplication[];
  readonly left: string;
  readonly currency: string;
}

const planOf = (
  payment: AnyRecord,
  invoices: readonly (PayableInvoice & { readonly amount?: string | null })[],
): ApplicationPlan => {
  const available = String(payment.unapplied);
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const applications = spreadPayment(available, invoices).flatMap(({ id, amount, taken }) => {
    const invoice = byId.get(id);
    return invoice ? [{ invoice, amount, taken }] : [];
  });
  return {
    applications,
    left: subtract(available, sum(applications.map(({ taken }) => taken))),
    currency: String(payment.currency_code),
  };
};

/** The rows of the input, with the invoices they name. @throws Problem 422 at `invoices` for one that cannot be settled */
const chosenInvoices = async (
  tx: Transaction,
  payment: AnyRecord,
  rows: readonly { readonly invoice: string; readonly amount?: string | null }[],
  others: boolean,
): Promise<readonly (PayableInvoice & { readonly amount?: string | null })[]> => {
  const names = rows.map(({ invoice }) => invoice.trim().toLocaleUpperCase('es'));
  if (new Set(names).size < names.length) throw invalid({ invoices: ['Una factura está dos veces.'] });
  const open = await lockPayable(tx, payment, { named: names, others });
  const chosen = rows.map(({ amount }, place) => {
    const name = names[place] ?? '';
    const invoice = open.find((one) => one.internal_no === name || one.fiscal_number === name);
    if (!invoice)
      throw invalid({
        invoices: [
          payment.method === 'barter'
            ? `«${name}» no es una factura pendiente de un contrato de canje de este cliente en esta compañía.`
            : others
              ? `«${name}» no es una factura pendiente de esta compañía.`
              : `«${name}» no es una factura pendiente de quien paga en esta compañía. Para pagar por otra cuenta hace falta el permiso «Aplicar cobros a facturas de otras cuentas».`,
        ],
      });
    if (amount && compareDecimals(amount, invoice.balance) > 0)
      throw invalid({
        invoices: [
          `El balance de ${name} es ${formatAmount({ currency: invoice.currency_code, amount: invoice.balance })}: aplique eso o menos.`,
        ],
      });
    return { ...invoice, amount };
  });
  const taken = sum(chosen.map(({ amount, rates }) => (amount ? takenFor(amount, rates) : '0.00')));
  if (compareDecimals(taken, String(payment.unapplied)) > 0)
    throw invalid({
      invoices: [
        `El cobro tiene ${formatAmount({ currency: String(payment.currency_code), amount: String(payment.unapplied) })} sin aplicar: reparta eso o menos.`,
      ],
    });
  // Rows with their own amount come first, so that the others share what is left.
  return chosen.toSorted((a, b) => Number(!a.amount) - Number(!b.amount));
};

const partyOf = (payment: AnyRecord) => ({
  clientId: referenceId(payment.client_id),
  agencyId: referenceId(payment.agency_id),
});

/** An application before it is written; `taken` is in the currency of the payment, `amount` in that of the invoice. */
interface NewApplication {
  readonly invoice: Pick<
    PayableInvoice,
    'id' | 'currency_code' | 'bill_to' | 'client_id' | 'agency_id' | 'for_another'
  >;
  readonly amount: string;
  readonly taken: string;
  /** From the currency of the invoice to that of the company, where the currencies differ. */
  readonly fxRate: string | null;
  readonly name: string;
  readonly reverses?: string;
}

const appliedOf = ({ invoice, amount }: NewApplication) => ({
  receivable:
    invoice.bill_to === 'agency' ? ('receivable_agencies' as const) : ('receivable_clients' as const),
  amount,
  clientId: invoice.client_id,
  agencyId: invoice.agency_id,
  invoiceId: invoice.id,
});

const postApplications = async (
  tx: Transaction,
  payment: AnyRecord,
  rows: readonly NewApplication[],
  day: string,
  kind: 'application' | 'reversal',
): Promise<void> => {
  const entry = {
    companyId: referenceId(payment.company_id) ?? '',
    postedOn: day,
    description: `${kind === 'reversal' ? 'Reverso de aplicación' : 'Aplicación'} de ${payment.receipt_no}`,
    source: { kind, id: payment.id },
  };
  const own = String(payment.currency_code);
  const [same, other] = [
    rows.filter(({ invoice }) => invoice.currency_code === own),
    rows.filter(({ invoice }) => invoice.currency_code !== own),
  ];
  await postEntry(tx, {
    ...entry,
    currency: own,
    fxRate: (payment.fx_rate as string | null) ?? null,
    postings: applicationPostings(
      same.map(appliedOf),
      partyOf(payment),
      sum(other.map(({ taken }) => taken)),
    ),
  });
  for (const [key, converted] of Object.entries(
    Object.groupBy(other, ({ invoice, fxRate }) => `${invoice.currency_code} ${fxRate ?? ''}`),
  )) {
    const [currency = '', rate] = key.split(' ');
    await postEntry(tx, {
      ...entry,
      currency,
      fxRate: rate || null,
      postings: convertedPostings((converted ?? []).map(appliedOf), partyOf(payment)),
    });
  }
};

const write = async (
  tx: Transaction,
  payment: AnyRecord,
  rows: readonly NewApplication[],
  day: string,
  kind: 'application' | 'reversal',
): Promise<void> => {
  await tx.query(sql`
    INSERT INTO payment_applications (name, payment_id, invoice_id, client_id, agency_id, applied_on, currency_code, amount,
      payment_currency_code, payment_amount, fx_rate, for_another, reverses_id)
    SELECT r.name, ${payment.id}::uuid, r.invoice, ${referenceId(payment.client_id)}::uuid, ${referenceId(payment.agency_id)}::uuid,
      ${day}::date, r.currency, r.amount, ${String(payment.currency_code)}, r.taken, r.rate, r.for_another, r.reverses
    FROM jsonb_to_recordset(${JSON.stringify(
      rows.map(({ invoice, amount, taken, fxRate, name, reverses }) => ({
        name: name.slice(0, 100),
        invoice: invoice.id,
        currency: invoice.currency_code,
        amount,
        taken,
        rate: fxRate,
        for_another: invoice.for_another,
        reverses: reverses ?? null,
      })),
    )}::jsonb) AS r (name text, invoice uuid, currency text, amount numeric, taken numeric, rate numeric,
      for_another boolean, reverses uuid)`);
  await postApplications(tx, payment, rows, day, kind);
  const realisation = {
    companyId: referenceId(payment.company_id) ?? '',
    postedOn: day,
    name: String(payment.receipt_no),
    sourceId: payment.id,
  };
  if (kind === 'reversal') await takeBackExchange(tx, realisation);
  await realiseExchange(tx, realisation, [...new Set(rows.map(({ invoice }) => invoice.id))], payment.id);
};

/** Only data of the payment: not everybody who sees its applications may see the invoices. */
const titleOf = ({ receipt_no, currency_code }: AnyRecord, amount: string): string =>
  `${receipt_no} · ${formatAmount({ currency: String(currency_code), amount })}`;

const apply = async (tx: Transaction, payment: AnyRecord, { applications }: ApplicationPlan, day: string) => {
  await requireOpenPeriod(tx, referenceId(payment.company_id) ?? '', day);
  await recoverWrittenOff(
    tx,
    applications.map(({ invoice }) => invoice.id),
    day,
  );
  await write(
    tx,
    payment,
    applications.map(({ invoice, amount, taken }) => ({
      invoice,
      amount,
      taken,
      // One is the rate of the company's currency.
      fxRate: invoice.rates && invoice.rates.invoice !== '1' ? invoice.rates.invoice : null,
      name: titleOf(payment, taken),
    })),
    day,
    'application',
  );
  await dropPromptCharges(
    tx,
    applications.map(({ invoice }) => invoice.id),
  );
};

/** The plan as answers contain it. */
const answerOf = (context: HandlerContext, { applications, currency, left }: ApplicationPlan): Values => ({
  applications: applications.map((application) => ({
    invoice_id: application.invoice.id,
    internal_no: application.invoice.internal_no,
    fiscal_number: application.invoice.fiscal_number,
    due_date: application.invoice.due_date,
    balance: application.invoice.balance,
    currency_code: application.invoice.currency_code,
    amount: application.amount,
    taken: application.taken,
    billed_to: application.invoice.for_another ? application.invoice.payer_name : null,
    prompt_discount: discountLeft(application),
  })),
  currency_code: currency,
  left,
  issues_notes: mayIssueNotes(context),
});

const answer = {
  applications: { type: 'array', items: { type: 'object', additionalProperties: true } },
  currency_code: { type: 'string' },
  left: { type: 'string' },
  issues_notes: {
    type: 'boolean',
    description: 'Si las notas por pronto pago se emiten, o quedan en borrador.',
  },
  discounts: {
    type: 'array',
    description: 'Notas de crédito por pronto pago que se dieron.',
    items: { type: 'object', additionalProperties: true },
  },
};

const commandOf = (
  choose: (context: HandlerContext, payment: AnyRecord, input: Values) => Promise<ApplicationPlan>,
): CommandHandler<ApplicationPlan, AnyRecord> => ({
  answer,
  plan: choose,
  toAnswer: answerOf,
  run: async (context, payment, input, plan) => {
    const { tx, now } = context;
    const discounted =
      input.prompt_discount === true
        ? plan.applications
            .filter((application) => discountLeft(application) !== null)
            .map(({ invoice }) => invoice.id)
        : [];
    await lockNotedLines(tx, discounted);
    await apply(tx, payment, plan, companyDay(now.getTime()));
    return { discounts: await givePromptDiscounts(context, discounted) };
  },
});

const someInvoice = (plan: ApplicationPlan, payment: AnyRecord): ApplicationPlan => {
  if (plan.applications.length > 0) return plan;
  if (payment.method === 'barter')
    throw conflict(
      'nothing_open',
      'El cliente no tiene facturas de contratos de canje pendientes en esta compañía y moneda. Lo que entregó queda por compensar.',
    );
  throw conflict(
    'nothing_open',
    'Quien paga no tiene facturas pendientes en esta compañía y moneda. El cobro queda como anticipo. Una factura en otra moneda se salda con «Aplicar a facturas».',
  );
};

/** Applies a payment to the open invoices of its payer, the earliest due first. */
export const applyOldest = commandOf(async ({ tx }, payment) =>
  someInvoice(planOf(payment, await lockPayable(tx, payment)), payment),
);

/**
 * Applies a payment to invoices named in the input, in any currency and, with the permission for it, also to those of
 * other accounts, such as a client's that its agency pays.
 */
export const applyChosen = commandOf(async ({ tx, actor }, payment, { invoices }) =>
  someInvoice(
    planOf(
      payment,
      await chosenInvoices(
        tx,
        payment,
        invoices as { invoice: string; amount?: string }[],
        actor.permissions.has('payments.apply_others'),
      ),
    ),
    payment,
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
  const invoices = rows ? await chosenInvoices(tx, payment, rows, false) : await lockPayable(tx, payment);
  const plan = someInvoice(planOf(payment, invoices), payment);
  await apply(tx, payment, plan, day);
  return plan;
};

/** What was taken back with the applications of a payment. */
export interface TakenBack extends TakenDiscounts {
  /** Applications. */
  readonly reversed: number;
}

/** How answers contain it. */
export const takenBackAnswer = {
  reversed: { type: 'integer' },
  archived: { type: 'integer', description: 'Borradores de notas por pronto pago que se archivaron.' },
  charged: {
    type: 'integer',
    description: 'Notas de débito preparadas por descuentos de pronto pago que ya no corresponden.',
  },
};

/**
 * Takes back every application of a payment by rows with the opposite amounts, on a day of an open month, and the discounts
 * for prompt payment that it had earned.
 */
export const takeBackApplications = async (
  tx: Transaction,
  payment: AnyRecord,
  day: string,
): Promise<TakenBack> => {
  if (isZero(String(payment.applied))) return { reversed: 0, archived: 0, charged: 0 };
  const rows = await tx.query<
    NewApplication['invoice'] & {
      readonly application: string;
      readonly amount: string;
      readonly taken: string;
      readonly fx_rate: string | null;
      readonly name: string;
    }
  >(sql`
    SELECT a.id AS application, a.amount::text, a.payment_amount::text AS taken, a.fx_rate::text, a.name, a.for_another,
      i.id, i.currency_code, i.bill_to, i.client_id, i.agency_id
    FROM payment_applications a JOIN invoices i ON i.id = a.invoice_id
    WHERE a.payment_id = ${payment.id}::uuid AND a.reverses_id IS NULL
      AND NOT EXISTS (SELECT FROM payment_applications r WHERE r.reverses_id = a.id)
    ORDER BY a.id`);
  await tx.query(sql`
    SELECT FROM invoices WHERE id = ANY(${rows.map(({ id }) => id)}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
  await write(
    tx,
    payment,
    rows.map(({ application, amount, taken, fx_rate, name, ...invoice }) => ({
      invoice,
      amount: negate(amount),
      taken: negate(taken),
      fxRate: fx_rate,
      name: `Reverso de ${name}`,
      reverses: application,
    })),
    day,
    'reversal',
  );
  return {
    reversed: rows.length,
    ...(await takeBackPromptDiscounts(tx, [...new Set(rows.map(({ id }) => id))])),
  };
};

/** Takes back every application, so that the whole payment is an advance again. */
export const unapply: CommandHandler<unknown, AnyRecord> = {
  answer: takenBackAnswer,
  run: async ({ tx, now }, payment) => {
    const day = companyDay(now.getTime());
    await requireOpenPeriod(tx, referenceId(payment.company_id) ?? '', day);
    return { ...(await takeBackApplications(tx, payment, day)) };
  },
};
