import type { CloseItem } from '@pauta/domain/finance/close-item.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { CloseChecklist } from './close-checklist.tsx';

const meta = { title: 'Gestión/Cierre de mes', component: CloseChecklist } satisfies Meta<
  typeof CloseChecklist
>;

export default meta;

const of = (items: readonly CloseItem[]): StoryObj => ({
  render: () => (
    <StoryHost
      always={(path) => (path.endsWith('/close') ? { status: 200, body: { data: items } } : undefined)}
    >
      <CloseChecklist
        period={{ id: uuid(1), row_version: 1, created_at: '', updated_at: '', status: 'open' }}
      />
    </StoryHost>
  ),
});

export const Pending: StoryObj = of([
  {
    code: 'draft_invoices',
    count: 3,
    text: '3 borradores de facturas o notas',
    path: '/facturacion/facturacion?f.status=draft',
  },
  {
    code: 'unapplied_payments',
    count: 1,
    text: '1 cobro con dinero sin aplicar',
    path: '/facturacion/registro-cobros?f.unapplied=0.01..',
  },
]);

export const Ready: StoryObj = of([]);
