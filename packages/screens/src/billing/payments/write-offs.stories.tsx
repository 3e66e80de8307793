import { writeOffs } from '@pauta/domain/billing/adjustments/write-off.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Payments } from '../payments.tsx';

const meta = {
  title: 'Facturación/Cuentas incobrables',
  component: Payments,
  tags: ['every-width'],
} satisfies Meta<typeof Payments>;

export default meta;

const writeOff = (place: number, changes: Partial<AnyRecord> = {}): AnyRecord =>
  ({
    id: uuid(place),
    row_version: 1,
    name: `B010000000${place} · RD$1,180.00`,
    invoice_id: { id: uuid(1, 2), label: `FA-2026-00000${place}` },
    currency_code: 'DOP',
    amount: '1180.00',
    reason: 'La empresa cerró y no tiene bienes.',
    requested_by_id: { id: uuid(1, 3), label: 'Ana Méndez' },
    decided_by_id: null,
    written_on: null,
    recovered_on: null,
    status: 'requested',
    created_at: '2026-11-24T14:00:00Z',
    updated_at: '2026-11-24T14:00:00Z',
    ...changes,
  }) as AnyRecord;

const requested = writeOff(1);
const applied = writeOff(2, {
  status: 'applied',
  decided_by_id: { id: uuid(1, 4), label: 'Luis Peña' },
  written_on: '2026-11-24',
});

const at = (path: string): StoryObj => ({
  render: () => (
    <StoryHost
      mount="/facturacion/registro-cobros/*"
      path={`/${writeOffs.screen}${path}`}
      permissions={['invoices.view_all', 'payments.view_all', 'write_offs.request', 'write_offs.approve']}
      records={[requested, applied]}
      resource={writeOffs}
    >
      <Payments />
    </StoryHost>
  ),
});

export const List: StoryObj = at('');

export const Requested: StoryObj = at(`/${requested.id}`);

export const Applied: StoryObj = at(`/${applied.id}`);
