import { formatCivilDate } from '../../kinds/date.ts';
import { isZero, multiply, round } from '../../money/arithmetic.ts';
import { formatMoney } from '../../money/format-money.ts';

/** A payment as its receipt is printed from. Days are `YYYY-MM-DD`, amounts decimal text. */
export interface PrintedReceipt {
  readonly receipt_no: string;
  readonly status: string;
  readonly status_label: string;
  readonly payer_name: string;
  readonly payer_tax_id: string | null;
  readonly received_on: string;
  readonly method_label: string;
  readonly bank: string | null;
  readonly reference: string | null;
  readonly currency_code: string;
  /** Currency of the company, and the rate of the day; null in the same currency. */
  readonly company_currency: string;
  readonly fx_rate: string | null;
  readonly amount: string;
  readonly withheld: string;
  readonly applied: string;
  readonly unapplied: string;
  readonly closed_on: string | null;
  readonly notes: string | null;
  readonly withholdings: readonly {
    readonly kind: string;
    readonly pct?: string | null;
    readonly amount: string;
    readonly certificate?: string | null;
  }[];
  /** What it settles now; what was taken back is not among it. */
  readonly applications: readonly {
    readonly invoice: string;
    readonly concept: string;
    readonly due_date: string | null;
    readonly amount: string;
    readonly balance: string;
  }[];
}

/** What a receipt shows on paper. */
export interface ReceiptPaper {
  readonly title: string;
  readonly number: string;
  readonly mark: string | null;
  readonly payer: { readonly name: string; readonly details: readonly string[] };
  readonly facts: readonly (readonly [string, string])[];
  readonly columns: readonly { readonly label: string; readonly isNumeric: boolean }[];
  readonly rows: readonly (readonly string[])[];
  readonly totals: readonly { readonly label: string; readonly amount: string; readonly isTotal: boolean }[];
  readonly legends: readonly string[];
}

const marks: Readonly<Record<string, string>> = { returned: 'DEVUELTO', voided: 'ANULADO' };
const taxes: Readonly<Record<string, string>> = { itbis: 'ITBIS', isr: 'ISR' };

/** The receipt of a payment: what was received and withheld, which invoices it settled, and what remains as an advance. */
export const receiptPaper = (receipt: PrintedReceipt): ReceiptPaper => {
  const { currency_code: currency, fx_rate } = receipt;
  const money = (amount: string): string => formatMoney(amount, currency, 2);
  const plain = (amount: string): string => formatMoney(amount, '', 2);
  const known = (label: string, value: string | null): [string, string][] => (value ? [[label, value]] : []);
  const row = (label: string, amount: string, isTotal = false) => ({ label, amount: money(amount), isTotal });
  return {
    title: 'Recibo de cobro',
    number: receipt.receipt_no,
    mark: marks[receipt.status] ?? null,
    payer: {
      name: receipt.payer_name,
      details: receipt.payer_tax_id ? [`RNC o cédula: ${receipt.payer_tax_id}`] : [],
    },
    facts: [
      ['Recibo', receipt.receipt_no],
      ['Fecha', formatCivilDate(receipt.received_on)],
      ['Forma de pago', receipt.method_label],
      ...known('Referencia', receipt.reference),
      ...known('Cuenta', receipt.bank),
      ['Estado', receipt.status_label],
      ...known('Devuelto o anulado el', receipt.closed_on && formatCivilDate(receipt.closed_on)),
    ],
    columns: [
      { label: 'Factura', isNumeric: false },
      { label: 'Concepto', isNumeric: false },
      { label: 'Vence', isNumeric: false },
      { label: 'Aplicado', isNumeric: true },
      { label: 'Queda pendiente', isNumeric: true },
    ],
    rows: receipt.applications.map((one) => [
      one.invoice,
      one.concept,
      one.due_date === null ? '' : formatCivilDate(one.due_date),
      plain(one.amount),
      plain(one.balance),
    ]),
    totals: [
      row('Recibido', receipt.amount),
      ...receipt.withholdings.map(({ kind, pct, amount, certificate }) =>
        row(
          [
            `Retención de ${taxes[kind] ?? kind}`,
            pct ? `${Number(pct)} %` : null,
            certificate ? `certificado ${certificate}` : null,
          ]
            .filter(Boolean)
            .join(', '),
          amount,
        ),
      ),
      row('Aplicado a facturas', receipt.applied),
      ...(isZero(receipt.unapplied) ? [] : [row('Queda como anticipo', receipt.unapplied)]),
      row('Total recibido', receipt.amount, true),
    ],
    legends: [
      ...(fx_rate === null
        ? []
        : [
            `Equivale a ${formatMoney(round(multiply(receipt.amount, fx_rate), 2), receipt.company_currency, 2)}, a la tasa de ${Number(fx_rate)} por ${money('1.00')} (${currency}).`,
          ]),
      ...(receipt.status === 'returned' || receipt.status === 'voided'
        ? ['Este recibo no tiene efecto: el cobro se devolvió o se anuló, y sus facturas están pendientes.']
        : []),
      ...(receipt.notes ? [receipt.notes] : []),
    ],
  };
};
