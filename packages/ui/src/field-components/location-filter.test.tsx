import { location } from '@pauta/domain/kinds/location.ts';
import type { Filter } from '@pauta/domain/resource/query/filter.ts';
import { parseFilter } from '@pauta/domain/resource/query/filter.ts';
import { formatFilter } from '@pauta/domain/resource/query/query.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { LocationFilter } from './location-filter.tsx';

const field = location('Ubicación', { latitude: 'latitude', longitude: 'longitude' });

const open = (filter?: Filter) => {
  const filters: (Filter | undefined)[] = [];
  render(
    <LocationFilter
      field={field as never}
      filter={filter}
      label="Ubicación"
      name="location"
      onChange={(next) => filters.push(next)}
    />,
  );
  const read = (): Filter | null => {
    const last = filters.at(-1);
    return last ? parseFilter('location', field as never, formatFilter(last)) : null;
  };
  return { read, user: userEvent.setup() };
};

test('written coordinates and a distance make a filter; until then there is none', async () => {
  const { read, user } = open();
  const place = screen.getByRole('textbox', { name: 'Latitud, longitud' });
  await user.type(place, '18.5');
  expect(read()).toBeNull();
  expect(screen.getByText(/Escriba la latitud y la longitud/)).toBeDefined();
  await user.type(place, ', -69.9');
  expect(read()).toEqual({ field: 'location', operator: 'in', values: ['2km@18.5;-69.9'] });
  const distance = screen.getByRole('textbox', { name: 'A una distancia de hasta' });
  await user.clear(distance);
  await user.type(distance, '2000');
  expect(read()).toBeNull();
  expect(screen.getByText(/hasta 1,000 km/)).toBeDefined();
});

test('a filter is shown as it was made', () => {
  open({ field: 'location', operator: 'in', values: ['0.5km@18.5;-69.9'] });
  expect(screen.getByDisplayValue('18.5, -69.9')).toBeDefined();
  expect(screen.getByDisplayValue('0.5')).toBeDefined();
});
