import { bankMovements } from '@pauta/domain/billing/bank-files/bank-movement.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Payments } from '../payments.tsx';

const meta = {
  title: 'Facturación/Depósito de varios cobros',
  component: Payments,
  tags: ['every-width'],
} satisfies Meta<typeof Payments>;

export default meta;

const movement = {
  id: uuid(1),
  row_version: 1,
  bank_file_id: { id: uuid(1, 2), label: 'estado.csv' },
  bank_account_id: { id: uuid(1, 3), label: 'Banco de Prueba · 960-1' },
  line: 7,
  booked_on: '2026-11-24',
  description: 'DEPOSITO DE CHEQUES',
  payer: null,
  reference: '990012',
  bank_id: null,
  currency_code: 'DOP',
  amount: '538.90',
  status: 'pending',
  proposal: null,
  grade: null,
  why: null,
  problem: null,
  payment_id: null,
  payment_ids: [],
  invoice_id: null,
  invoice_numbers: null,
  outcome: null,
  remark: null,
  created_at: '2026-11-24T14:00:00Z',
  updated_at: '2026-11-24T14:00:00Z',
} as unknown as AnyRecord;

const settled = {
  ...movement,
  id: uuid(2),
  status: 'settled',
  outcome: 'several',
  payment_ids: [
    { id: uuid(1, 4), label: 'RC-2026-000001' },
    { id: uuid(2, 4), label: 'RC-2026-000002' },
  ],
} as unknown as AnyRecord;

const at = (record: AnyRecord): StoryObj => ({
  render: () => (
    <StoryHost
      mount="/facturacion/registro-cobros/*"
      path={`/${bankMovements.screen}/${record.id}`}
      permissions={['bank_files.view_all', 'bank_files.update_all', 'payments.view_all', 'payments.create']}
      records={[record]}
      resource={bankMovements}
    >
      <Payments />
    </StoryHost>
  ),
});

export const Pending: StoryObj = at(movement);

export const Settled: StoryObj = at(settled);
