import type { taxpayerTypes } from '../../crm/clients/account-choices.ts';
import type { FiscalDocument } from '../../finance/fiscal-documents.ts';
import { consumerLimit } from '../../fiscal/do/consumer-limit.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';

/** Kinds of documents of the receivables; each has its own series of internal numbers. */
export const docKinds = {
  invoice: ['Factura', 'neutral'],
  credit_note: ['Nota de crédito', 'warning'],
  debit_note: ['Nota de débito', 'info'],
} as const;

export type DocKind = keyof typeof docKinds;

const ofNotes: Readonly<Partial<Record<DocKind, string>>> = { credit_note: 'B04', debit_note: 'B03' };

const ofTaxpayer: Readonly<Record<keyof typeof taxpayerTypes, string>> = {
  taxpayer: 'B01',
  nonprofit: 'B01',
  final_consumer: 'B02',
  special_regime: 'B14',
  government: 'B15',
  foreign: 'B16',
};

/**
 * The fiscal document that is proposed (domain §6.25): of a note by its kind, of an invoice by the payer's taxpayer
 * type.
 *
 * @example proposedDocument('invoice', 'government') // 'B15'
 */
export const proposedDocument = (kind: string, taxpayerType: string): string =>
  ofNotes[kind as DocKind] ?? ofTaxpayer[taxpayerType as keyof typeof taxpayerTypes] ?? 'B01';

/** Whether a fiscal document fits a kind: 03 and 04, in both series, are those of notes, and only of them. */
export const documentFits = (kind: string, document: string): boolean => {
  const own = ofNotes[kind as DocKind];
  const paper = paperOf(document);
  return own === undefined ? !Object.values(ofNotes).includes(paper) : own === paper;
};

const electronic: Readonly<Record<string, FiscalDocument>> = {
  B01: 'E31',
  B02: 'E32',
  B03: 'E33',
  B04: 'E34',
  B14: 'E44',
  B15: 'E45',
  B16: 'E46',
};

/** @example electronicOf('B01') // 'E31' */
export const electronicOf = (document: string): FiscalDocument =>
  electronic[document] ?? (document as FiscalDocument);

/** @example paperOf('E34') // 'B04' */
export const paperOf = (document: string): FiscalDocument =>
  (Object.entries(electronic).find(([, code]) => code === document)?.[0] ?? document) as FiscalDocument;

/** Whether a document names its buyer: one to a final consumer does from an amount on, every other always. */
export const needsTaxId = (document: string, total: string): boolean =>
  paperOf(document) !== 'B02' || compareDecimals(total, consumerLimit) >= 0;
