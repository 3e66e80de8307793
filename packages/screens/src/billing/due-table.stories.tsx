import type { DueContract } from '@pauta/domain/billing/invoices/due-contract.ts';
import type { BillingReason } from '@pauta/domain/billing/runs/billing-reasons.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { DueTable } from './due-table.tsx';

const meta = { title: 'Facturación/Por facturar', component: DueTable } satisfies Meta<typeof DueTable>;

export default meta;
type Story = StoryObj;

const withoutPo: BillingReason = {
  code: 'without_po',
  blocks: 'nothing',
  text: 'Sin orden de compra: si el cliente la exige, pídala y escríbala en el borrador.',
  who: 'Ventas',
  fix: { label: 'Contrato', path: `/ventas/contratos/${uuid(2)}` },
};
const withoutEvidence: BillingReason = {
  code: 'evidence_missing',
  blocks: 'draft',
  text: 'Falta la evidencia aceptada de RD$45,000.00: eso todavía no se factura.',
  who: 'Postventa',
  fix: { label: 'Reportes de evidencias', path: '/postventa/reportes-evidencias' },
};
const withoutTaxId: BillingReason = {
  code: 'company_without_tax_id',
  blocks: 'draft',
  text: 'Complete la identificación fiscal de Canal Uno: sin ella no emite comprobantes.',
  who: 'Administrador',
  fix: { label: 'Compañías', path: '/gestion/catalogos/companias' },
};

const contract = (place: number, values: Partial<DueContract>): DueContract => ({
  id: uuid(place),
  number: `CT-2026-0000${place}`,
  name: 'Campaña de Navidad',
  client: 'Óptica Ñandú',
  payer: 'Óptica Ñandú',
  billing_plan: 'by_consumption',
  currency: 'DOP',
  po_number: 'OC-77',
  lines: 3,
  due: '125400.00',
  unproved: '0.00',
  drafted: '0.00',
  instalment: null,
  planned: '125400.00',
  reasons: [],
  ...values,
});

const due = [
  contract(1, {}),
  contract(2, {
    payer: 'Agencia Norte',
    po_number: null,
    reasons: [withoutPo],
    billing_plan: 'monthly',
    instalment: '2026-10-31',
    lines: 1,
  }),
  contract(3, { due: '0.00', unproved: '45000.00', reasons: [withoutEvidence] }),
  contract(4, { drafted: '10000.00', reasons: [withoutTaxId] }),
];
const nothing = (): void => {};

export const ToBill: Story = {
  render: () => (
    <StoryHost permissions={['invoices.create']}>
      <DueTable chosen={new Set([uuid(1)])} due={due} onChoose={nothing} />
    </StoryHost>
  ),
};

export const ToSee: Story = {
  render: () => (
    <StoryHost permissions={[]}>
      <DueTable chosen={undefined} due={due} onChoose={nothing} />
    </StoryHost>
  ),
};
