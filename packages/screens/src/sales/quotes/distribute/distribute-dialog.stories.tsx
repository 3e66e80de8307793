import type { Values } from '@pauta/domain/resource/resource.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { DistributeDialog } from './distribute-dialog.tsx';
import { Distribution, type DistributionAnswer } from './distribution.tsx';

const meta = {
  title: 'Presupuestos/Repartir dinero',
  component: DistributeDialog,
  tags: ['desktop', 'phone'],
} satisfies Meta<typeof DistributeDialog>;

export default meta;
type Story = StoryObj;

const values: Values = {
  currency_code: 'DOP',
  budget_amount: '500000.00',
  taxable: '120000.00',
  flight: { from: '2026-11-02', to: '2026-11-15' },
  price_list_id: { id: uuid(71), label: 'Tarifa 2026' },
};

const dialog = (header: Values): Story => ({
  render: () => (
    <StoryHost
      always={{ status: 200, body: { data: [] } }}
      permissions={Object.values(quotes.permissions)}
      resource={quotes}
    >
      <DistributeDialog add={() => {}} documentId={null} onClose={() => {}} room={20} values={header} />
    </StoryHost>
  ),
});

export const Asks: Story = { name: 'Pregunta cuánto', ...dialog(values) };

export const WithoutFlight: Story = { name: 'Falta el vuelo', ...dialog({ currency_code: 'DOP' }) };

const answer: DistributionAnswer = {
  spent: '372000.00',
  left: '8000.00',
  spaces: [
    {
      id: uuid(1, 2),
      name: 'Noticiero estelar',
      units_per_day: 3,
      cost: '252000.00',
      why: 'Ya tiene el máximo por día.',
      line: {},
    },
    {
      id: uuid(2, 2),
      name: 'Amanecer',
      units_per_day: 2,
      cost: '120000.00',
      why: 'Otra cuña por día ya no cabe en el dinero que queda.',
      line: {},
    },
    {
      id: uuid(3, 2),
      name: 'Juego de la tarde',
      units_per_day: 0,
      cost: '0.00',
      why: 'No tiene precio en la lista.',
      line: null,
    },
  ],
};

export const Result: Story = {
  name: 'El reparto',
  tags: ['every-width'],
  render: () => (
    <StoryHost>
      <Card title="Repartir dinero">
        <Distribution answer={answer} currency="DOP" />
      </Card>
    </StoryHost>
  ),
};
