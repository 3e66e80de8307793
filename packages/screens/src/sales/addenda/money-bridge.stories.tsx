import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { addenda } from '@pauta/domain/sales/addenda/addendum.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ContractBridge } from './money-bridge.tsx';

const meta = {
  title: 'Adendas/Del contrato firmado a lo vigente',
  component: ContractBridge,
  tags: ['every-width'],
} satisfies Meta<typeof ContractBridge>;

export default meta;
type Story = StoryObj;

const times = { created_at: '2026-03-01T12:00:00Z', updated_at: '2026-03-01T12:00:00Z', row_version: 1 };
const contract = {
  ...times,
  id: uuid(1),
  currency_code: 'DOP',
  net: '1500000.00',
  tax: '270000.00',
  total: '1770000.00',
} as AnyRecord;

const addendum = (place: number, net: string, tax: string, total: string): AnyRecord =>
  ({
    ...times,
    id: uuid(place + 1),
    number: `CT-2026-00012-A0${place}`,
    signed_on: `2026-0${place + 3}-15`,
    currency_code: 'DOP',
    delta_net: net,
    delta_tax: tax,
    delta_total: total,
  }) as AnyRecord;

const bridge = (applied: readonly AnyRecord[]): Story => ({
  render: () => (
    <StoryHost
      always={{ status: 200, body: { data: applied, total: applied.length, next_cursor: null } }}
      resource={addenda}
    >
      <ContractBridge contract={contract} />
    </StoryHost>
  ),
});

export const AddedAndRemoved: Story = bridge([
  addendum(1, '300000.00', '54000.00', '354000.00'),
  addendum(2, '-125000.00', '-22500.00', '-147500.00'),
]);

export const WithoutAddenda: Story = bridge([]);
