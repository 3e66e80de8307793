import { owedCredits } from '@pauta/domain/postsales/owed-credits/owed-credit.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { BillingWorkbench } from './workbench.tsx';

const meta = {
  title: 'Facturación/Créditos propuestos',
  component: BillingWorkbench,
  tags: ['every-width'],
} satisfies Meta<typeof BillingWorkbench>;

export default meta;

const credit = (place: number, changes: Partial<AnyRecord> = {}): AnyRecord =>
  ({
    id: uuid(place),
    row_version: 1,
    label: 'Valla de la avenida 27',
    source: 'late_start',
    contract_id: { id: uuid(1, 2), label: 'CT-2026-00012' },
    client_id: { id: uuid(1, 3), label: 'Óptica Ñandú' },
    objection_id: null,
    late_start_id: { id: uuid(1, 4), label: 'Valla de la avenida 27' },
    reason: null,
    currency_code: 'DOP',
    amount: '12500.00',
    credit_note_id: null,
    status: 'open',
    created_at: '2026-11-24T14:00:00Z',
    updated_at: '2026-11-24T14:00:00Z',
    ...changes,
  }) as AnyRecord;

const open = credit(1);
const credited = credit(2, {
  label: 'Noticiero estelar, cuñas de 30 s',
  source: 'objection',
  late_start_id: null,
  objection_id: { id: uuid(1, 5), label: 'Noticiero estelar' },
  reason: 'La mitad de las cuñas salió sin audio.',
  credit_note_id: { id: uuid(1, 6), label: 'NC-2026-00003' },
  status: 'credited',
});

const at = (path: string, permissions = ['invoices.view_all', 'invoices.credit_note']): StoryObj => ({
  render: () => (
    <StoryHost
      mount="/facturacion/facturacion-cobros/*"
      path={`/${owedCredits.screen}${path}`}
      permissions={permissions}
      records={[open, credited]}
      resource={owedCredits}
    >
      <BillingWorkbench />
    </StoryHost>
  ),
});

export const List: StoryObj = at('');

export const Open: StoryObj = at(`/${open.id}`);

/** Whoever makes no credit notes has no way to say that one is made. */
export const ReadOnly: StoryObj = at(`/${open.id}`, ['invoices.view_all']);

export const Credited: StoryObj = at(`/${credited.id}`);
