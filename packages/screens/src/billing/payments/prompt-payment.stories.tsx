import { payments } from '@pauta/domain/billing/payments/payment.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ApplicationAnswer } from '../application-plan.tsx';
import { Payments } from '../payments.tsx';

const meta = {
  title: 'Facturación/Pronto pago al aplicar',
  component: Payments,
  tags: ['every-width'],
} satisfies Meta<typeof Payments>;

export default meta;

const payment = {
  id: uuid(1),
  row_version: 1,
  receipt_no: 'RC-2026-000001',
  company_id: { id: uuid(1, 2), label: 'Canal Uno' },
  client_id: { id: uuid(1, 3), label: 'Cliente de Prueba' },
  agency_id: null,
  received_on: '2026-11-24',
  method: 'transfer',
  bank_account_id: { id: uuid(1, 4), label: 'Banco de Prueba · 960-1' },
  reference: 'TR-1',
  currency_code: 'DOP',
  amount: '1156.40',
  withheld: '0.00',
  applied: '0.00',
  unapplied: '1156.40',
  status: 'registered',
  is_opening: false,
  created_at: '2026-11-24T14:00:00Z',
  updated_at: '2026-11-24T14:00:00Z',
} as unknown as AnyRecord;

const plan = (issues_notes: boolean): ApplicationAnswer => ({
  applications: [
    {
      invoice_id: uuid(1, 5),
      internal_no: 'FA-2026-000012',
      fiscal_number: 'B0100000012',
      due_date: '2026-12-24',
      balance: '1180.00',
      currency_code: 'DOP',
      amount: '1156.40',
      taken: '1156.40',
      billed_to: null,
      prompt_discount: '23.60',
    },
  ],
  currency_code: 'DOP',
  left: '0.00',
  issues_notes,
});

const at = (issues: boolean, record: AnyRecord = payment): StoryObj => ({
  render: () => (
    <StoryHost
      always={(path) => {
        if (path.endsWith('/preview')) return { status: 200, body: { data: plan(issues) } };
        if (path.endsWith('/apply_oldest'))
          return {
            status: 200,
            body: { data: { ...plan(issues), discounts: [{ status: issues ? 'issued' : 'draft' }] } },
          };
        return path.endsWith('/return')
          ? { status: 200, body: { data: { reversed: 1, archived: 0, charged: 1 } } }
          : undefined;
      }}
      mount="/facturacion/registro-cobros/*"
      path={`/${payments.screen}/${record.id}`}
      permissions={['payments.view_all', 'payments.apply', 'payments.reverse', 'payments.create']}
      records={[record]}
      resource={payments}
    >
      <Payments />
    </StoryHost>
  ),
});

export const Issued: StoryObj = at(true);

export const Draft: StoryObj = at(false);
