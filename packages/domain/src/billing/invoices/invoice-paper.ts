import { type EcfType, ecfTypes } from '../../fiscal/do/ecf/ecf-types.ts';
import { formatCivilDate } from '../../kinds/date.ts';
import { add, isZero, multiply, round, subtract } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { formatMoney } from '../../money/format-money.ts';
import type { DueInstalment } from './due-date.ts';
import { type DocKind, docKinds } from './fiscal-document.ts';

/** A contract of an invoice of several. */
export interface PrintedContract {
  readonly number: string;
  readonly campaign: string;
  readonly brand: string | null;
  readonly po_number: string | null;
}

/** A line of an invoice, as it is stored. */
export interface PrintedInvoiceLine {
  /** Of an invoice of several contracts: the one that it bills. */
  readonly contract: PrintedContract | null;
  readonly description: string;
  readonly quantity: string;
  readonly unit_price: string;
  readonly discount_pct: string;
  readonly tax_pct: string;
  readonly gross: string;
  readonly net: string;
  readonly agency_discount: string;
  readonly taxable: string;
  readonly tax: string;
}

/** What the printed face of an invoice or note is made from. Days are `YYYY-MM-DD`. */
export interface PrintedInvoice {
  readonly doc_kind: DocKind;
  readonly status: 'draft' | 'reviewed' | 'issued' | 'voided';
  readonly has_fiscal_value: boolean;
  /** It was issued in the system before, and has here what was open of it. */
  readonly is_opening?: boolean;
  readonly internal_no: string | null;
  readonly fiscal_document: string | null;
  readonly fiscal_number: string | null;
  /** Last day of the range of the fiscal number; null if it does not expire. */
  readonly number_expires: string | null;
  readonly concept: string;
  readonly issue_date: string | null;
  readonly due_date: string | null;
  /** What is due on which day, where it is due in parts. */
  readonly instalments: readonly DueInstalment[] | null;
  readonly term: string | null;
  /** What is discounted when the rest is paid by that day; null without such an offer. */
  readonly prompt: { readonly until: string; readonly discount: string } | null;
  readonly currency_code: string;
  readonly fx_rate: string | null;
  readonly period: { readonly from: string; readonly to: string } | null;
  readonly po_number: string | null;
  readonly payer_name: string;
  readonly payer_tax_id: string | null;
  readonly payer_address: string | null;
  /** Of an invoice to an agency: for whom it advertises. */
  readonly advertiser: string | null;
  /** The contracts that it bills; in the order of their numbers. */
  readonly contracts: readonly PrintedContract[];
  readonly modifies: { readonly number: string; readonly issue_date: string } | null;
  readonly reason: string | null;
  readonly total: string;
  readonly notes: string | null;
  readonly lines: readonly PrintedInvoiceLine[];
  /** Of a signed e-CF. */
  readonly stamp: {
    readonly security_code: string;
    /** `05-10-2026 12:30:00`. */
    readonly signed: string;
    /** Why it is not known to be valid; null if it is. */
    readonly pending: 'deferred' | 'contingency' | 'rejected' | null;
  } | null;
}

/** The printed face of an invoice or note. */
export interface InvoicePaper {
  readonly title: string;
  readonly number: string | null;
  /** Across every page, such as `BORRADOR`. */
  readonly mark: string | null;
  readonly payer: { readonly role: string; readonly name: string; readonly details: readonly string[] };
  /** Labels with their values. */
  readonly facts: readonly (readonly [string, string])[];
  /** Its lines; of an invoice of several contracts those of each, with its title and its subtotal. */
  readonly groups: readonly {
    readonly title: string | null;
    readonly lines: readonly {
      readonly title: string;
      readonly quantity: string;
      readonly price: string;
      readonly discount: string;
      readonly tax: string;
      readonly value: string;
    }[];
    readonly subtotal: { readonly label: string; readonly tax: string; readonly value: string } | null;
  }[];
  readonly totals: readonly { readonly label: string; readonly amount: string; readonly isTotal: boolean }[];
  /** Sentences below the totals. */
  readonly legends: readonly string[];
  readonly stamp: readonly string[];
}

/** Titles of invoices on paper; a note is called by its kind. */
const paperTitles: Readonly<Record<string, string>> = {
  B01: 'Factura de crédito fiscal',
  B02: 'Factura de consumo',
  B14: 'Factura de régimen especial',
  B15: 'Factura gubernamental',
  B16: 'Factura de exportación',
};

const titleOf = ({ doc_kind, fiscal_document: code, is_opening }: PrintedInvoice): string =>
  (is_opening ? 'Comprobante anterior' : undefined) ??
  (code?.startsWith('E') ? ecfTypes[Number(code.slice(1)) as EcfType] : paperTitles[code ?? '']) ??
  docKinds[doc_kind][0];

const marks = { draft: 'BORRADOR', reviewed: 'BORRADOR', voided: 'ANULADA', issued: null } as const;

/** An e-CF that was issued and waits for its signature. */
const isUnsigned = ({ status, fiscal_number, stamp, is_opening }: PrintedInvoice): boolean =>
  status === 'issued' && is_opening !== true && stamp === null && fiscal_number?.startsWith('E') === true;

const markOf = (invoice: PrintedInvoice): string | null => {
  if (isUnsigned(invoice)) return 'SIN FIRMAR';
  if (invoice.status === 'issued' && invoice.stamp?.pending === 'rejected') return 'RECHAZADA';
  return marks[invoice.status] ?? (invoice.has_fiscal_value ? null : 'DEMOSTRACIÓN');
};

const sumOf = (
  lines: readonly PrintedInvoiceLine[],
  name: 'gross' | 'net' | 'agency_discount' | 'taxable' | 'tax',
) => lines.reduce((sum, line) => add(sum, line[name]), '0.00');

/** A number without the zeros after its last significant decimal. */
const short = (value: string, least: number): string => {
  const [whole = '', decimals = ''] = value.split('.');
  const kept = decimals.replace(/0+$/, '').padEnd(least, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
};

const legendsOf = (invoice: PrintedInvoice, money: (amount: string) => string): readonly string[] => {
  const { fx_rate, total, currency_code, stamp } = invoice;
  return [
    ...(invoice.has_fiscal_value ? [] : ['SIN VALOR FISCAL: es de una demostración.']),
    ...(invoice.is_opening
      ? [
          'Se emitió con el sistema anterior. Esta hoja dice lo que queda por pagar y no es un comprobante fiscal.',
        ]
      : []),
    ...(fx_rate === null
      ? []
      : [
          `Equivale a ${formatMoney(round(multiply(total, fx_rate), 2), 'DOP', 2)}, a la tasa de ${short(fx_rate, 4)} por ${money('1.00')} (${currency_code}).`,
        ]),
    ...(invoice.prompt === null || invoice.status !== 'issued'
      ? []
      : [
          `Pronto pago: pague ${money(subtract(total, invoice.prompt.discount))} hasta el ${formatCivilDate(invoice.prompt.until)} y se le descuentan ${money(invoice.prompt.discount)} por nota de crédito.`,
        ]),
    ...(stamp?.pending === 'deferred' ? ['Consulte su validez después de 24 horas.'] : []),
    ...(stamp?.pending === 'contingency'
      ? ['Emitido en contingencia: consulte su validez después de 72 horas.']
      : []),
    ...(stamp?.pending === 'rejected'
      ? ['La administración tributaria rechazó este comprobante: no tiene valor fiscal.']
      : []),
    ...(isUnsigned(invoice)
      ? ['Este comprobante electrónico todavía no está firmado: no vale sin su código de seguridad.']
      : []),
    ...(invoice.notes ? [invoice.notes] : []),
  ];
};

const plain = (amount: string, scale = 2): string => formatMoney(amount, '', scale);

const lineOf = (line: PrintedInvoiceLine): InvoicePaper['groups'][number]['lines'][number] => ({
  title: line.description,
  quantity: short(line.quantity, 0),
  price: plain(line.unit_price, Math.max(2, (short(line.unit_price, 0).split('.')[1] ?? '').length)),
  discount: isZero(subtract(line.gross, line.taxable)) ? '' : plain(subtract(line.gross, line.taxable)),
  tax: plain(line.tax),
  value: plain(line.taxable),
});

/** The lines by contract if there are several, in the order in which each has its first line. */
const groupsOf = (lines: readonly PrintedInvoiceLine[], isGrouped: boolean): InvoicePaper['groups'] => {
  if (!isGrouped) return [{ title: null, lines: lines.map(lineOf), subtotal: null }];
  return [...Map.groupBy(lines, ({ contract }) => contract?.number)].map(([number, own]) => {
    const { campaign, brand, po_number } = own[0]?.contract ?? {};
    return {
      title: number
        ? [number, campaign, brand, po_number && `Orden de compra ${po_number}`].filter(Boolean).join(' · ')
        : 'Otros',
      lines: own.map(lineOf),
      subtotal: {
        label: number ? `Subtotal de ${number}` : 'Subtotal',
        tax: plain(sumOf(own, 'tax')),
        value: plain(sumOf(own, 'taxable')),
      },
    };
  });
};

/**
 * The printed face of an invoice or note, with all that a fiscal document has to show: its title, number and expiry,
 * dates, who pays, each line with its tax, the taxed, exempt and tax amounts, what a note modifies, and of an e-CF its
 * security code and time of signing (models of printed representation of the authority; domain §1.6). An invoice to an
 * agency names advertiser, brand, purchase order and campaign; one of several contracts those of each, with its subtotal.
 */
export const invoicePaper = (invoice: PrintedInvoice): InvoicePaper => {
  const { lines, currency_code: currency, modifies, contracts } = invoice;
  const single = contracts.length === 1 ? contracts[0] : undefined;
  const money = (amount: string): string => formatMoney(amount, currency, 2);
  const [gross, net, agency, tax] = (['gross', 'net', 'agency_discount', 'tax'] as const).map((name) =>
    sumOf(lines, name),
  ) as [string, string, string, string];
  const taxedAt = (pct: string): string =>
    sumOf(
      lines.filter((line) => compareDecimals(line.tax_pct, pct) === 0),
      'taxable',
    );
  const rates = [...new Set(lines.map(({ tax_pct }) => short(tax_pct, 0)))].sort(
    (a, b) => Number(b) - Number(a),
  );
  const row = (label: string, amount: string, isTotal = false) => ({ label, amount: money(amount), isTotal });
  const discount = subtract(gross, net);
  const known = (label: string, value: string | null): [string, string][] => (value ? [[label, value]] : []);
  const on = (day: string | null): string | null => (day === null ? null : formatCivilDate(day));
  return {
    title: titleOf(invoice),
    number: invoice.fiscal_number,
    mark: markOf(invoice),
    payer: {
      role: 'Cliente',
      name: invoice.payer_name,
      details: [
        ...(invoice.payer_tax_id ? [`RNC o cédula: ${invoice.payer_tax_id}`] : []),
        ...(invoice.payer_address ? [invoice.payer_address] : []),
      ],
    },
    facts: [
      ...known(invoice.fiscal_number?.startsWith('E') ? 'e-NCF' : 'NCF', invoice.fiscal_number),
      ...known('Válido hasta', on(invoice.number_expires)),
      ...known('Documento', invoice.internal_no),
      ...known('Fecha de emisión', on(invoice.issue_date)),
      ...known(
        'Vence',
        invoice.instalments
          ?.map(({ due_on, amount }) => `${formatCivilDate(due_on)}: ${money(amount)}`)
          .join(' · ') ?? on(invoice.due_date),
      ),
      ...known('Condición', invoice.term),
      ...(modifies
        ? [['Modifica', `${modifies.number} del ${formatCivilDate(modifies.issue_date)}`] as const]
        : []),
      ...known('Motivo', invoice.reason),
      ...known('Anunciante', invoice.advertiser),
      ...known('Marca', single?.brand ?? null),
      ...known(
        invoice.contracts.length > 1 ? 'Contratos' : 'Contrato',
        invoice.contracts.map(({ number }) => number).join(', '),
      ),
      ...known('Campaña', single?.campaign ?? null),
      ...known('Orden de compra', invoice.po_number),
      ...known(
        'Periodo',
        invoice.period && `${formatCivilDate(invoice.period.from)} – ${formatCivilDate(invoice.period.to)}`,
      ),
      ...known('Concepto', invoice.concept),
    ],
    groups: groupsOf(lines, invoice.contracts.length > 1),
    totals: [
      row('Bruto', gross),
      ...(isZero(discount) ? [] : [row('Descuentos', `-${discount}`)]),
      ...(isZero(agency) ? [] : [row('Descuento de agencia', `-${agency}`)]),
      ...rates.map((pct) => row(isZero(pct) ? 'Monto exento' : `Monto gravado al ${pct} %`, taxedAt(pct))),
      row('ITBIS', tax),
      row('Total', invoice.total, true),
    ],
    legends: legendsOf(invoice, money),
    stamp: invoice.stamp
      ? [`Código de seguridad: ${invoice.stamp.security_code}`, `Fecha de firma: ${invoice.stamp.signed}`]
      : [],
  };
};
