import type { OrderFixture } from '@pauta/domain/sales/orders/fixtures/fixture.ts';
import { monthAboveDays } from '@pauta/domain/sales/orders/fixtures/month-above-days.ts';
import { wrongTotals } from '@pauta/domain/sales/orders/fixtures/wrong-totals.ts';
import { timesOf } from '@pauta/domain/sales/orders/order-lines.ts';
import { readOrder } from '@pauta/domain/sales/orders/read-order.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import type { LineChoice, OrderAnswer } from './order-answer.ts';
import { OrderColumns } from './order-columns.tsx';
import { OrderLineList } from './order-line-list.tsx';
import { OrderPreview } from './order-preview.tsx';
import { OrderSource } from './order-source.tsx';
import { Parts } from './order-style.ts';

const meta = { title: 'Presupuestos/Importar orden', component: OrderPreview } satisfies Meta<
  typeof OrderPreview
>;

export default meta;
type Story = StoryObj;

const space = {
  id: '0190a000-0000-7000-8000-000000000001',
  label: 'Noticiero',
  code: 'ESP-001',
  station: 'Canal Nueve',
};

const answerOf = ({ sheets, today }: OrderFixture): OrderAnswer => {
  const order = readOrder(sheets, { today });
  return {
    ...order,
    sheets,
    lines: order.lines.map((line, index) => ({
      ...line,
      times: timesOf(line.units),
      match: {
        certainty: index === 0 ? 'certain' : index === 1 ? 'likely' : 'none',
        is_learned: false,
        space: index < 2 ? space : null,
        candidates: [space],
      },
    })),
  };
};

function Order({ fixture }: { readonly fixture: OrderFixture }): ReactElement {
  const [order] = useState(() => answerOf(fixture));
  const [choices, setChoices] = useState<readonly LineChoice[]>(
    order.lines.map(({ match }) => ({ isTaken: true, space: match.space })),
  );
  return (
    <Parts>
      <OrderPreview order={order} />
      <OrderColumns columns={order.columns} onChange={() => {}} />
      <OrderLineList
        choices={choices}
        onChange={(index, choice) => setChoices(choices.map((one, at) => (at === index ? choice : one)))}
        order={order}
      />
    </Parts>
  );
}

const read = (fixture: OrderFixture): Story => ({
  render: () => (
    <StoryHost>
      <Order fixture={fixture} />
    </StoryHost>
  ),
});

export const Read: Story = read(monthAboveDays);

export const WithDoubts: Story = read(wrongTotals);

export const Source: Story = {
  render: () => (
    <StoryHost>
      <OrderSource
        failure="El archivo está vacío."
        isReading={false}
        onGiven={() => {}}
        onText={() => {}}
        text=""
      />
    </StoryHost>
  ),
};
