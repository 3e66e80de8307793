import type { BoardClient, BoardSeller } from '@pauta/domain/presales/board.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { PublishDialog } from './board-dialogs.tsx';
import { SellerColumn } from './seller-column.tsx';

const meta = {
  title: 'Distribución de cartera/Tablero',
  component: SellerColumn,
} satisfies Meta<typeof SellerColumn>;

export default meta;
type Story = StoryObj;

const ana: BoardSeller = {
  id: uuid(1),
  label: 'Ana Méndez',
  active: true,
  leader: null,
  now: { clients: 26, share: 65, credit: [{ currency: 'DOP', amount: '2712500.00' }] },
  after: { clients: 25, share: 62.5, credit: [{ currency: 'DOP', amount: '2700000.00' }] },
  gains: 1,
  losses: 2,
  workload: [
    { key: 'activities', label: 'seguimientos abiertos', count: 14 },
    { key: 'late_activities', label: 'atrasados', count: 4 },
    { key: 'registrations', label: 'registro en revisión', count: 1 },
  ],
  figures: {
    sales: [
      {
        currency: 'DOP',
        amount: '4250000.00',
        after: '4100000.00',
        share: 61.2,
        top: { client: 'Ferretería Ñandú 11', share: 44.5 },
      },
    ],
    pipeline: [{ currency: 'DOP', amount: '1720000.00', weighted: '860000.00' }],
    goals: [{ currency: 'DOP', target: '6000000.00', reached: '4500000.00' }],
    disputed: 1,
  },
  concentrated: true,
  dependent: true,
};

const client = (number: number, changes: Partial<BoardClient> = {}): BoardClient => ({
  id: uuid(number),
  client_code: `CLI-${number}`,
  trade_name: `Ferretería Ñandú ${number}`,
  status: 'active',
  currency_code: 'DOP',
  credit_limit: '12500.00',
  billed_12m: '96000.00',
  disputes: 0,
  owner: { id: uuid(1), label: 'Ana Méndez' },
  moves_to: null,
  rule: null,
  frozen: null,
  cover: null,
  ...changes,
});

const beto = { id: uuid(2), label: 'Beto Núñez' };
const page = {
  data: [
    client(11),
    client(12, { moves_to: beto, rule: 'Clientes con crédito' }),
    client(13, { owner: beto, moves_to: { id: uuid(1), label: 'Ana Méndez' } }),
    client(14, { frozen: 'En litigio', disputes: 2 }),
    client(15, { cover: { label: 'Carla Ureña', starts_on: '2026-11-01', ends_on: '2026-12-22' } }),
  ],
  next_cursor: 'más',
};

function Column({ seller }: { seller: BoardSeller }): ReactElement {
  const [selected, setSelected] = useState<ReadonlyMap<string, BoardClient>>(new Map());
  return (
    <SellerColumn
      actions={[{ id: 'move', label: 'Mover todos a…', onAction: () => setSelected(new Map()) }]}
      initiallyOpen
      onDrop={() => setSelected(new Map())}
      onSelect={(one, on) => {
        const next = new Map(selected);
        if (on) next.set(one.id, one);
        else next.delete(one.id);
        setSelected(next);
      }}
      selected={selected}
      filter={{}}
      on={null}
      seller={seller}
      threshold={25}
    />
  );
}

export const Seller: Story = {
  render: () => (
    <StoryHost always={{ status: 200, body: page }}>
      <Column seller={ana} />
    </StoryHost>
  ),
};

export const WithoutClients: Story = {
  render: () => (
    <StoryHost always={{ status: 200, body: { data: [], next_cursor: null } }}>
      <Column
        seller={{
          ...ana,
          active: false,
          now: { clients: 0, share: 0, credit: [] },
          after: { clients: 0, share: 0, credit: [] },
          gains: 0,
          losses: 0,
          workload: [],
          concentrated: false,
          dependent: false,
        }}
      />
    </StoryHost>
  ),
};

export const Publish: Story = {
  render: () => (
    <StoryHost always={{ status: 200, body: { data: {} } }}>
      <PublishDialog moves={3} onClose={() => undefined} sellers={[ana]} />
    </StoryHost>
  ),
};
