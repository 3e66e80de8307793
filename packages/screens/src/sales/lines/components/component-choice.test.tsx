import type { PackageComponent } from '@pauta/domain/inventory/packages/sold-package.ts';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ComponentAmounts } from './component-amounts.tsx';
import { ComponentChoice } from './component-choice.tsx';

const component = (id: string, own: Partial<PackageComponent> = {}): PackageComponent => ({
  id,
  name: `Espacio ${id}`,
  inventory_item_id: id,
  ad_article_id: null,
  quantity: '10.00',
  min_quantity: null,
  max_quantity: null,
  is_optional: false,
  allocation_pct: '40.0000',
  ...own,
});
const components = [
  component('a'),
  component('b', { min_quantity: '5.00', max_quantity: '20.00' }),
  component('c', { is_optional: true, allocation_pct: '20.0000' }),
];

test('chooses an optional component and another quantity, and refuses what is beyond the limits', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn();
  render(
    <ComponentChoice
      components={components}
      name="Cobertura"
      onChange={onChange}
      onClose={() => {}}
      value={null}
    />,
  );
  await user.click(screen.getByRole('checkbox', { name: /Espacio c/ }));
  const quantity = screen.getByRole('textbox', { name: 'Cantidad de Espacio b' });
  await user.clear(quantity);
  await user.type(quantity, '21');
  await user.click(screen.getByRole('button', { name: 'Usar estos componentes' }));
  expect(screen.getByText('De «Espacio b» van de 5 a 20.')).toBeTruthy();
  expect(onChange).not.toHaveBeenCalled();
  await user.clear(quantity);
  await user.type(quantity, '20');
  await user.click(screen.getByRole('button', { name: 'Usar estos componentes' }));
  expect(onChange).toHaveBeenCalledWith([
    { id: 'a', name: 'Espacio a', quantity: '10.00' },
    { id: 'b', name: 'Espacio b', quantity: '20' },
    { id: 'c', name: 'Espacio c', quantity: '10.00' },
  ]);
});

test('shows what each component earns, to the cent', () => {
  render(
    <ComponentAmounts
      currency="DOP"
      line={{ net: '100.01', components: null }}
      pack={{
        kind: 'configurable',
        price_mode: 'closed',
        price: '100.01',
        discount_pct: null,
        min_qty: null,
        components,
      }}
    />,
  );
  expect(screen.getByText('2 componentes')).toBeTruthy();
  expect(screen.getByText(/Espacio a: .*50\.01/)).toBeTruthy();
  expect(screen.getByText(/Espacio b: .*50\.00/)).toBeTruthy();
});
