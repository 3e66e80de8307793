import { receiptDeliveries } from '@pauta/domain/billing/delivery/receipt-delivery.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Payments } from '../payments.tsx';
import { ReceiptMails } from './receipt-mails.tsx';

const meta = {
  title: 'Facturación/Correos de recibos',
  component: Payments,
  tags: ['every-width'],
} satisfies Meta<typeof Payments>;

export default meta;

const payment = { id: uuid(1, 2), receipt_no: 'RC-2026-000001' } as unknown as AnyRecord;

const delivery = (place: number, changes: Partial<AnyRecord>): AnyRecord =>
  ({
    id: uuid(place),
    row_version: 1,
    recipient: 'Marta Ibáñez',
    email: 'marta@cliente.example',
    payment_id: { id: payment.id, label: payment.receipt_no },
    status: 'sent',
    sent_at: '2026-11-24T14:00:10Z',
    error: null,
    created_at: '2026-11-24T14:00:00Z',
    updated_at: '2026-11-24T14:00:00Z',
    ...changes,
  }) as AnyRecord;

const records = [
  delivery(1, {}),
  delivery(2, {
    recipient: 'Beto Peña',
    email: 'beto@cliente.example',
    status: 'failed',
    sent_at: null,
    error: 'EENVELOPE 550',
  }),
];

const common = {
  mount: '/facturacion/registro-cobros/*',
  path: `/${receiptDeliveries.screen}`,
  permissions: ['payments.view_all', 'payments.create'],
  records,
  resource: receiptDeliveries,
} as const;

export const List: StoryObj = {
  render: () => (
    <StoryHost {...common}>
      <Payments />
    </StoryHost>
  ),
};

export const OfPayment: StoryObj = {
  render: () => (
    <StoryHost {...common}>
      <ReceiptMails payment={payment} />
    </StoryHost>
  ),
};
