import { formatCivilDate } from '../../kinds/date.ts';
import { isZero, subtract } from '../../money/arithmetic.ts';
import { currencies } from '../../money/currencies.ts';
import { formatMoney } from '../../money/format-money.ts';
import { countOf } from '../../text/label.ts';
import type { AgedBalance } from './account-figures.ts';
import { agingBuckets } from './aging-buckets.ts';

/** What an account owes in one currency. Days are `YYYY-MM-DD`, amounts decimal text. */
export interface StatementCurrency {
  readonly currency: string;
  readonly balance: AgedBalance;
  /** Payments that are not applied yet. */
  readonly advances: string;
  readonly invoices: readonly {
    readonly number: string;
    readonly concept: string;
    readonly issued: string;
    readonly due: string;
    readonly total: string;
    readonly balance: string;
    /** Days since the due date; 0 or less: not due. */
    readonly days: number;
    /** What is discounted when the rest is paid by that day, while that is still possible. */
    readonly prompt: { readonly until: string; readonly discount: string } | null;
  }[];
}

/** A statement of account as it is read to be printed. */
export interface PrintedStatement {
  readonly name: string;
  readonly tax_id: string | null;
  readonly today: string;
  readonly currencies: readonly StatementCurrency[];
}

/** What a statement of account shows on paper. */
export interface StatementPaper {
  readonly title: string;
  readonly account: { readonly name: string; readonly details: readonly string[] };
  readonly date: string;
  /** Shown where nothing is owed. */
  readonly nothing: string | null;
  readonly columns: readonly { readonly label: string; readonly isNumeric: boolean }[];
  readonly parts: readonly {
    readonly heading: string;
    readonly rows: readonly (readonly string[])[];
    readonly ages: readonly (readonly [string, string])[];
    readonly totals: readonly {
      readonly label: string;
      readonly amount: string;
      readonly isTotal: boolean;
    }[];
  }[];
}

const day = { one: 'día', many: 'días', gender: 'm' } as const;

/** The printed statement of account: open invoices, oldest first, with what they are late and what is not applied yet. */
export const statementPaper = ({
  name,
  tax_id,
  today,
  currencies: owed,
}: PrintedStatement): StatementPaper => ({
  title: 'Estado de cuenta',
  account: { name, details: tax_id ? [`RNC o cédula: ${tax_id}`] : [] },
  date: formatCivilDate(today),
  nothing: owed.length === 0 ? 'No tiene facturas pendientes ni pagos por aplicar.' : null,
  columns: [
    { label: 'Factura', isNumeric: false },
    { label: 'Fecha', isNumeric: false },
    { label: 'Vence', isNumeric: false },
    { label: 'Atraso', isNumeric: true },
    { label: 'Total', isNumeric: true },
    { label: 'Pendiente', isNumeric: true },
  ],
  parts: owed.map(({ currency, balance, advances, invoices }) => {
    const money = (amount: string): string => formatMoney(amount, currency, 2);
    const plain = (amount: string): string => formatMoney(amount, '', 2);
    return {
      heading: `En ${currencies[currency as keyof typeof currencies] ?? currency}`,
      rows: invoices.map((invoice) => [
        [
          `${invoice.number} · ${invoice.concept}`,
          ...(invoice.prompt
            ? [
                `pronto pago: ${plain(subtract(invoice.balance, invoice.prompt.discount))} hasta el ${formatCivilDate(invoice.prompt.until)}`,
              ]
            : []),
        ].join(' · '),
        formatCivilDate(invoice.issued),
        formatCivilDate(invoice.due),
        invoice.days > 0 ? countOf(day, invoice.days) : '—',
        plain(invoice.total),
        plain(invoice.balance),
      ]),
      ages: agingBuckets.map((bucket) => [bucket.label, plain(balance[bucket.name])] as const),
      totals: isZero(advances)
        ? [{ label: 'Total pendiente', amount: money(balance.total), isTotal: true }]
        : [
            { label: 'Facturas pendientes', amount: money(balance.total), isTotal: false },
            { label: 'Pagos por aplicar', amount: money(`-${advances}`), isTotal: false },
            { label: 'Total pendiente', amount: money(subtract(balance.total, advances)), isTotal: true },
          ],
    };
  }),
});
