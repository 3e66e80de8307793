import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { PrepareDialog } from './prepare-dialog.tsx';
import type { PreparedAnswer } from './prepared-invoices.tsx';

const meta = {
  title: 'Facturación/Preparar facturas',
  component: PrepareDialog,
} satisfies Meta<typeof PrepareDialog>;

export default meta;
type Story = StoryObj;

const ids = [uuid(1), uuid(2)];
const nothing = (): void => {};

const dialog = (plan: PreparedAnswer): Story => ({
  render: () => (
    <StoryHost always={{ status: 200, body: { data: plan } }} permissions={['invoices.create']}>
      <PrepareDialog ids={ids} onClose={nothing} onDone={nothing} />
    </StoryHost>
  ),
});

const blocked = [
  {
    id: uuid(2),
    title: 'CT-2026-00002 · Plan anual de radio',
    reason: 'El crédito del pagador está retenido.',
  },
];

export const SomeBlocked: Story = dialog({
  invoices: [
    {
      contract_id: uuid(1),
      bill_to: 'client',
      client_id: uuid(3),
      payer: 'Cervecería Nacional',
      contract: 'CT-2026-00001 · Campaña de Navidad',
      currency: 'DOP',
      lines: 3,
      taxable: '125400.00',
      tax: '22572.00',
      total: '147972.00',
    },
  ],
  blocked,
});

export const NothingToBill: Story = dialog({ invoices: [], blocked });
