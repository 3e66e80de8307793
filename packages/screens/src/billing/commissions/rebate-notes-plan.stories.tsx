import { rebateAccruals } from '@pauta/domain/billing/rebates/rebate-accrual.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { AgencyCommissions } from '../agency-commissions.tsx';
import { type RebateNotesAnswer, RebateNotesPlan } from './rebate-notes-plan.tsx';

const meta = {
  title: 'Facturación/Bonificación por nota de crédito',
  component: RebateNotesPlan,
  tags: ['every-width'],
} satisfies Meta<typeof RebateNotesPlan>;

export default meta;

const plan: RebateNotesAnswer = {
  currency_code: 'DOP',
  notes: [
    {
      invoice_id: uuid(1),
      internal_no: 'FA-2026-000012',
      fiscal_number: 'B0100000012',
      taxable: '60.00',
      tax: '10.80',
      total: '70.80',
    },
    {
      invoice_id: uuid(2),
      internal_no: 'FA-2026-000019',
      fiscal_number: 'B0100000019',
      taxable: '393.00',
      tax: '70.74',
      total: '463.74',
    },
  ],
};

const rebate = {
  id: uuid(9),
  row_version: 1,
  name: 'Trimestral · Agencia Uno · 2026-01-01 a 2026-03-31',
  company_id: { id: uuid(1, 2), label: 'Canal Uno' },
  agency_id: { id: uuid(1, 3), label: 'Agencia Uno' },
  volume_rebate_id: { id: uuid(1, 4), label: 'Trimestral' },
  period: { from: '2026-01-01', to: '2026-03-31' },
  base: 'net',
  currency_code: 'DOP',
  base_amount: '9060.00',
  pct: '5.0000',
  amount: '453.00',
  credited: '0.00',
  status: 'approved',
  credit_note_ids: [],
  prepared_by_id: { id: uuid(1, 5), label: 'Ana' },
  approved_by_id: { id: uuid(2, 5), label: 'Berta' },
  created_at: '2026-11-24T14:00:00Z',
  updated_at: '2026-11-24T14:00:00Z',
} as unknown as AnyRecord;

export const TwoNotes: StoryObj = { render: () => <RebateNotesPlan plan={plan} /> };

export const Crediting: StoryObj = {
  render: () => (
    <StoryHost
      always={(path) =>
        path.endsWith('/credit/preview') ? { status: 200, body: { data: plan } } : undefined
      }
      mount="/facturacion/comisiones-agencia/*"
      path={`/${rebateAccruals.screen}/${rebate.id}`}
      permissions={['agency_commissions.view_all', 'commissions.settle']}
      records={[rebate]}
      resource={rebateAccruals}
    >
      <AgencyCommissions />
    </StoryHost>
  ),
};
