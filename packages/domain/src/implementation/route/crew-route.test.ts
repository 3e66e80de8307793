import { expect, test } from 'vitest';
import { inVisitingOrder, mapLink, type RouteStop } from './crew-route.ts';

const stop = (id: string, latitude: number | null, longitude: number | null): RouteStop => ({
  id,
  number: null,
  description: id,
  kind: 'installation',
  status: 'scheduled',
  client: null,
  space: null,
  address: null,
  latitude,
  longitude,
  planned_start: null,
  sla_due: null,
  blockers: null,
  crew: null,
  photos: 0,
  steps: [],
});

test('each stop is followed by the nearest that is left, and those without a place come last', () => {
  const stops = [
    stop('first', 18.5, -69.9),
    stop('nowhere', null, null),
    stop('far', 19.4, -70.7),
    stop('near', 18.51, -69.91),
    stop('middle', 18.9, -70.2),
  ];
  expect(inVisitingOrder(stops).map(({ id }) => id)).toEqual(['first', 'near', 'middle', 'far', 'nowhere']);
  expect(inVisitingOrder([])).toEqual([]);
});

test('a stop leads to its place, or to its address', () => {
  expect(mapLink(stop('a', 18.5, -69.9))).toContain('destination=18.5%2C-69.9');
  expect(mapLink({ ...stop('a', null, null), address: 'Av. Duarte 5' })).toContain('Av.%20Duarte%205');
  expect(mapLink(stop('a', null, null))).toBeNull();
});
