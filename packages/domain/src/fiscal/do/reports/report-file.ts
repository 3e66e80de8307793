import { type PurchaseKind, purchaseKindCode } from './purchase-kinds.ts';

/** Monthly reports of the tax authority: sales, voided documents, and purchases (general norm 07-2018). */
export const monthlyReports = {
  606: 'Compras de bienes y servicios',
  607: 'Ventas de bienes y servicios',
  608: 'Comprobantes anulados',
} as const;

export type MonthlyReport = keyof typeof monthlyReports;

/** Only digits of a tax id, as the reports want it; a passport keeps its letters. */
const bareId = (taxId: string | null): string => (taxId ?? '').replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();

/** 1 an RNC of nine digits, 2 a cédula of eleven, 3 anything else; empty without an id. */
const idKind = (taxId: string): string => {
  if (taxId === '') return '';
  if (/^\d{9}$/.test(taxId)) return '1';
  return /^\d{11}$/.test(taxId) ? '2' : '3';
};

const day = (date: string | null): string => (date ?? '').replaceAll('-', '');

/** An amount with two decimals; empty for none or zero. */
const some = (amount: string | null): string =>
  amount === null || /^-?0*(\.0*)?$/.test(amount) ? '' : amount;

/** Amounts of a document of sale in the company's currency, as decimal text. */
export interface SoldDocument {
  readonly payer_tax_id: string | null;
  readonly fiscal_number: string;
  /** NCF of the invoice that a note modifies. */
  readonly modified_number: string | null;
  /** `01` to `06`. */
  readonly income_type: string;
  readonly issue_date: string;
  /** Last day of the month on which something was withheld; null if nothing was. */
  readonly withheld_on: string | null;
  /** Without tax. */
  readonly amount: string;
  readonly tax: string;
  readonly tax_withheld: string;
  readonly income_tax_withheld: string;
  /** How its total was paid by the end of the month; the rest is on credit. */
  readonly cash: string;
  readonly bank: string;
  readonly card: string;
  readonly credit: string;
  readonly barter: string;
  readonly other: string;
}

/** A voided document. */
export interface VoidedDocument {
  readonly fiscal_number: string;
  readonly issue_date: string;
  /** `01` to `10`. */
  readonly void_code: string;
}

/** A document of somebody who charged the company, such as an agency for its commission. */
export interface BoughtDocument {
  readonly supplier_tax_id: string | null;
  readonly fiscal_number: string;
  readonly issue_date: string;
  /** Null while it is not paid. */
  readonly paid_on: string | null;
  readonly kind: PurchaseKind;
  readonly supplied: 'services' | 'goods';
  /** Paid by what the company gives in exchange. */
  readonly is_barter: boolean;
  /** Without tax. */
  readonly amount: string;
  readonly tax: string;
}

const soldFields = (row: SoldDocument): readonly string[] => {
  const id = bareId(row.payer_tax_id);
  return [
    id,
    idKind(id),
    row.fiscal_number,
    row.modified_number ?? '',
    row.income_type,
    day(row.issue_date),
    day(row.withheld_on),
    row.amount,
    row.tax,
    some(row.tax_withheld),
    // ITBIS and income tax that the seller perceived, selective tax, other taxes, tip: not of advertising.
    '',
    some(row.income_tax_withheld),
    '',
    '',
    '',
    '',
    some(row.cash),
    some(row.bank),
    some(row.card),
    some(row.credit),
    // Vouchers.
    '',
    some(row.barter),
    some(row.other),
  ];
};

const voidedFields = ({ fiscal_number, issue_date, void_code }: VoidedDocument): readonly string[] => [
  fiscal_number,
  day(issue_date),
  void_code,
];

const boughtFields = (row: BoughtDocument): readonly string[] => {
  const id = bareId(row.supplier_tax_id);
  return [
    id,
    idKind(id),
    purchaseKindCode(row.kind),
    row.fiscal_number,
    '',
    day(row.issue_date),
    day(row.paid_on),
    row.supplied === 'services' ? row.amount : '',
    row.supplied === 'goods' ? row.amount : '',
    row.amount,
    row.tax,
    // ITBIS withheld, subject to proportion, taken to cost; then the ITBIS that is paid in advance.
    '',
    '',
    '',
    some(row.tax),
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    // 02 cheque, transfer or deposit; 04 on credit; 05 barter.
    row.is_barter ? '05' : row.paid_on === null ? '04' : '02',
  ];
};

interface Rows {
  readonly 606: readonly BoughtDocument[];
  readonly 607: readonly SoldDocument[];
  readonly 608: readonly VoidedDocument[];
}

const fieldsOf: { readonly [R in MonthlyReport]: (row: Rows[R][number]) => readonly string[] } = {
  606: boughtFields,
  607: soldFields,
  608: voidedFields,
};

/**
 * The text of a monthly report as the authority's page takes it: a header, then a line for each document, with `|`
 * between fields and CRLF between lines.
 *
 * @param month `YYYY-MM`
 * @example reportFile(608, '101-00157-2', '2026-10', [{ fiscal_number: 'B0100000003', issue_date: '2026-10-05', void_code: '04' }])
 * // '608|101001572|202610|1\r\nB0100000003|20261005|04'
 */
export const reportFile = <R extends MonthlyReport>(
  report: R,
  companyTaxId: string,
  month: string,
  rows: Rows[R],
): string => {
  const fields = fieldsOf[report] as (row: unknown) => readonly string[];
  return [
    [String(report), bareId(companyTaxId), month.replace('-', ''), String(rows.length)],
    ...rows.map(fields),
  ]
    .map((line) => line.join('|'))
    .join('\r\n');
};

/** Name of the file of a report, as the authority's tools make it. */
export const reportFileName = (report: MonthlyReport, companyTaxId: string, month: string): string =>
  `DGII_F_${report}_${bareId(companyTaxId)}_${month.replace('-', '')}.TXT`;
