import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MapView } from './map-view.tsx';

// The document of these tests offers no drawing context, as a browser without graphics.
test('without a drawing context the map says so and refers to the list', () => {
  render(
    <MapView
      countText={(visible) => `${visible} a la vista`}
      current={null}
      label="Mapa de espacios"
      onPick={() => {}}
      points={[['1', 'V-1', 'Valla 1', 18.48, -69.93, 'active']]}
      selected={new Set()}
      toneOf={() => 'success'}
    />,
  );
  const map = screen.getByRole('region', { name: 'Mapa de espacios' });
  expect(map.textContent).toContain('No se puede dibujar el mapa');
  expect(map.textContent).toContain('La lista tiene los mismos registros');
  expect(screen.queryByRole('application')).toBeNull();
});
