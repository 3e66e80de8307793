import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type BalanceRow, TrialBalance } from './trial-balance.tsx';

const meta = {
  title: 'Facturación/Balanza',
  component: TrialBalance,
  tags: ['every-width'],
} satisfies Meta<typeof TrialBalance>;

export default meta;

const of = (rows: readonly BalanceRow[]): StoryObj => ({
  render: () => (
    <StoryHost
      always={(path) => {
        if (path.startsWith('/companies/options'))
          return { status: 200, body: { data: [{ id: uuid(1), label: 'Canal Uno', code: 'C1' }] } };
        return path.startsWith('/trial-balance') ? { status: 200, body: { data: rows } } : undefined;
      }}
      permissions={['journal_entries.view_all', 'journal_entries.export']}
    >
      <TrialBalance />
    </StoryHost>
  ),
});

const row = (
  count: number,
  code: string,
  name: string,
  amounts: readonly string[],
  currency = 'DOP',
): BalanceRow => {
  const [opening = '0.00', debit = '0.00', credit = '0.00', closing = '0.00'] = amounts;
  return { account_id: uuid(count), code, name, currency, opening, debit, credit, closing };
};

export const TwoCurrencies: StoryObj = of([
  row(2, '1.1.02', 'CxC clientes', ['1500.00', '1180.00', '500.00', '2180.00']),
  row(3, '2.1.01', 'ITBIS por pagar', ['0.00', '0.00', '180.00', '-180.00']),
  row(4, '4.1.01', 'Ingresos TV', ['-1500.00', '0.00', '1000.00', '-2500.00']),
  row(5, '1.1.01', 'Caja y bancos', ['0.00', '500.00', '0.00', '500.00']),
  row(6, '1.1.02', 'CxC clientes', ['0.00', '59.00', '0.00', '59.00'], 'USD'),
  row(7, '4.1.01', 'Ingresos TV', ['0.00', '0.00', '59.00', '-59.00'], 'USD'),
]);

export const Nothing: StoryObj = of([]);
