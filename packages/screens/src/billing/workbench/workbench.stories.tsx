import type { Dues } from '@pauta/domain/billing/accounts/open-due.ts';
import type { DebtHistory } from '@pauta/domain/billing/collections/debt-history.ts';
import type { OwingAccounts } from '@pauta/domain/billing/collections/owing-account.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { payments } from '@pauta/domain/billing/payments/payment.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Workbench } from '../receivables.tsx';
import { BillingWorkbench } from '../workbench.tsx';
import { DebtCharts } from './debt-charts.tsx';

const meta = {
  title: 'Facturación/Facturación y Cobros',
  component: BillingWorkbench,
  tags: ['every-width'],
} satisfies Meta<typeof BillingWorkbench>;

export default meta;

const none = { d60: '0.00', d90: '0.00', d120: '0.00', older: '0.00', disputed: '0.00' };
const accounts = [
  {
    ...none,
    id: uuid(1),
    name: 'Banco del Sur',
    current: '9440000.00',
    d30: '472000.00',
    total: '9912000.00',
  },
  {
    ...none,
    id: uuid(2),
    name: 'Ferretería del Este',
    current: '0.00',
    d30: '1250000.50',
    total: '1250000.50',
  },
  { ...none, id: uuid(3), name: 'Óptica Ñandú', current: '118000.00', d30: '59000.00', total: '177000.00' },
];

const workbench: Workbench = {
  today: '2026-11-29',
  currency: 'DOP',
  figures: [
    {
      currency: 'DOP',
      open: '11339000.50',
      overdue: '1781000.50',
      advances: '140000.00',
      invoiced: '4475000.00',
      credited: '29500.00',
      collected: '2100000.00',
      dso: '54',
    },
    {
      currency: 'USD',
      open: '1180.00',
      overdue: '0.00',
      advances: '0.00',
      invoiced: '1180.00',
      credited: '0.00',
      collected: '0.00',
      dso: '90',
    },
  ],
  accounts,
  total: { ...none, current: '9558000.00', d30: '1781000.50', total: '11339000.50' },
  is_cut: false,
};

const history: DebtHistory = {
  currency: 'DOP',
  months: Array.from({ length: 12 }, (_, place) => ({
    until: new Date(Date.UTC(2026, place, 0)).toISOString().slice(0, 10),
    open: `${9_000_000 + place * 200_000}.00`,
    overdue: `${900_000 + place * 80_000}.50`,
    invoiced: place === 0 ? '0.00' : `${15_000_000 + place * 100_000}.00`,
    dso: place === 0 ? null : String(48 + place),
  })),
};

const owing: OwingAccounts = {
  accounts: [
    {
      of: 'client',
      id: uuid(1),
      name: 'Óptica Ñandú',
      balances: [
        { currency: 'DOP', total: '177000.00', overdue: '59000.00' },
        { currency: 'USD', total: '1180.00', overdue: '0.00' },
      ],
      email: 'pagos@optica.example.com',
      sent_at: '2026-11-02T14:00:00Z',
    },
    {
      of: 'agency',
      id: uuid(2),
      name: 'Agencia Norte',
      balances: [{ currency: 'DOP', total: '472000.00', overdue: '0.00' }],
      email: null,
      sent_at: null,
    },
  ],
  is_cut: false,
};

/** A whole invoice and one of three instalments. */
const dues: Dues = {
  total: '1573.34',
  count: 2,
  dues: [
    {
      id: uuid(31),
      account: 'Hotel Caribe',
      number: 'B0100000012',
      concept: 'Publicidad de octubre',
      issued: '2026-10-01',
      due: '2026-10-31',
      parts: 1,
      days: 23,
      total: '1180.00',
      balance: '1180.00',
    },
    {
      id: uuid(32),
      account: 'Hotel Caribe',
      number: 'B0100000013',
      concept: 'Vallas de la temporada',
      issued: '2026-10-09',
      due: '2026-11-08',
      parts: 3,
      days: 15,
      total: '1180.00',
      balance: '393.34',
    },
  ],
};

const everything = [
  'invoices.view_all',
  'payments.view_all',
  'contracts.view_all',
  'collections.manage',
  'journal_entries.view_all',
];

const answers = (data: Workbench, statements: OwingAccounts) => (path: string) => {
  const of = (body: unknown) => ({ status: 200, body: { data: body } });
  if (path.startsWith('/billing/workbench')) return of(data);
  if (path.startsWith('/billing/debt-history')) return of(history);
  if (path === '/billing/statements') return of(statements);
  if (path.startsWith('/billing/dues')) return of(dues);
  if (path.startsWith('/billing/due')) return of({ contracts: [], is_cut: false });
  if (path.startsWith('/billing/expected-cash'))
    return of({ today: data.today, currency: 'DOP', weeks: [], later: '0.00', undated: '0.00' });
  if (path.endsWith('/statement')) return of({ sent_to: 'Luis Peña' });
  return undefined;
};

const at = (
  path: string,
  {
    permissions = everything,
    resource = invoices as Resource,
    records = [] as readonly AnyRecord[],
    statements = owing,
  } = {},
): StoryObj => ({
  render: () => (
    <StoryHost
      always={answers(workbench, statements)}
      mount="/facturacion/facturacion-cobros/*"
      path={`/facturacion/facturacion-cobros${path}`}
      permissions={permissions}
      records={records}
      resource={resource}
    >
      <BillingWorkbench />
    </StoryHost>
  ),
});

export const ToInvoice: StoryObj = at('');

export const Month: StoryObj = at('/facturado');

export const Receivables: StoryObj = at('/cartera');

export const Advances: StoryObj = at('/anticipos', { resource: payments as Resource });

export const Statements: StoryObj = at('/estados-de-cuenta');

/** Nobody owes anything. */
export const NoStatements: StoryObj = at('/estados-de-cuenta', {
  statements: { accounts: [], is_cut: false },
});

/** A seller sees their own invoices, and no tab about all of them. */
export const Seller: StoryObj = at('', { permissions: ['invoices.view_own'] });

export const Charts: StoryObj = {
  render: () => (
    <StoryHost permissions={everything}>
      <DebtCharts accounts={accounts} by="client" history={history} />
    </StoryHost>
  ),
};

export const DuesOfACell: StoryObj = at(
  `/cartera/vencimientos?by=client&from=due_date&currency=DOP&account=${uuid(1)}&bucket=d30`,
);
