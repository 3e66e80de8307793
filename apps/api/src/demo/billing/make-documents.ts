import { proposedDocument } from '@pauta/domain/billing/invoices/fiscal-document.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import { type FiscalDocument, fiscalNumber } from '@pauta/domain/finance/fiscal-documents.ts';
import { divide, isZero, multiply, round, subtract, sum } from '@pauta/domain/money/arithmetic.ts';
import { documentTotals, sumTotals } from '@pauta/domain/money/document-totals.ts';
import type { Totals } from '@pauta/domain/money/line-totals.ts';
import type { Account } from '../crm/accounts.ts';
import type { AiredDays } from '../postsales/delivery.ts';
import type { Random } from '../random.ts';
import type { DemoContract, DemoOrderLine } from '../sales/contracts.ts';

/** What invoices of the demonstration data refer to. */
export interface BillingKnown {
  readonly companies: readonly string[];
  readonly articles: readonly { readonly id: string; readonly name: string; readonly platform: string }[];
  /** The usual agency of a client with its commission. */
  readonly agencies: ReadonlyMap<
    string,
    { readonly id: string; readonly name: string; readonly mode: string; readonly pct: string }
  >;
  /** By company and currency, `<id> DOP`. */
  readonly banks: ReadonlyMap<string, string>;
  /** Pesos for a dollar, by day. */
  readonly rates: ReadonlyMap<string, string>;
  readonly reasons: { readonly credit: string; readonly void: string };
}

/** A document before its rows are written. */
export interface DemoInvoice {
  readonly id: string;
  readonly at: Date;
  readonly day: string;
  readonly due: string;
  readonly company: string;
  readonly client: Account;
  readonly agency: {
    readonly id: string;
    readonly name: string;
    readonly mode: string;
    readonly pct: string;
  } | null;
  readonly billTo: 'client' | 'agency';
  readonly kind: 'invoice' | 'credit_note';
  readonly concept: string;
  readonly document: FiscalDocument;
  /** Null for a draft. */
  readonly fiscalNumber: string | null;
  readonly internalNo: string | null;
  readonly count: number;
  readonly modifies: DemoInvoice | null;
  readonly fate: 'draft' | 'open' | 'paid' | 'partial' | 'credited' | 'voided';
  readonly currency: 'DOP' | 'USD';
  readonly totals: Totals;
  readonly lines: readonly DemoLine[];
  /** The contract that it bills; null for a sale without one. */
  readonly contract: DemoContract | null;
  /** The days of the contract that it bills. */
  readonly period: { readonly from: string; readonly to: string } | null;
}

export interface DemoLine extends Totals {
  readonly id: string;
  readonly position: string;
  readonly article: { readonly id: string | null; readonly name: string; readonly platform: string };
  readonly quantity: string;
  readonly price: string;
  readonly discount: string;
  /** The order line that it bills. */
  readonly orderLineId: string | null;
}

const millis = 86_400_000;
/** Two years. */
const span = 730;
/** Invoices of two years, by size of the account. */
const counts = [14, 9, 5, 2] as const;
const monthName = new Intl.DateTimeFormat('es', { month: 'long', timeZone: 'UTC' });

const dayText = (at: Date): string => at.toISOString().slice(0, 10);

/** What became of an invoice, by its age in days after it was due. */
const fateOf = (random: Random, late: number, age: number): DemoInvoice['fate'] => {
  if (age < 8 && random.chance(40)) return 'draft';
  if (random.chance(1)) return 'voided';
  if (random.chance(2)) return 'credited';
  const paid = late > 120 ? 97 : late > 60 ? 93 : late > 30 ? 82 : late > 0 ? 55 : 12;
  if (!random.chance(paid)) return 'open';
  return random.chance(5) ? 'partial' : 'paid';
};

const linesOf = (
  random: Random,
  known: BillingKnown,
  client: Account,
  at: Date,
  agencyRate: string,
  currency: DemoInvoice['currency'],
): DemoLine[] => {
  // A peso is worth about a fiftieth.
  const unit = currency === 'DOP' ? 50 : 1;
  const positions = positionsAt([], 0, 4);
  const terms = Array.from({ length: random.integer(1, 4) }, () => ({
    article: random.pick(known.articles),
    quantity: String(random.integer(1, 40)),
    price: String(random.integer(8, 90 - client.size * 18) * unit),
    discount: random.chance(35) ? random.pick(['5', '10', '15']) : '0',
  }));
  const { lines } = documentTotals(
    terms.map(({ quantity, price, discount }) => ({
      quantity,
      list_price: price,
      surcharges: [],
      discount: multiply(discount, '0.01'),
      agency_discount_rate: agencyRate,
      tax_rate: '0.18',
    })),
    currency,
  );
  return terms.map((line, index) => ({
    ...line,
    ...(lines[index] as Totals),
    orderLineId: null,
    id: random.id(at),
    position: positions[index] ?? 'a0',
  }));
};

type Unnumbered = Omit<DemoInvoice, 'fiscalNumber' | 'internalNo' | 'count' | 'modifies'> & {
  readonly credits?: Unnumbered;
};

const make = (random: Random, known: BillingKnown, client: Account, today: Date): Unnumbered => {
  const earliest = Math.max(client.since.getTime(), today.getTime() - span * millis);
  const at = new Date(
    earliest + random.integer(0, Math.max(0, Math.floor((today.getTime() - earliest) / millis) - 1)) * millis,
  );
  at.setUTCHours(random.integer(12, 20), random.integer(0, 59), 0, 0);
  const day = dayText(at);
  const due = addDays(day, 30);
  const usual = known.agencies.get(client.id);
  const agency = usual && random.chance(60) ? usual : null;
  const isDiscount = agency?.mode === 'invoice_discount';
  const currency = random.chance(4) ? 'USD' : 'DOP';
  const agencyRate = isDiscount ? multiply(agency.pct, '0.01') : '0';
  const lines = linesOf(random, known, client, at, agencyRate, currency);
  const age = Math.floor((today.getTime() - at.getTime()) / millis);
  return {
    id: random.id(at),
    at,
    day,
    due,
    company: random.pickEarly(known.companies),
    client,
    agency,
    billTo: isDiscount ? 'agency' : 'client',
    kind: 'invoice',
    concept: `Publicidad de ${monthName.format(at)} · ${client.brands[0] ?? client.name}`.slice(0, 160),
    document: proposedDocument('invoice', String(client.row.taxpayer_type)) as FiscalDocument,
    fate: fateOf(random, age - 30, age),
    currency,
    totals: sumTotals(lines),
    lines,
    contract: null,
    period: null,
  };
};

/** The part of a line that is billed up to a day, from 0 to 1, and what of it that is. */
const billedUntil = (line: DemoOrderLine, part: string): Totals & { readonly quantity: string } => {
  const of = (amount: string): string => round(multiply(amount, part), 2);
  const [gross, net, agency_discount] = [
    of(line.totals.gross),
    of(line.totals.net),
    of(line.totals.agency_discount),
  ];
  const taxable = subtract(net, agency_discount);
  const tax = of(line.totals.tax);
  return {
    quantity: round(multiply(line.quantity, part), 4),
    gross,
    net,
    agency_discount,
    taxable,
    tax,
    total: sum([taxable, tax]),
  };
};

/** The days on which a contract is billed: the end of each month of its flight and the end of the flight. */
const billingDays = ({ flight: { from, to } }: DemoContract, today: string): string[] => {
  const days: string[] = [];
  for (let day = from; day <= to && day < today; day = addDays(day, 1))
    if (day === to || day.slice(0, 7) !== addDays(day, 1).slice(0, 7)) days.push(day);
  return days;
};

/**
 * The invoices of a contract: of what was aired until the end of each month or, by instalments, of those that are due.
 * Never more than was delivered, as the database requires.
 */
const makeContractInvoices = (
  random: Random,
  contract: DemoContract,
  { aired, today }: { readonly aired: AiredDays; readonly today: string },
): Unnumbered[] => {
  const { plan, instalments, flight, client, commission, billTo } = contract;
  const scheduled = sum(instalments.map(({ amount }) => amount));
  const isDelivered = plan === 'by_consumption';
  const days = isDelivered
    ? billingDays(contract, today)
    : instalments.filter(({ due_on: due }) => due < today).map(({ due_on: due }) => due);
  const before = new Map<string, Totals & { readonly quantity: string }>();
  let begun = flight.from;
  return days.flatMap((end): Unnumbered[] => {
    const at = new Date(`${addDays(end, 1)}T${random.integer(13, 19)}:20:00Z`);
    const due = sum(instalments.filter((one) => one.due_on <= end).map(({ amount }) => amount));
    const positions = positionsAt([], 0, contract.lines.length);
    const lines = contract.lines.flatMap((line, index): DemoLine[] => {
      const delivered = (aired.get(line.id) ?? []).filter((day) => day <= end).length;
      const part = isDelivered
        ? divide(String(delivered), String(line.days.length), 12)
        : divide(due, scheduled, 12);
      const until = billedUntil(line, part);
      const former = before.get(line.id);
      before.set(line.id, until);
      const own = Object.fromEntries(
        Object.entries(until).map(([name, value]) => [
          name,
          former ? subtract(value, former[name as keyof Totals]) : value,
        ]),
      ) as unknown as Totals & { readonly quantity: string };
      if (isZero(own.net)) return [];
      return [
        {
          ...own,
          id: random.id(at),
          position: positions[index] ?? 'a0',
          article: { id: line.articleId, name: line.description, platform: line.platformId },
          price: line.unitPrice,
          discount: line.discount,
          orderLineId: line.id,
        },
      ];
    });
    const [, to = end] = [begun, end].sort();
    const period = { from: begun, to };
    begun = addDays(to, 1);
    if (lines.length === 0) return [];
    const day = dayText(at);
    const age = Math.floor((Date.parse(today) - Date.parse(day)) / millis);
    const fate = fateOf(random, age - 30, age);
    return [
      {
        id: random.id(at),
        at,
        day,
        due: addDays(day, 30),
        company: contract.company,
        client,
        agency:
          contract.agencyId && commission
            ? { id: contract.agencyId, name: contract.agencyName ?? '', ...commission }
            : null,
        billTo,
        kind: 'invoice',
        concept: contract.name,
        document: proposedDocument('invoice', String(client.row.taxpayer_type)) as FiscalDocument,
        // Credits and voids of contracts would have to be billed again.
        fate: fate === 'voided' || fate === 'credited' || fate === 'draft' ? 'open' : fate,
        currency: 'DOP',
        totals: sumTotals(lines),
        lines,
        contract,
        period,
      },
    ];
  });
};

/** A credit note for the whole invoice, some days later. */
const creditOf = (random: Random, invoice: Unnumbered, today: Date): Unnumbered => {
  const at = new Date(Math.min(today.getTime(), invoice.at.getTime() + random.integer(1, 10) * millis));
  return {
    ...invoice,
    id: random.id(at),
    at,
    day: dayText(at),
    due: dayText(at),
    kind: 'credit_note',
    concept: `Crédito · ${invoice.concept}`.slice(0, 160),
    document: 'B04',
    fate: 'open',
    lines: invoice.lines.map((line) => ({ ...line, id: random.id(at) })),
    credits: invoice,
  };
};

/**
 * Invoices and credit notes of two years, in the order of their days, with the numbers that they would have got
 * one after the other.
 */
export const makeInvoices = (
  random: Random,
  known: BillingKnown,
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
): readonly DemoInvoice[] => {
  const made: Unnumbered[] = contracts
    .filter(({ fate }) => fate === 'active' || fate === 'finished')
    .flatMap((contract) => makeContractInvoices(random, contract, { aired, today: dayText(today) }));
  for (const client of clients.filter(({ status }) => status === 'active' || status === 'blocked')) {
    const usual = counts[client.size] ?? 2;
    for (let count = random.integer(Math.ceil(usual / 2), usual); count > 0; count -= 1) {
      const invoice = make(random, known, client, today);
      made.push(invoice);
      if (invoice.fate === 'credited') made.push(creditOf(random, invoice, today));
    }
  }
  made.sort((a, b) => (a.day === b.day ? a.at.getTime() - b.at.getTime() : a.day < b.day ? -1 : 1));
  const taken = new Map<string, number>();
  const next = (key: string): number => {
    const count = (taken.get(key) ?? 0) + 1;
    taken.set(key, count);
    return count;
  };
  const numbered = new Map<string, DemoInvoice>();
  return made.map((invoice) => {
    const { credits, ...own } = invoice;
    const isDraft = own.fate === 'draft';
    const count = isDraft ? 0 : next(`${own.company} ${own.kind} ${own.day.slice(0, 4)}`);
    const prefix = own.kind === 'invoice' ? 'FA' : 'NC';
    const result: DemoInvoice = {
      ...own,
      count,
      internalNo: isDraft ? null : `${prefix}-${own.day.slice(0, 4)}-${String(count).padStart(6, '0')}`,
      fiscalNumber: isDraft ? null : fiscalNumber(own.document, next(`${own.company} ${own.document}`)),
      modifies: credits ? (numbered.get(credits.id) ?? null) : null,
    };
    numbered.set(result.id, result);
    return result;
  });
};
