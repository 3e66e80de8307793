import type { EcfType } from './ecf-types.ts';

/** Who issues a document. */
export interface EcfIssuer {
  /** Of nine or eleven digits. */
  readonly rnc: string;
  readonly name: string;
  readonly tradeName: string | null;
  readonly address: string;
  /** E.164. */
  readonly phone: string | null;
  readonly email: string | null;
  readonly website: string | null;
}

/** Who buys; of purchases (41) who sells. */
export interface EcfBuyer {
  /** RNC or cédula; null for a foreigner or an unidentified consumer. */
  readonly rnc: string | null;
  /** Passport or id of another country. */
  readonly foreignId: string | null;
  readonly name: string | null;
  readonly address: string | null;
}

/** A line of a document: amounts as decimal text in its currency, as they are stored. */
export interface EcfLine {
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  /** After every discount, without tax. */
  readonly amount: string;
  /** Percent: 18, 16 or 0. */
  readonly taxPct: string;
  readonly tax: string;
  /** Of purchases and payments abroad: what is withheld. */
  readonly withheld?: { readonly tax: string; readonly incomeTax: string };
}

/** What an e-CF is made from. */
export interface EcfSource {
  readonly type: EcfType;
  readonly encf: string;
  /** Last day of its range, `YYYY-MM-DD`; null for types whose ranges do not expire. */
  readonly numberExpires: string | null;
  readonly issueDate: string;
  readonly internalNo: string | null;
  /** `01` to `06`. */
  readonly incomeType: string;
  readonly payment: 'cash' | 'credit' | 'free';
  readonly dueDate: string | null;
  /** How it is paid, if that is known, such as 6 for barter. */
  readonly paymentForm: number | null;
  /** First and last day that are billed. */
  readonly period: { readonly from: string; readonly to: string } | null;
  readonly purchaseOrder: string | null;
  readonly issuer: EcfIssuer;
  readonly buyer: EcfBuyer | null;
  /** Currency that is not DOP, and the rate to DOP of the day. */
  readonly foreign: { readonly currency: string; readonly rate: string } | null;
  readonly lines: readonly EcfLine[];
  /** Of notes: what they modify. */
  readonly modifies: {
    readonly number: string;
    readonly issueDate: string;
    /** 1 void, 2 text, 3 amounts, 4 replacement of a document of contingency, 5 reference to a consumer invoice. */
    readonly code: string;
    readonly reason: string | null;
  } | null;
}
