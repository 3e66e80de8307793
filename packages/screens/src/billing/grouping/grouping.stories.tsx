import type { InvoiceContract } from '@pauta/domain/billing/grouping/invoice-contract.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { DraftList } from './draft-list.tsx';
import { InvoiceContracts } from './invoice-contracts.tsx';

const meta = {
  title: 'Facturación/Varios contratos',
  component: InvoiceContracts,
  tags: ['every-width'],
} satisfies Meta<typeof InvoiceContracts>;

export default meta;
type Story = StoryObj;

const made = '2026-11-23T12:00:00Z';
const invoice = { id: uuid(9), row_version: 1, created_at: made, updated_at: made, currency_code: 'DOP' };

const tab = (rows: readonly InvoiceContract[]): Story => ({
  render: () => (
    <StoryHost
      always={(path) => (path.endsWith('/contracts') ? { status: 200, body: { data: rows } } : undefined)}
      permissions={['invoices.view_all', 'contracts.view_all']}
    >
      <InvoiceContracts invoice={invoice} />
    </StoryHost>
  ),
});

const amounts = {
  net: '1000.00',
  tax: '180.00',
  total: '1180.00',
  credited: '0.00',
  balance: '1180.00',
};

export const Several: Story = tab([
  { contract_id: uuid(1), title: 'CT-2026-00001 · Campaña de Navidad', is_open: true, ...amounts },
  {
    contract_id: uuid(2),
    title: 'CT-2026-00002 · Plan anual de radio',
    is_open: false,
    ...amounts,
    credited: '1180.00',
    balance: '0.00',
  },
  { contract_id: null, title: null, is_open: false, ...amounts },
]);

export const WithoutContract: Story = tab([{ contract_id: null, title: null, is_open: false, ...amounts }]);

export const Drafts: Story = {
  render: () => (
    <DraftList
      drafts={[
        {
          contracts: [
            { id: uuid(1), title: 'CT-2026-00001 · Campaña de Navidad', net: '600.00' },
            { id: uuid(2), title: 'CT-2026-00002 · Plan anual de radio', net: '400.00' },
          ],
          bill_to: 'client',
          client_id: uuid(4),
          payer: 'Óptica Ñandú',
          month: null,
          po_number: null,
          currency: 'DOP',
          lines: 3,
          taxable: '1000.00',
          tax: '180.00',
          total: '1180.00',
        },
        {
          contracts: [{ id: uuid(3), title: 'CT-2026-00003 · Cuotas', net: '500.00' }],
          bill_to: 'agency',
          client_id: uuid(4),
          payer: 'Agencia Norte',
          month: '2026-10',
          po_number: 'OC-77',
          currency: 'DOP',
          lines: 1,
          taxable: '500.00',
          tax: '90.00',
          total: '590.00',
        },
      ]}
    />
  ),
};
