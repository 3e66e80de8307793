import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type AgingAccount, AgingTable } from './aging-table.tsx';

const meta = { title: 'Facturación/Cartera por antigüedad', component: AgingTable } satisfies Meta<
  typeof AgingTable
>;

export default meta;
type Story = StoryObj;

const account = (place: number, name: string, balance: Partial<AgingAccount>): AgingAccount => ({
  id: uuid(place),
  name,
  current: '0.00',
  d30: '0.00',
  d60: '0.00',
  d90: '0.00',
  d120: '0.00',
  older: '0.00',
  disputed: '0.00',
  total: '0.00',
  ...balance,
});

const accounts = [
  account(1, 'Óptica Ñandú', { current: '118000.00', d30: '59000.00', total: '177000.00' }),
  account(2, 'Ferretería del Este', { older: '1250000.50', total: '1250000.50' }),
  account(3, 'Banco del Sur', {
    current: '9440000.00',
    d60: '472000.00',
    d120: '2360.00',
    total: '9914360.00',
  }),
];

const {
  id: _id,
  name: _name,
  ...total
} = account(4, '', {
  current: '9558000.00',
  d30: '59000.00',
  d60: '472000.00',
  d120: '2360.00',
  older: '1250000.50',
  total: '11341360.50',
});

const table = (by: 'client' | 'agency', shown: readonly AgingAccount[]) => (
  <StoryHost>
    <AgingTable accounts={shown} by={by} currency="DOP" from="due_date" total={total} />
  </StoryHost>
);

export const Clients: Story = { render: () => table('client', accounts) };

export const OneAgency: Story = { render: () => table('agency', accounts.slice(0, 1)) };
