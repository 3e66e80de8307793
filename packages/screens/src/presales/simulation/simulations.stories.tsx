import type { Simulation, SimulationResult } from '@pauta/domain/presales/simulation/simulation.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Simulations } from './simulations.tsx';

const meta = { title: 'Distribución de cartera/Simulaciones' } satisfies Meta;

export default meta;
type Story = StoryObj;

const ana = { id: uuid(1), label: 'Ana Méndez' };
const beto = { id: uuid(2), label: 'Beto Núñez' };

const simulation: Simulation = {
  id: uuid(20),
  name: 'Tarifario 2027 sin Ferretería Ñandú',
  company: { id: uuid(9), label: 'Antena Uno' },
  year: 2026,
  changes: [
    {
      kind: 'rate_card',
      price_list: { id: uuid(30), label: 'Tarifario general (TAR-0001)' },
      new_list: null,
      adjust_pct: '10',
      from: '2026-11-29',
      to: '2026-12-31',
    },
    { kind: 'lost_client', clients: [{ id: uuid(31), label: 'Ferretería Ñandú' }], from: '2026-12-01' },
    { kind: 'moved_seller', seller: ana, recipients: [beto], from: '2026-12-01' },
  ],
  published_at: null,
  drafts: [],
  updated_at: '2026-11-29T12:00:00Z',
  row_version: 3,
};

const published: Simulation = {
  ...simulation,
  id: uuid(21),
  name: 'Salida de Ana',
  published_at: '2026-11-29T13:00:00Z',
  drafts: [
    {
      kind: 'rate_card',
      text: 'Lista de precios TAR-0002 en borrador. Vale cuando se publique en Gestión de Precios.',
      path: `/inventario/gestion-precios/${uuid(40)}`,
    },
    {
      kind: 'lost_client',
      text: 'No hay un presupuesto de ventas aprobado de la compañía y del año que cambiar.',
      path: null,
    },
  ],
};

const months = (last: string): string[] => [...Array<string>(11).fill('0.00'), last];

const result: SimulationResult = {
  currency: 'DOP',
  budget: { id: uuid(5), label: 'Plan 2026', months: months('5000.00'), total: '5000.00' },
  signed: { months: months('1000.00'), total: '1000.00' },
  weighted: {
    before: months('2000.00'),
    after: months('1500.00'),
    total: { before: '2000.00', after: '1500.00' },
  },
  planned: {
    before: months('4000.00'),
    after: months('3600.00'),
    total: { before: '4000.00', after: '3600.00' },
  },
  to_deliver: { before: '800.00', after: '650.00' },
  concentration: {
    before: {
      total: '10000.00',
      largest: { id: uuid(31), label: 'Ferretería Ñandú', share: '40.0' },
      top: '95.0',
    },
    after: { total: '6000.00', largest: { id: uuid(32), label: 'Colmado', share: '30.0' }, top: '100.0' },
  },
  sellers: [
    { ...ana, goal: '4000.00', signed: '1000.00', weighted: { before: '2000.00', after: '0.00' } },
    { ...beto, goal: '0.00', signed: '0.00', weighted: { before: '0.00', after: '1500.00' } },
  ],
  quotes: [
    {
      id: uuid(50),
      number: 'PRE-0001',
      name: 'Campaña de fin de año',
      client: 'Colmado',
      before: '20000.00',
      after: '22000.00',
      difference: '2000.00',
      currency: 'DOP',
    },
  ],
  quotes_partial: false,
  moves: [{ from: 'Ana Méndez', to: 'Beto Núñez', clients: 12 }],
  frozen: 1,
};

const unseen: SimulationResult = {
  ...result,
  budget: null,
  signed: null,
  weighted: null,
  planned: null,
  to_deliver: null,
  concentration: null,
  sellers: [],
  quotes: [],
  moves: [],
  frozen: 0,
};

const permissions = ['portfolio.view_all', 'portfolio.update'];

const show =
  (simulations: readonly Simulation[], path = '', figures = result, held: readonly string[] = permissions) =>
  () => (
    <StoryHost
      always={(asked) => {
        if (asked.endsWith('/result')) return { status: 200, body: { data: figures } };
        return asked.startsWith('/portfolio/simulations')
          ? { status: 200, body: { data: simulations } }
          : undefined;
      }}
      mount="/prevanta/distribucion-cartera/simulaciones/*"
      path={`/prevanta/distribucion-cartera/simulaciones${path}`}
      permissions={held}
    >
      <Simulations />
    </StoryHost>
  );

export const Several: Story = { render: show([simulation, published]) };

export const Empty: Story = { render: show([]) };

export const Compared: Story = { render: show([simulation], `/${simulation.id}`) };

export const Published: Story = {
  render: show([published], `/${published.id}`, { ...result, moves: [], frozen: 0 }),
};

export const WithoutFigures: Story = {
  render: show([{ ...simulation, changes: [] }], `/${simulation.id}`, unseen, ['portfolio.view_all']),
};

export const Gone: Story = { render: show([], `/${uuid(99)}`) };
