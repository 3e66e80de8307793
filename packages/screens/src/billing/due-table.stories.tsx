import type { DueContract } from '@pauta/domain/billing/invoices/due-contract.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { DueTable } from './due-table.tsx';

const meta = { title: 'Facturación/Por facturar', component: DueTable } satisfies Meta<typeof DueTable>;

export default meta;
type Story = StoryObj;

const contract = (place: number, values: Partial<DueContract>): DueContract => ({
  id: uuid(place),
  number: `CT-2026-0000${place}`,
  name: 'Campaña de Navidad',
  client: 'Óptica Ñandú',
  payer: 'Óptica Ñandú',
  billing_plan: 'by_consumption',
  currency: 'DOP',
  po_number: 'OC-77',
  lines: 3,
  due: '125400.00',
  unproved: '0.00',
  drafted: '0.00',
  instalment: null,
  credit_status: 'active',
  is_suspended: false,
  company_tax_id: '131246796',
  ...values,
});

const due = [
  contract(1, {}),
  contract(2, {
    payer: 'Agencia Norte',
    po_number: null,
    billing_plan: 'monthly',
    instalment: '2026-10-31',
    lines: 1,
  }),
  contract(3, { due: '0.00', unproved: '45000.00', credit_status: 'on_hold' }),
  contract(4, { company_tax_id: null, drafted: '10000.00', is_suspended: true }),
];
const nothing = (): void => {};

export const ToBill: Story = {
  render: () => (
    <StoryHost permissions={['invoices.create']}>
      <DueTable chosen={new Set([uuid(1)])} due={due} onChoose={nothing} />
    </StoryHost>
  ),
};

export const ToSee: Story = {
  render: () => (
    <StoryHost permissions={[]}>
      <DueTable chosen={undefined} due={due} onChoose={nothing} />
    </StoryHost>
  ),
};
