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
      contracts: [{ id: uuid(1), title: 'CT-2026-00001 · Campaña de Navidad', net: '125400.00' }],
      bill_to: 'client',
      client_id: uuid(3),
      payer: 'Cervecería Nacional',
      month: null,
      po_number: null,
      currency: 'DOP',
      lines: 3,
      taxable: '125400.00',
      tax: '22572.00',
      total: '147972.00',
    },
  ],
  blocked,
});

export const Grouped: Story = dialog({
  invoices: [
    {
      contracts: [
        { id: uuid(1), title: 'CT-2026-00001 · Campaña de Navidad', net: '125400.00' },
        { id: uuid(4), title: 'CT-2026-00004 · Plan anual de radio', net: '20000.00' },
      ],
      bill_to: 'client',
      client_id: uuid(3),
      payer: 'Cervecería Nacional',
      month: null,
      po_number: 'OC-2026-77',
      currency: 'DOP',
      lines: 5,
      taxable: '145400.00',
      tax: '26172.00',
      total: '171572.00',
    },
  ],
  blocked: [],
});

export const NothingToBill: Story = dialog({ invoices: [], blocked });
