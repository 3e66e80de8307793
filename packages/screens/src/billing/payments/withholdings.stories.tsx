import { paymentWithholdings } from '@pauta/domain/billing/payments/payment-withholding.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Payments } from '../payments.tsx';

const meta = {
  title: 'Facturación/Retenciones recibidas',
  component: Payments,
  tags: ['every-width'],
} satisfies Meta<typeof Payments>;

export default meta;

const withholding = (place: number, changes: Partial<AnyRecord> = {}): AnyRecord =>
  ({
    id: uuid(place),
    row_version: 1,
    name: `RC-2026-00000${place} · ISR`,
    payment_id: { id: uuid(1, 2), label: `RC-2026-00000${place}` },
    client_id: { id: uuid(1, 3), label: 'Ministerio de Prueba' },
    agency_id: null,
    tax: 'isr',
    pct: '5.0000',
    currency_code: 'DOP',
    amount: '50.00',
    withheld_on: '2026-11-12',
    waiting_days: 12,
    certificate: null,
    certificate_file: null,
    status: 'pending',
    created_at: '2026-11-24T14:00:00Z',
    updated_at: '2026-11-24T14:00:00Z',
    ...changes,
  }) as AnyRecord;

const pending = withholding(1);
const certified = withholding(2, { status: 'certified', certificate: 'RET-2026-77', waiting_days: null });

const at = (path: string): StoryObj => ({
  render: () => (
    <StoryHost
      mount="/facturacion/registro-cobros/*"
      path={`/${paymentWithholdings.screen}${path}`}
      permissions={['payments.view_all', 'payments.apply']}
      records={[pending, certified]}
      resource={paymentWithholdings}
    >
      <Payments />
    </StoryHost>
  ),
});

export const List: StoryObj = at('');

export const Pending: StoryObj = at(`/${pending.id}`);

export const Certified: StoryObj = at(`/${certified.id}`);
