import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { addenda } from '@pauta/domain/sales/addenda/addendum.ts';
import type {
  AddendumComparison,
  ChangedLine,
  ComparedValue,
} from '@pauta/domain/sales/addenda/line-changes.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { AddendumChanges } from './addendum-changes.tsx';

const meta = {
  title: 'Adendas/Antes y después',
  component: AddendumChanges,
  tags: ['every-width'],
} satisfies Meta<typeof AddendumChanges>;

export default meta;
type Story = StoryObj;

const value = (label: string, before: string | null, after: string | null): ComparedValue => ({
  label,
  before,
  after,
});

const lines: readonly ChangedLine[] = [
  {
    id: uuid(11),
    op: 'change',
    title: 'Noticiero estelar, cuña de 30 segundos',
    values: [
      value('Descripción', 'Noticiero estelar', 'Noticiero estelar'),
      value('Fechas', '01/11/2026 – 30/11/2026', '01/11/2026 – 15/12/2026'),
      value('Cantidad', '60 × cuña', '90 × cuña'),
      value('Neto', 'RD$ 1,500,000.00', 'RD$ 2,250,000.00'),
    ],
  },
  {
    id: uuid(12),
    op: 'remove',
    title: 'Valla de la avenida 27 de Febrero con Máximo Gómez, cara norte',
    values: [value('Fechas', '01/11/2026 – 30/11/2026', null), value('Neto', 'RD$ 80,000.00', null)],
  },
  {
    id: uuid(13),
    op: 'add',
    title: 'Portada digital',
    values: [value('Fechas', null, '01/12/2026 – 31/12/2026'), value('Neto', null, 'RD$ 45,000.00')],
  },
];

const changes = (data: AddendumComparison): Story => ({
  render: () => (
    <StoryHost always={{ status: 200, body: { data } }} resource={addenda}>
      <AddendumChanges addendum={{ id: uuid(1) } as AnyRecord} />
    </StoryHost>
  ),
});

export const Three: Story = { name: 'Cambia, se quita y se agrega', ...changes({ lines, payers: null }) };

export const Payers: Story = {
  name: 'Cambia a quién se factura',
  ...changes({
    lines: lines.slice(2),
    payers: value(
      'Se factura a',
      'Cervecería Nacional, S.A.',
      'Cervecería Nacional, S.A. (25 %), Distribuidora del Este, S.R.L. (75 %)',
    ),
  }),
};

export const None: Story = { name: 'Nada cambia', ...changes({ lines: [], payers: null }) };
