import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { paymentMethods, payments } from '@pauta/domain/billing/payments/payment.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { divide, isZero, multiply } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

/** Figures of one currency; amounts as decimal text. */
export interface Figures {
  readonly currency: string;
  readonly open: string;
  readonly overdue: string;
  /** Null for a reader who may not see payments, as `collected`. */
  readonly advances: string | null;
  /** Invoices and debit notes of this month; `credited` are its credit notes. */
  readonly invoiced: string;
  readonly credited: string;
  readonly collected: string | null;
  readonly dso: string | null;
}

const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr));
  gap: var(--pauta-space-3);
  margin: 0;
  padding: 0;
  list-style: none;
  & a {
    display: grid;
    align-content: start;
    gap: var(--pauta-space-1);
    block-size: 100%;
    padding: var(--pauta-space-4);
    border: 1px solid var(--pauta-color-border);
    border-radius: var(--pauta-radius-lg);
    background: var(--pauta-color-surface);
    color: inherit;
    text-decoration: none;
  }
  & a:hover { border-color: var(--pauta-color-accent); }
  & strong { font-size: var(--pauta-text-lg); font-variant-numeric: tabular-nums; }
  & span, & small { color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
`;

const listOf = (resource: { readonly screen: string }, query: Readonly<Record<string, string>>): string =>
  `${paths.list(resource)}?${new URLSearchParams(query)}`;

/** Methods of payment by which money is received. */
const inMoney = Object.keys(paymentMethods).filter((method) => method !== 'barter');

const owed = { 'f.payment_status': 'open,partial' };

/** The figures of one currency, each a link to the list that it sums. */
export function FigureCards({ figures, today }: { figures: Figures; today: string }): ReactElement {
  const { currency, open, overdue, advances, invoiced, credited, collected, dso } = figures;
  const money = (amount: string): string => formatAmount({ currency, amount });
  const inCurrency = { 'f.currency_code': currency };
  const month = { from: `${today.slice(0, 8)}01..${today}` };
  const part = isZero(open) ? '0' : divide(multiply(overdue, '100'), open, 1);
  const cards = [
    {
      label: 'Por cobrar',
      value: money(open),
      note: dso === null ? 'Sin facturas en 90 días' : `${dso} días de venta por cobrar`,
      to: listOf(invoices, { ...owed, ...inCurrency }),
    },
    {
      label: 'Vencido',
      value: money(overdue),
      note: `${part} % de lo que se debe`,
      to: listOf(invoices, { ...owed, ...inCurrency, 'f.due_date': `..${addDays(today, -1)}` }),
    },
    {
      label: 'Facturado este mes',
      value: money(invoiced),
      note: isZero(credited) ? 'Sin notas de crédito' : `Además, ${money(credited)} en notas de crédito`,
      to: listOf(invoices, {
        'f.status': 'issued',
        'f.doc_kind': 'invoice,debit_note',
        ...inCurrency,
        'f.issue_date': month.from,
      }),
    },
    ...(collected === null
      ? []
      : [
          {
            label: 'Cobrado este mes',
            value: money(collected),
            note: 'Sin canjes, devueltos ni anulados',
            to: listOf(payments, {
              'f.status': 'registered,reconciled',
              'f.method': inMoney.join(','),
              ...inCurrency,
              'f.received_on': month.from,
            }),
          },
        ]),
    ...(advances === null
      ? []
      : [
          {
            label: 'Anticipos sin aplicar',
            value: money(advances),
            note: 'Cobros por aplicar a facturas',
            to: listOf(payments, { ...inCurrency, 'f.unapplied': `>${currency}0` }),
          },
        ]),
  ];
  return (
    <Cards aria-label={`Cifras en ${currency}`}>
      {cards.map(({ label, value, note, to }) => (
        <li key={label}>
          <Link to={to}>
            <span>{label}</span>
            <strong>{value}</strong>
            <small>{note}</small>
          </Link>
        </li>
      ))}
    </Cards>
  );
}
