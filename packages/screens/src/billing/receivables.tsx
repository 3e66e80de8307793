import { useApiQuery } from '@pauta/core/react';
import type { AgedBalance } from '@pauta/domain/billing/accounts/account-figures.ts';
import { collectionCases } from '@pauta/domain/billing/collections/collection-case.ts';
import { invoiceDisputes } from '@pauta/domain/billing/collections/invoice-dispute.ts';
import { paymentPromises } from '@pauta/domain/billing/collections/payment-promise.ts';
import { agencyCommissions } from '@pauta/domain/billing/commissions/agency-commission.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { journalEntries } from '@pauta/domain/billing/ledger/journal-entry.ts';
import { paymentMethods, payments } from '@pauta/domain/billing/payments/payment.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { divide, isZero, multiply } from '@pauta/domain/money/arithmetic.ts';
import { currencies } from '@pauta/domain/money/currencies.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { owedCredits } from '@pauta/domain/postsales/owed-credits/owed-credit.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link, useSearchParams } from '@pauta/ui/router.ts';
import { CircleCheck } from 'lucide-react';
import { lazy, type ReactElement, Suspense } from 'react';
import { styled } from 'styled-components';
import { type AgingAccount, AgingTable } from './aging-table.tsx';
import { CancellationsToSettle } from './cancellations-to-settle.tsx';
import { DueCard } from './due-card.tsx';

const ExpectedCashCard = lazy(async () => ({
  default: (await import('./collections/expected-cash-card.tsx')).ExpectedCashCard,
}));

interface Figures {
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

/** The answer of `GET /billing/workbench`. */
export interface Workbench {
  readonly today: string;
  readonly currency: string;
  readonly figures: readonly Figures[];
  readonly accounts: readonly AgingAccount[];
  /** Of all accounts, also those that are not listed. */
  readonly total: AgedBalance & Pick<AgingAccount, 'disputed'>;
  /** Only the accounts that owe most are listed. */
  readonly is_cut: boolean;
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

const Controls = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--pauta-space-3);
  & > * { inline-size: 12rem; max-inline-size: 100%; }
`;

const listOf = (resource: { readonly screen: string }, query: Readonly<Record<string, string>>): string =>
  `${paths.list(resource)}?${new URLSearchParams(query)}`;

/** Methods of payment by which money is received. */
const inMoney = Object.keys(paymentMethods).filter((method) => method !== 'barter');

const owed = { 'f.payment_status': 'open,partial' };

/** The figures of one currency, each a link to the list that it sums. */
function FigureCards({ figures, today }: { figures: Figures; today: string }): ReactElement {
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

const byOptions = [
  { value: 'client', label: 'Cliente' },
  { value: 'agency', label: 'Agencia' },
];
const fromOptions = [
  { value: 'due_date', label: 'Vencimiento' },
  { value: 'issue_date', label: 'Fecha de la factura' },
];

/** What is to be collected: figures, and accounts by age of what they owe. */
export function Receivables(): ReactElement {
  const [search, setSearch] = useSearchParams();
  const by = search.get('by') === 'agency' ? 'agency' : 'client';
  const from = search.get('from') === 'issue_date' ? 'issue_date' : 'due_date';
  const may = useMay(journalEntries);
  const mayPay = useMay(payments);
  const mayCredit = useMay(owedCredits);
  const query = new URLSearchParams({ by, from });
  const asked = search.get('currency');
  if (asked && asked in currencies) query.set('currency', asked);
  const { data, error, mutate } = useApiQuery<{ readonly data: Workbench }>(`/billing/workbench?${query}`, {
    keepPreviousData: true,
  });
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(search);
    next.set(name, value);
    setSearch(next, { replace: true });
  };
  const workbench = data?.data;
  const figures = workbench?.figures.find(({ currency }) => currency === workbench.currency);
  return (
    <Page>
      <PageHeader
        actions={
          <>
            <LinkButton to={`${paths.list(collectionCases)}?f.status=open`}>Gestión de cobro</LinkButton>
            <LinkButton to={paths.list(paymentPromises)}>Promesas</LinkButton>
            <LinkButton to={`${paths.list(invoiceDisputes)}?f.status=open`}>Disputas</LinkButton>
            {may.view.allowed && <LinkButton to={paths.list(journalEntries)}>Asientos</LinkButton>}
            {mayCredit.view.allowed && (
              <LinkButton to={`${paths.list(owedCredits)}?f.status=open`}>Créditos propuestos</LinkButton>
            )}
            <LinkButton to={paths.list(agencyCommissions)}>Comisiones</LinkButton>
            {mayPay.view.allowed && <LinkButton to={paths.list(payments)}>Cobros</LinkButton>}
            <LinkButton to={paths.list(invoices)}>Facturas</LinkButton>
          </>
        }
        title="Facturación y Cobros"
      />
      <CancellationsToSettle />
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!workbench && !error && (
        <Card>
          <Skeleton lines={8} />
        </Card>
      )}
      {workbench && !figures && <DueCard />}
      {workbench && !figures && (
        <Card>
          <EmptyState
            actions={<LinkButton to={paths.create(invoices)}>Nueva factura</LinkButton>}
            icon={<CircleCheck aria-hidden size={24} />}
            title="Todavía no hay facturas"
          >
            Aquí verá lo que falta por cobrar y desde cuándo.
          </EmptyState>
        </Card>
      )}
      {workbench && figures && (
        <>
          <FigureCards figures={figures} today={workbench.today} />
          <DueCard />
          <Card title="Cartera">
            <Controls>
              <Select
                clearable={false}
                label="Por"
                onChange={(value) => set('by', value)}
                options={byOptions}
                value={by}
              />
              <Select
                clearable={false}
                label="Antigüedad desde"
                onChange={(value) => set('from', value)}
                options={fromOptions}
                value={from}
              />
              <Select
                clearable={false}
                label="Moneda"
                onChange={(value) => set('currency', value)}
                options={workbench.figures.map(({ currency }) => ({ value: currency, label: currency }))}
                value={workbench.currency}
              />
            </Controls>
            {workbench.is_cut && (
              <Banner tone="info">
                Se muestran las 200 cuentas que más deben. El total incluye las demás.
              </Banner>
            )}
            {workbench.accounts.length > 0 ? (
              <AgingTable
                accounts={workbench.accounts}
                by={by}
                currency={workbench.currency}
                from={from}
                today={workbench.today}
                total={workbench.total}
              />
            ) : (
              <EmptyState icon={<CircleCheck aria-hidden size={24} />} title="Nadie debe nada">
                {by === 'agency'
                  ? 'Ninguna agencia tiene facturas pendientes.'
                  : 'Ningún cliente tiene facturas pendientes.'}
              </EmptyState>
            )}
          </Card>
          <Suspense
            fallback={
              <Card>
                <Skeleton lines={6} />
              </Card>
            }
          >
            <ExpectedCashCard currency={workbench.currency} />
          </Suspense>
        </>
      )}
    </Page>
  );
}
