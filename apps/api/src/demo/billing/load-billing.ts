import { docKinds } from '@pauta/domain/billing/invoices/fiscal-document.ts';
import {
  applicationPostings,
  invoicePostings,
  type Posting,
  paymentPostings,
  reversed,
} from '@pauta/domain/billing/ledger/postings.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import { isZero, multiply, percentOf, round, subtract, sum } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import sql, { raw } from 'sql-template-tag';
import { counterOf } from '../../admin/settings/take-number.ts';
import { type Realisation, realiseExchange } from '../../billing/ledger/exchange-difference.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type Account, rnc } from '../crm/accounts.ts';
import { insertRows, type Row } from '../insert-rows.ts';
import type { AiredDays } from '../postsales/delivery.ts';
import type { Random } from '../random.ts';
import type { DemoContract } from '../sales/contracts.ts';
import { barterNumber, barterRow } from './barter-rows.ts';
import { insertGroupedRun } from './load-grouped-run.ts';
import { insertRebates } from './load-rebates.ts';
import { insertReceived } from './load-received.ts';
import { insertRuns } from './load-runs.ts';
import { insertSettlements } from './load-settlements.ts';
import { type BillingKnown, type DemoInvoice, makeInvoices } from './make-documents.ts';
import { promiseOf } from './promise-of.ts';

/** Clients with invoices; more would make large sets of demonstration data slow to load without showing more. */
const mostBilled = 3000;

interface Entry {
  readonly at: Date;
  readonly currency: string;
  readonly rate: string | null;
  readonly row: Row;
  readonly postings: readonly Posting[];
}

const readBilling = async (tx: Transaction): Promise<BillingKnown> => {
  const companies = await tx.query<{ id: string }>(
    sql`SELECT id FROM companies WHERE code LIKE 'ANT-%' ORDER BY sort_order`,
  );
  for (const [place, { id }] of companies.entries())
    await tx.query(
      sql`UPDATE companies SET tax_id_type = 'RNC', tax_id = ${rnc(90_000 + place)} WHERE id = ${id}::uuid AND tax_id IS NULL`,
    );
  const articles = await tx.query<{ id: string; name: string; platform: string }>(sql`
    SELECT id, name, platform_id AS platform FROM ad_articles
    WHERE is_active AND tax_rate_id IS NULL ORDER BY sort_order, code LIMIT 30`);
  const agencies = await tx.query<{
    client: string;
    id: string;
    name: string;
    mode: string;
    pct: string;
  }>(sql`
    SELECT c.id AS client, a.id, a.legal_name AS name, a.commission_mode AS mode, a.commission_pct::text AS pct
    FROM clients c JOIN agencies a ON a.id = c.default_agency_id`);
  const banks = await tx.query<{ company: string; id: string }>(sql`
    SELECT company_id || ' ' || currency_code AS company, id FROM bank_accounts WHERE is_active`);
  const rates = await tx.query<{ day: string; rate: string }>(sql`
    SELECT on_date::text AS day, rate::text FROM exchange_rates WHERE from_currency = 'USD' AND to_currency = 'DOP'`);
  const reasons = await tx.query<{ kind: string; id: string }>(sql`
    SELECT DISTINCT ON (kind) kind, id FROM reasons WHERE kind IN ('credit_note', 'void') ORDER BY kind, sort_order`);
  const reason = (kind: string): string => reasons.find((one) => one.kind === kind)?.id ?? '';
  return {
    companies: companies.map(({ id }) => id),
    articles,
    agencies: new Map(agencies.map(({ client, ...agency }) => [client, agency])),
    banks: new Map(banks.map(({ company, id }) => [company, id])),
    rates: new Map(rates.map(({ day, rate }) => [day, rate])),
    reasons: { credit: reason('credit_note'), void: reason('void') },
  };
};

const isIssued = ({ fate }: DemoInvoice): boolean => fate !== 'draft';

const nameOf = (invoice: DemoInvoice): string =>
  invoice.billTo === 'agency' ? (invoice.agency?.name ?? '') : String(invoice.client.row.legal_name);

/** The rate of a document in a foreign currency; null in the company's. */
const rateOf = (
  { currency }: Pick<DemoInvoice, 'currency'>,
  day: string,
  { rates }: BillingKnown,
): string | null => {
  if (currency === 'DOP') return null;
  for (let on = day, back = 0; back < 10; on = addDays(on, -1), back += 1) {
    const rate = rates.get(on);
    if (rate !== undefined) return rate;
  }
  throw new Error(`there is no rate of ${day}`);
};

const invoiceRow = (invoice: DemoInvoice, known: BillingKnown): Row => {
  const issued = isIssued(invoice);
  const party = invoice.client.row;
  return {
    id: invoice.id,
    concept: invoice.concept,
    doc_kind: invoice.kind,
    internal_no: invoice.internalNo,
    fiscal_document: invoice.document,
    fiscal_number: invoice.fiscalNumber,
    company_id: invoice.company,
    client_id: invoice.client.id,
    agency_id: invoice.contract ? invoice.contract.agencyId : (invoice.agency?.id ?? null),
    contract_id: invoice.contract?.id ?? null,
    period: invoice.period && `[${invoice.period.from},${invoice.period.to}]`,
    bill_to: invoice.billTo,
    modifies_invoice_id: invoice.modifies?.id ?? null,
    reason_id: invoice.kind === 'credit_note' ? known.reasons.credit : null,
    issue_date: issued ? invoice.day : null,
    due_date: issued ? invoice.due : null,
    agency_commission_pct: invoice.agency?.pct ?? null,
    commission_mode: invoice.agency?.mode ?? null,
    currency_code: invoice.currency,
    // A credit note has the rate of its invoice.
    fx_rate: issued ? rateOf(invoice, (invoice.modifies ?? invoice).day, known) : null,
    income_type: '01',
    payment_type: 'credit',
    payer_name: issued ? nameOf(invoice) : null,
    payer_tax_id: issued && invoice.billTo === 'client' ? party.tax_id : null,
    payer_address: issued && invoice.billTo === 'client' ? party.address_line : null,
    status: 'draft',
    paid: '0',
    credited: '0',
    ...invoice.totals,
    created_at: invoice.at,
  };
};

const lineRows = (invoice: DemoInvoice): Row[] =>
  invoice.lines.map((line, index) => ({
    id: line.id,
    invoice_id: invoice.id,
    position: line.position,
    description: line.article.name,
    ad_article_id: line.article.id,
    quantity: line.quantity,
    unit_price: line.price,
    discount_pct: line.discount,
    tax_pct: '18',
    gross: line.gross,
    net: line.net,
    agency_discount: line.agency_discount,
    taxable: line.taxable,
    tax: line.tax,
    total: line.total,
    order_line_id: line.orderLineId,
    billed_quantity: line.orderLineId === null ? null : line.quantity,
    original_line_id: invoice.modifies?.lines[index]?.id ?? null,
  }));

/** The commission that the agency earns later; zero where it is a discount of the invoice. */
const commissionOf = ({ agency, totals }: DemoInvoice): string =>
  agency?.mode === 'later_settlement' ? round(percentOf(totals.net, agency.pct), 2) : '0.00';

const partyOf = ({ client, agency }: DemoInvoice) => ({ clientId: client.id, agencyId: agency?.id ?? null });

const payerOf = ({ billTo, client, agency }: DemoInvoice) =>
  billTo === 'agency'
    ? { clientId: null, agencyId: agency?.id ?? null }
    : { clientId: client.id, agencyId: null };

const receivableOf = ({ billTo }: DemoInvoice) =>
  billTo === 'agency' ? ('receivable_agencies' as const) : ('receivable_clients' as const);

const invoiceEntry = (random: Random, invoice: DemoInvoice, known: BillingKnown): Entry => {
  const postings = invoicePostings({
    ...invoice.totals,
    ...partyOf(invoice),
    invoiceId: (invoice.modifies ?? invoice).id,
    receivable: receivableOf(invoice),
    lines: invoice.lines.map(({ article, gross }) => ({
      accountId: null,
      platformId: article.platform,
      gross,
    })),
    commission: commissionOf(invoice),
  });
  return {
    at: invoice.at,
    currency: invoice.currency,
    rate: rateOf(invoice, (invoice.modifies ?? invoice).day, known),
    row: {
      id: random.id(invoice.at),
      company_id: invoice.company,
      posted_on: invoice.day,
      description: `${docKinds[invoice.kind][0]} ${invoice.fiscalNumber} · ${nameOf(invoice)}`,
      source_kind: 'invoice',
      source_id: invoice.id,
    },
    postings: invoice.kind === 'credit_note' ? reversed(postings) : postings,
  };
};

interface Paid {
  readonly at: Date;
  readonly day: string;
  readonly invoice: DemoInvoice | null;
  readonly company: string;
  readonly payer: { readonly clientId: string | null; readonly agencyId: string | null };
  readonly currency: DemoInvoice['currency'];
  readonly amount: string;
}

/** Payments of invoices, each of one invoice, and some advances of clients. */
const makePayments = (random: Random, invoices: readonly DemoInvoice[], today: Date): readonly Paid[] => {
  const last = today.toISOString().slice(0, 10);
  const paid = invoices.flatMap((invoice): Paid[] => {
    if (invoice.fate !== 'paid' && invoice.fate !== 'partial') return [];
    const [day = last] = [addDays(invoice.day, random.integer(5, 75)), last].sort();
    const at = new Date(`${day}T15:30:00Z`);
    const amount =
      invoice.fate === 'paid' ? invoice.totals.total : round(multiply(invoice.totals.total, '0.4'), 2);
    return [
      {
        at,
        day,
        invoice,
        company: invoice.company,
        payer: payerOf(invoice),
        currency: invoice.currency,
        amount,
      },
    ];
  });
  const advances = invoices
    .filter(({ billTo, fate }) => billTo === 'client' && fate === 'open')
    .filter(() => random.chance(4))
    .map((invoice): Paid => {
      const day = addDays(last, -random.integer(0, 40));
      return {
        at: new Date(`${day}T16:00:00Z`),
        day,
        invoice: null,
        company: invoice.company,
        payer: payerOf(invoice),
        currency: 'DOP',
        amount: `${random.integer(5, 60)}000.00`,
      };
    });
  return [...paid, ...advances].sort((a, b) => a.at.getTime() - b.at.getTime());
};

/** Accounts of postings: by role, of income also by platform. */
const readAccounts = async (tx: Transaction): Promise<(posting: Posting) => string> => {
  const rows = await tx.query<{ role: string; platform_id: string | null; account: string }>(
    sql`SELECT role, platform_id, gl_account_id AS account FROM posting_accounts WHERE gl_account_id IS NOT NULL`,
  );
  const accounts = new Map(
    rows.map(({ role, platform_id, account }) => [`${role} ${platform_id ?? ''}`, account]),
  );
  return ({ to }) => {
    if ('accountId' in to) return to.accountId;
    const account = accounts.get(`${to.role} ${to.platformId ?? ''}`) ?? accounts.get(`${to.role} `);
    if (!account) throw new Error(`${to.role} has no account`);
    return account;
  };
};

const insertEntries = async (tx: Transaction, random: Random, entries: readonly Entry[]): Promise<void> => {
  const accountOf = await readAccounts(tx);
  const ordered = entries.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  await insertRows(
    tx,
    'journal_entries',
    ordered.map(({ at, row, postings, currency, rate }) => ({
      ...row,
      description: String(row.description).slice(0, 200),
      currency_code: currency,
      fx_rate: rate,
      debit: sum(postings.map(({ debit }) => debit)),
      credit: sum(postings.map(({ credit }) => credit)),
      created_at: at,
    })),
  );
  await insertRows(
    tx,
    'journal_lines',
    ordered.flatMap(({ at, row, postings }) => {
      const positions = positionsAt([], 0, postings.length);
      return postings.map((one, index) => ({
        id: random.id(at),
        entry_id: row.id,
        position: positions[index],
        gl_account_id: accountOf(one),
        memo: String(row.description).slice(0, 200),
        debit: one.debit,
        credit: one.credit,
        client_id: one.clientId ?? null,
        agency_id: one.agencyId ?? null,
        invoice_id: one.invoiceId ?? null,
      }));
    }),
  );
};

/** Records the numbers, so that the next document of each series gets the next one. */
const insertNumbers = (tx: Transaction, numbers: readonly Row[]): Promise<void> =>
  insertRows(tx, 'given_numbers', numbers);

/** What the agencies earn later, and what credit notes and voids take back of it. */
const commissionRows = (random: Random, invoices: readonly DemoInvoice[]): Row[] =>
  invoices.filter(isIssued).flatMap((invoice) => {
    const amount = commissionOf(invoice);
    if (amount === '0.00' || !invoice.agency) return [];
    const row = {
      name: invoice.concept.slice(0, 100),
      agency_id: invoice.agency.id,
      invoice_id: (invoice.modifies ?? invoice).id,
      document_id: invoice.id,
      accrued_on: invoice.day,
      accrual: 'payment',
      currency_code: invoice.currency,
      pct: invoice.agency.pct,
      created_at: invoice.at,
    };
    const accrued = {
      ...row,
      id: random.id(invoice.at),
      kind: 'accrued',
      base_amount: invoice.totals.net,
      amount,
    };
    const taken = {
      ...row,
      id: random.id(invoice.at),
      kind: 'reversed',
      base_amount: `-${invoice.totals.net}`,
      amount: `-${amount}`,
    };
    if (invoice.kind === 'credit_note') return [taken];
    return invoice.fate === 'voided' ? [accrued, taken] : [accrued];
  });

/**
 * Two years of invoices, credit notes, payments and commissions, with their entries: everything as the commands
 * of the API would have left it.
 */
export const insertBilling = async (
  tx: Transaction,
  random: Random,
  {
    clients,
    contracts,
    aired,
    today,
  }: {
    clients: readonly Account[];
    contracts: readonly DemoContract[];
    aired: AiredDays;
    today: Date;
  },
): Promise<void> => {
  const known = await readBilling(tx);
  const invoices = makeInvoices(random, known, {
    clients: clients.slice(0, mostBilled),
    contracts,
    aired,
    today,
  });
  if (invoices.length === 0) return;
  await insertRows(
    tx,
    'invoices',
    invoices.filter(({ kind }) => kind === 'invoice').map((one) => invoiceRow(one, known)),
  );
  await insertRows(
    tx,
    'invoices',
    invoices.filter(({ kind }) => kind !== 'invoice').map((one) => invoiceRow(one, known)),
  );
  await insertRows(tx, 'invoice_lines', invoices.filter(({ kind }) => kind === 'invoice').flatMap(lineRows));
  await insertRows(tx, 'invoice_lines', invoices.filter(({ kind }) => kind !== 'invoice').flatMap(lineRows));
  await insertRuns(tx);
  await tx.query(
    sql`UPDATE invoices SET status = 'issued' WHERE fiscal_number IS NOT NULL AND doc_kind = 'invoice'`,
  );
  await tx.query(
    sql`UPDATE invoices SET status = 'issued' WHERE fiscal_number IS NOT NULL AND doc_kind = 'credit_note'`,
  );
  const voided = invoices.filter(({ fate }) => fate === 'voided');
  await tx.query(sql`
    UPDATE invoices SET status = 'voided', void_reason_id = ${known.reasons.void}::uuid, voided_on = issue_date
    WHERE id = ANY(${voided.map(({ id }) => id)}::uuid[])`);
  for (const [accounts, payer] of [
    ['clients', 'client'],
    ['agencies', 'agency'],
  ] as const)
    await tx.query(sql`
      UPDATE ${raw(accounts)} a SET fiscal_locked_at = i.first
      FROM (
        SELECT ${raw(`${payer}_id`)} AS id, min(created_at) AS first FROM invoices
        WHERE status NOT IN ('draft', 'reviewed') AND bill_to = ${payer} GROUP BY 1) i
      WHERE a.id = i.id`);

  const entries: Entry[] = invoices.filter(isIssued).map((invoice) => invoiceEntry(random, invoice, known));
  for (const invoice of voided) {
    const { row, postings, currency, rate } = invoiceEntry(random, invoice, known);
    entries.push({
      at: new Date(invoice.at.getTime() + 1000),
      currency,
      rate,
      row: {
        ...row,
        description: `Anulación de ${invoice.fiscalNumber} · ${nameOf(invoice)}`,
        source_kind: 'void',
      },
      postings: reversed(postings),
    });
  }

  const numbers: Row[] = invoices.filter(isIssued).map(({ kind, company, internalNo, count, day }) => ({
    series: kind,
    company_id: company,
    number: internalNo,
    counter: counterOf(kind, { company }),
    year: Number(day.slice(0, 4)),
    count,
  }));
  const receipts = new Map<string, number>();
  const payments: Row[] = [];
  const barter: Row[] = [];
  const applications: Row[] = [];
  const promises: Row[] = [];
  const paid = makePayments(random, invoices, today);
  const realised: { readonly realisation: Realisation; readonly invoiceId: string }[] = [];
  for (const [place, { at, day, invoice, company, payer, currency, amount: settled }] of paid.entries()) {
    // Some payers withhold income tax; of most the certificate has arrived.
    const withheld =
      invoice &&
      invoice.fate === 'paid' &&
      currency === 'DOP' &&
      !invoice.contract?.isBarter &&
      place % 40 === 7
        ? round(percentOf(invoice.totals.taxable, '5'), 2)
        : '0.00';
    const amount = subtract(settled, withheld);
    const year = day.slice(0, 4);
    const count = (receipts.get(`${company} ${year}`) ?? 0) + 1;
    receipts.set(`${company} ${year}`, count);
    const receipt = `RC-${year}-${String(count).padStart(6, '0')}`;
    const id = random.id(at);
    numbers.push({
      series: 'receipt',
      company_id: company,
      number: receipt,
      counter: counterOf('receipt', { company }),
      year: Number(year),
      count,
    });
    const isBarter = invoice?.contract?.isBarter === true;
    const rate = rateOf({ currency }, day, known);
    if (invoice && isBarter) barter.push(barterRow({ id, at, day, place, amount: settled, invoice }));
    payments.push({
      id,
      receipt_no: receipt,
      company_id: company,
      client_id: payer.clientId,
      agency_id: payer.agencyId,
      received_on: day,
      method: isBarter ? 'barter' : place % 3 === 0 ? 'cheque' : 'transfer',
      bank_account_id: isBarter ? null : known.banks.get(`${company} ${currency}`),
      reference: isBarter ? barterNumber(place) : String(700_000 + place),
      currency_code: currency,
      fx_rate: rate,
      amount,
      withholdings: isZero(withheld)
        ? null
        : [
            {
              kind: 'isr',
              pct: '5',
              amount: withheld,
              certificate: place % 120 === 7 ? null : `RET-${year}-${place}`,
            },
          ],
      withheld,
      applied: '0',
      status: 'registered',
      created_at: at,
    });
    const entry = (
      kind: 'payment' | 'application',
      description: string,
      postings: readonly Posting[],
    ): Entry => ({
      at: new Date(at.getTime() + (kind === 'payment' ? 0 : 1000)),
      currency,
      rate,
      row: {
        id: random.id(at),
        company_id: company,
        posted_on: day,
        description,
        source_kind: kind,
        source_id: id,
      },
      postings,
    });
    entries.push(
      entry(
        'payment',
        `Cobro ${receipt}`,
        paymentPostings({ amount, withheld }, { role: isBarter ? 'barter' : 'bank' }, payer),
      ),
    );
    if (!invoice) continue;
    applications.push({
      id: random.id(at),
      name: `${receipt} · ${formatAmount({ currency, amount: settled })}`,
      payment_id: id,
      invoice_id: invoice.id,
      client_id: payer.clientId,
      agency_id: payer.agencyId,
      applied_on: day,
      currency_code: currency,
      amount: settled,
      created_at: at,
    });
    if (currency !== 'DOP')
      realised.push({
        realisation: { companyId: company, postedOn: day, name: receipt, sourceId: id },
        invoiceId: invoice.id,
      });
    // Some payers promised it before.
    if (place % 45 === 11 && invoice.fate === 'paid')
      promises.push(promiseOf(random, { at, day, invoice, payer, currency, settled }));
    entries.push(
      entry(
        'application',
        `Aplicación de ${receipt}`,
        applicationPostings(
          [
            {
              ...partyOf(invoice),
              invoiceId: invoice.id,
              receivable: receivableOf(invoice),
              amount: settled,
            },
          ],
          payer,
        ),
      ),
    );
  }
  await insertRows(tx, 'payments', payments);
  if (barter.length > 0) await insertRows(tx, 'barter_receipts', barter);
  await insertRows(tx, 'agency_commissions', commissionRows(random, invoices));
  // Payments keep them.
  await insertRows(tx, 'payment_promises', promises);
  await insertRows(tx, 'payment_applications', applications);
  await tx.query(sql`
    UPDATE payments SET status = 'reconciled' WHERE received_on < ${today.toISOString().slice(0, 10)}::date - 30`);
  await insertEntries(tx, random, entries);
  for (const { realisation, invoiceId } of realised)
    await realiseExchange(tx, realisation, [invoiceId], realisation.sourceId);
  await insertNumbers(tx, numbers);
  // The ranges of the companies begin after the numbers that were used.
  await tx.query(sql`
    UPDATE fiscal_sequences s SET first_no = u.last + 1, last_no = u.last + 5000
    FROM (SELECT company_id, fiscal_document, max(right(fiscal_number, 8)::integer) AS last FROM invoices
      WHERE fiscal_number IS NOT NULL GROUP BY 1, 2) u
    WHERE s.company_id = u.company_id AND s.document = u.fiscal_document AND s.next_no = s.first_no`);
  // What sellers and referrers earned on these documents, as signed documents of before got it.
  await tx.query(sql`SELECT accrue_earlier_sales()`);
  await insertSettlements(tx, today);
  await insertRebates(tx, today);
  await insertGroupedRun(tx, today);
  await insertReceived(tx, today);
};
