import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Composition, CompositionRow } from './composition.ts';
import { CompositionTable } from './composition-table.tsx';

const meta = {
  title: 'Inventario/Componentes de un paquete',
  component: CompositionTable,
} satisfies Meta<typeof CompositionTable>;

export default meta;
type Story = StoryObj;

const row = (place: number, own: Partial<CompositionRow>): CompositionRow => ({
  id: `01890a5d-ac96-774b-bcce-b30209${String(place).padStart(6, '0')}`,
  name: 'Tanda 07:20',
  inventory_item_id: `01890a5d-ac96-774b-bcce-b30208${String(place).padStart(6, '0')}`,
  capacity_unit: 'seconds',
  quantity: '60.00',
  min_quantity: null,
  max_quantity: null,
  is_optional: false,
  unit_price: '6075.000000',
  amount: '364500.00',
  allocation_pct: '70.0000',
  allocated: '269500.00',
  wanted: 60,
  free: 120,
  fits: 2,
  scarcest: '2026-11-29',
  ...own,
});
const rows = [
  row(1, {}),
  row(2, {
    name: 'Portada 970×250',
    capacity_unit: 'impressions',
    quantity: '300.00',
    amount: '84000.00',
    unit_price: '280.000000',
    allocation_pct: '30.0000',
    allocated: '115500.00',
    wanted: 10_000,
    free: 180_000,
    fits: 18,
  }),
];

const shown = (own: Partial<Composition>): Story => ({
  render: () => (
    <StoryHost>
      <CompositionTable
        composition={{ fits: 2, limiting: rows[0]?.id ?? null, price: '385000.00', components: rows, ...own }}
        currency="DOP"
      />
    </StoryHost>
  ),
});

export const Closed: Story = shown({});

export const SumWithOptional: Story = shown({
  components: [
    ...rows.map((one) => ({ ...one, allocated: null })),
    row(3, {
      name: 'Producción de la cuña',
      inventory_item_id: null,
      capacity_unit: null,
      is_optional: true,
      unit_price: null,
      amount: null,
      allocated: null,
      allocation_pct: '0.0000',
      wanted: null,
      free: null,
      fits: null,
      scarcest: null,
    }),
  ],
});
