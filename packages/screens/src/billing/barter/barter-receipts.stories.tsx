import { barterReceipts } from '@pauta/domain/billing/barter/barter-receipt.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Payments } from '../payments.tsx';

const meta = {
  title: 'Facturación/Canjes',
  component: Payments,
  tags: ['every-width'],
} satisfies Meta<typeof Payments>;

export default meta;

const receipt = (place: number, changes: Partial<AnyRecord> = {}): AnyRecord =>
  ({
    id: uuid(place),
    row_version: 1,
    name: `B010000000${place} · RD$1,180.00`,
    company_id: { id: uuid(1, 2), label: 'Antena Uno' },
    client_id: { id: uuid(1, 3), label: 'Hotel Caribe' },
    fiscal_number: `B010000000${place}`,
    supplier_tax_id: '131-99999-1',
    issued_on: '2026-11-20',
    received_on: '2026-11-24',
    description: 'Noches de hotel y salones para eventos',
    supplied: 'services',
    purchase_kind: 'supplies',
    currency_code: 'DOP',
    amount: '1000.00',
    tax: '180.00',
    document: null,
    total: '1180.00',
    used: '590.00',
    unused: '590.00',
    payment_id: { id: uuid(1, 4), label: 'RC-2026-000012' },
    status: 'registered',
    created_at: '2026-11-24T14:00:00Z',
    updated_at: '2026-11-24T14:00:00Z',
    ...changes,
  }) as AnyRecord;

const registered = receipt(1);
const voided = receipt(2, { status: 'voided', used: '0.00', unused: '0.00' });

const at = (path: string): StoryObj => ({
  render: () => (
    <StoryHost
      mount="/facturacion/registro-cobros/*"
      path={`/${barterReceipts.screen}${path}`}
      permissions={['payments.view_all', 'payments.create', 'payments.apply']}
      records={[registered, voided]}
      resource={barterReceipts}
    >
      <Payments />
    </StoryHost>
  ),
});

export const List: StoryObj = at('');

// Like other forms: at a phone's width its bar covers what is below it until one scrolls.
export const New: StoryObj = { ...at('/nuevo'), tags: ['!every-width'] };

export const Registered: StoryObj = at(`/${registered.id}`);
