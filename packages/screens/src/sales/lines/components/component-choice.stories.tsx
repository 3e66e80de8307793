import type { PackageComponent } from '@pauta/domain/inventory/packages/sold-package.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ComponentAmounts } from './component-amounts.tsx';
import { ComponentChoice } from './component-choice.tsx';

const meta = {
  title: 'Ventas/Componentes de un renglón',
  component: ComponentChoice,
} satisfies Meta<typeof ComponentChoice>;

export default meta;
type Story = StoryObj;

const component = (id: string, name: string, own: Partial<PackageComponent> = {}): PackageComponent => ({
  id,
  name,
  inventory_item_id: id,
  ad_article_id: null,
  quantity: '30.00',
  min_quantity: null,
  max_quantity: null,
  is_optional: false,
  allocation_pct: '40.0000',
  ...own,
});
const components = [
  component('a', 'Pantalla Monumento'),
  component('b', 'Noticias 910 AM, tanda 12:20', { min_quantity: '30.00', max_quantity: '90.00' }),
  component('c', 'Pantalla Las Carreras', { is_optional: true, allocation_pct: '20.0000' }),
];

export const AsPublished: Story = {
  render: () => (
    <ComponentChoice
      components={components}
      name="Cobertura Cibao"
      onChange={() => {}}
      onClose={() => {}}
      value={null}
    />
  ),
};

export const Amounts: Story = {
  render: () => (
    <ComponentAmounts
      currency="DOP"
      line={{ net: '214200.00', components: null }}
      pack={{
        kind: 'configurable',
        price_mode: 'sum_with_discount',
        price: null,
        discount_pct: '15',
        min_qty: null,
        components,
      }}
    />
  ),
};
