import type { AccountCurrency } from '@pauta/domain/billing/accounts/account-figures.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { BalanceTable } from './balance-table.tsx';
import { BarterBalanceTable } from './barter-balance-table.tsx';
import { SalesTable } from './sales-table.tsx';

const meta = {
  title: 'Clientes/Facturas y saldo',
} satisfies Meta;

export default meta;
type Story = StoryObj;

const months = Array.from({ length: 12 }, (_, at) =>
  new Date(Date.UTC(2025, at + 3, 1)).toISOString().slice(0, 7),
);
const sales = months.map((_, at) => (at === 4 ? '-1200.00' : at % 5 === 0 ? '0.00' : `${at * 15_000}.50`));
const pesos: AccountCurrency = {
  currency: 'DOP',
  balance: {
    current: '118000.00',
    d30: '59000.00',
    d60: '0.00',
    d90: '0.00',
    d120: '0.00',
    older: '1180.00',
    total: '178180.00',
  },
  advances: '25000.00',
  barter: { given: '70800.00', used: '59000.00', unused: '11800.00', owed: '0.00' },
  sales,
  sales_total: '700000.00',
};
const id = '00000000-0000-4000-8000-000000000001';

export const Balance: Story = {
  render: () => (
    <StoryHost>
      <BalanceTable
        by="client_id"
        currencies={[pesos, { ...pesos, currency: 'USD', advances: '0.00' }]}
        id={id}
        today="2026-03-31"
      />
    </StoryHost>
  ),
};

export const Barter: Story = {
  render: () => (
    <StoryHost>
      <BarterBalanceTable clientId={id} currencies={[pesos, { ...pesos, currency: 'USD', barter: null }]} />
    </StoryHost>
  ),
};

export const Sales: Story = {
  render: () => (
    <StoryHost>
      <SalesTable
        currency="DOP"
        href={{ 'f.client_id': id }}
        months={months}
        sales={sales}
        total="700000.00"
      />
    </StoryHost>
  ),
};
