import { formatCivilDate } from '../../kinds/date.ts';
import { add, isZero } from '../../money/arithmetic.ts';
import { formatMoney } from '../../money/format-money.ts';
import { type BeneficiaryKind, beneficiaryKinds } from './beneficiary.ts';

/** A settlement as it is read to be printed. Days are `YYYY-MM-DD`, amounts decimal text. */
export interface PrintedSettlement {
  readonly number: string;
  readonly status: string;
  readonly status_label: string;
  readonly beneficiary_kind: BeneficiaryKind;
  readonly beneficiary_name: string;
  /** Of an agency. */
  readonly agency_tax_id: string | null;
  /** Whose referral it is; null of others. */
  readonly referrer_name: string | null;
  readonly until: string;
  readonly currency_code: string;
  readonly total: string;
  readonly agency_number: string | null;
  readonly agency_date: string | null;
  readonly agency_tax: string;
  readonly paid_on: string | null;
  readonly payment_reference: string | null;
  readonly lines: readonly {
    readonly invoice: string;
    readonly client: string;
    readonly concept: string;
    readonly base: string;
    readonly pct: string;
    readonly amount: string;
  }[];
}

/** What a settlement shows on paper. */
export interface SettlementPaper {
  readonly title: string;
  readonly number: string;
  readonly mark: string | null;
  readonly beneficiary: {
    readonly label: string;
    readonly name: string;
    readonly details: readonly string[];
  };
  readonly facts: readonly (readonly [string, string])[];
  readonly columns: readonly { readonly label: string; readonly isNumeric: boolean }[];
  readonly rows: readonly (readonly string[])[];
  readonly totals: readonly { readonly label: string; readonly amount: string; readonly isTotal: boolean }[];
}

const marks: Readonly<Record<string, string>> = { draft: 'BORRADOR', voided: 'ANULADA' };

/** The printed settlement: what its beneficiary earned on each invoice, and of an agency with its own invoice the tax that is paid with it. */
export const settlementPaper = (settlement: PrintedSettlement): SettlementPaper => {
  const { currency_code: currency, agency_tax: tax, total } = settlement;
  const money = (amount: string): string => formatMoney(amount, currency, 2);
  const plain = (amount: string): string => formatMoney(amount, '', 2);
  const known = (label: string, value: string | null): [string, string][] => (value ? [[label, value]] : []);
  const on = (day: string | null): string | null => (day === null ? null : formatCivilDate(day));
  return {
    title: 'Liquidación de comisiones',
    number: settlement.number,
    mark: marks[settlement.status] ?? null,
    beneficiary: {
      label: beneficiaryKinds[settlement.beneficiary_kind],
      name: settlement.referrer_name ?? settlement.beneficiary_name,
      details: [
        ...(settlement.agency_tax_id ? [`RNC o cédula: ${settlement.agency_tax_id}`] : []),
        ...(settlement.referrer_name === null ? [] : [`Referido: ${settlement.beneficiary_name}`]),
      ],
    },
    facts: [
      ['Liquidación', settlement.number],
      ['Exigible hasta', formatCivilDate(settlement.until)],
      ['Estado', settlement.status_label],
      ...known('NCF de la agencia', settlement.agency_number),
      ...known('Fecha de su factura', on(settlement.agency_date)),
      ...known('Pagada el', on(settlement.paid_on)),
      ...known('Referencia del pago', settlement.payment_reference),
    ],
    columns: [
      { label: 'Factura', isNumeric: false },
      { label: 'Cliente', isNumeric: false },
      { label: 'Concepto', isNumeric: false },
      { label: 'Base', isNumeric: true },
      { label: '%', isNumeric: true },
      { label: 'Comisión', isNumeric: true },
    ],
    rows: settlement.lines.map((line) => [
      line.invoice,
      line.client,
      line.concept,
      plain(line.base),
      String(Number(line.pct)),
      plain(line.amount),
    ]),
    totals: isZero(tax)
      ? [{ label: 'Comisión', amount: money(total), isTotal: true }]
      : [
          { label: 'Comisión', amount: money(total), isTotal: false },
          { label: 'ITBIS', amount: money(tax), isTotal: false },
          { label: 'Total', amount: money(add(total, tax)), isTotal: true },
        ],
  };
};
