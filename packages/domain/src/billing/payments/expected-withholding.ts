/** What a rule says is withheld of the payment of an invoice, as the API answers it. */
export interface ExpectedWithholding {
  readonly rule_id: string;
  readonly name: string;
  readonly tax: 'itbis' | 'isr';
  readonly pct: string;
  /** In the currency of the invoice. */
  readonly amount: string;
}

/** An open invoice of a payer with what is expected to be withheld of it, and what then arrives. */
export interface WithheldInvoice {
  readonly invoice_id: string;
  readonly internal_no: string;
  readonly currency_code: string;
  readonly balance: string;
  /** The balance less what is withheld. */
  readonly to_receive: string;
  readonly withholdings: readonly ExpectedWithholding[];
}
