import { collectionCases } from '@pauta/domain/billing/collections/collection-case.ts';
import { collectionLetters } from '@pauta/domain/billing/collections/collection-letter.ts';
import { collectionStages } from '@pauta/domain/billing/collections/collection-stage.ts';
import { invoiceDisputes } from '@pauta/domain/billing/collections/invoice-dispute.ts';
import { paymentPromises } from '@pauta/domain/billing/collections/payment-promise.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { BillingWorkbench } from '../workbench.tsx';

const meta = {
  title: 'Facturación/Gestión de cobro',
  component: BillingWorkbench,
  tags: ['every-width'],
} satisfies Meta<typeof BillingWorkbench>;

export default meta;

const account = { id: uuid(1, 2), label: 'Óptica Ñandú' };
const common = {
  row_version: 1,
  created_at: '2026-11-24T14:00:00Z',
  updated_at: '2026-11-24T14:00:00Z',
  client_id: account,
  agency_id: null,
  currency_code: 'DOP',
};

const held = {
  ...common,
  id: uuid(1),
  name: 'Óptica Ñandú',
  overdue: '128450.00',
  overdue_since: '2026-08-30',
  collector_id: { id: uuid(1, 3), label: 'Marta Ibáñez' },
  next_action_on: '2026-11-30',
  credit_hold: 'held',
  held_on: '2026-10-29',
  stage_id: { id: uuid(1, 7), label: 'Reclamo' },
  letter_sent_at: null,
  statement_sent_at: '2026-11-02T14:00:00Z',
  status: 'open',
  opened_on: '2026-08-31',
  closed_on: null,
} as AnyRecord;

const promise = {
  ...common,
  id: uuid(2),
  name: 'RD$50,000.00 · 04/12/2026',
  invoice_id: null,
  amount: '50000.00',
  promised_on: '2026-12-04',
  said_by: 'Luis Peña',
  note: null,
  received: '0.00',
  status: 'open',
  standing: 'open',
  closed_on: null,
  withdrawn_reason: null,
} as AnyRecord;

const letter = {
  row_version: 1,
  created_at: '2026-11-24T14:00:00Z',
  updated_at: '2026-11-24T14:00:00Z',
  id: uuid(4),
  subject: 'Facturas vencidas de Óptica Ñandú',
  case_id: { id: uuid(1), label: 'Óptica Ñandú' },
  stage_id: { id: uuid(1, 7), label: 'Reclamo' },
  recipient: 'Luis Peña',
  email: 'pagos@optica.example.com',
  sent_at: '2026-11-24T14:00:00Z',
  sender_id: { id: uuid(1, 3), label: 'Marta Ibáñez' },
  body: 'Óptica Ñandú mantiene RD$128,450.00 sin pagar.',
} as AnyRecord;

const stage = {
  row_version: 1,
  created_at: '2026-11-24T14:00:00Z',
  updated_at: '2026-11-24T14:00:00Z',
  id: uuid(5),
  name: 'Reclamo',
  days_from: 31,
  tone: 'firm',
  next_action_days: 5,
  subject: 'Facturas vencidas de {cuenta}',
  body: '{cuenta} mantiene {vencido} sin pagar:\n\n{facturas}',
  is_active: true,
  archived_at: null,
} as AnyRecord;

const dispute = {
  row_version: 1,
  created_at: '2026-11-24T14:00:00Z',
  updated_at: '2026-11-24T14:00:00Z',
  id: uuid(3),
  name: 'B0100000012 · RD$1,180.00',
  invoice_id: { id: uuid(1, 5), label: 'Campaña de noviembre', code: 'FA-2026-00012' },
  reason_id: { id: uuid(1, 6), label: 'El precio o el descuento no es el acordado' },
  currency_code: 'DOP',
  amount: '1180.00',
  detail: 'El descuento acordado era 10 %.',
  resolver_id: { id: uuid(1, 3), label: 'Marta Ibáñez' },
  status: 'open',
  credit_note_id: null,
  resolution: null,
  resolved_on: null,
} as AnyRecord;

const at = (
  resource: Resource,
  record: AnyRecord,
  path = '',
  permissions = ['invoices.view_all', 'collections.manage'],
): StoryObj => ({
  render: () => (
    <StoryHost
      mount="/facturacion/facturacion-cobros/*"
      path={`/${resource.screen}${path}`}
      permissions={permissions}
      records={[record]}
      resource={resource}
    >
      <BillingWorkbench />
    </StoryHost>
  ),
});

export const Cases: StoryObj = at(collectionCases, held);

export const Held: StoryObj = at(collectionCases, held, `/${held.id}`);

/** Whoever only sees invoices assigns nobody. */
export const ReadOnly: StoryObj = at(collectionCases, held, `/${held.id}`, ['invoices.view_all']);

export const Promises: StoryObj = at(paymentPromises, promise);

export const Promised: StoryObj = at(paymentPromises, promise, `/${promise.id}`);

export const Letters: StoryObj = at(collectionLetters, letter);

export const Letter: StoryObj = at(collectionLetters, letter, `/${letter.id}`);

export const Stages: StoryObj = at(collectionStages, stage);

export const StageForm: StoryObj = at(collectionStages, stage, `/${stage.id}/editar`);

export const Disputes: StoryObj = at(invoiceDisputes, dispute);

export const Disputed: StoryObj = at(invoiceDisputes, dispute, `/${dispute.id}`, [
  'invoices.view_all',
  'invoices.credit_note',
  'collections.manage',
]);
