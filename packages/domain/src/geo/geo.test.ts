import { describe, expect, test } from 'vitest';
import { inventoryItems } from '../inventory/items/inventory-item.ts';
import { parseQuery } from '../resource/query/query.ts';
import { readArea, readKm, writeArea } from './area.ts';
import { distanceKm, readPoint } from './point.ts';

const place = (latitude: number, longitude: number) => ({ latitude, longitude });

/**
 * Great-circle distances on a sphere of 6,371.0088 km, computed by hand from the angle between the two vectors, not by
 * the haversine formula. A degree of a meridian is π · 6,371.0088 / 180 = 111.195 km.
 */
test.each([
  ['a degree of a meridian', place(18, -70), place(19, -70), 111.19508],
  ['a degree of the equator', place(0, -70), place(0, -69), 111.19508],
  ['a degree of longitude at 60° is about half of that', place(60, 0), place(60, 1), 55.59702],
  ['across the antimeridian', place(0, 179.99), place(0, -179.99), 2.2239],
  ['over the pole', place(89.99, 0), place(89.99, 180), 2.2239],
  [
    'Santo Domingo, Parque Independencia – Santiago, Monumento',
    place(18.486058, -69.931212),
    place(19.451693, -70.697079),
    134.2199,
  ],
])('%s', (_what, from, to, km) => {
  expect(distanceKm(from, to)).toBeCloseTo(km, 2);
  expect(distanceKm(to, from)).toBeCloseTo(km, 2);
});

describe('text', () => {
  test.each([
    ['18.486058, -69.931212', place(18.486058, -69.931212)],
    [' 18.5;-69.9 ', place(18.5, -69.9)],
    ['-90,180', place(-90, 180)],
  ])('«%s» is a place', (text, point) => {
    expect(readPoint(text)).toEqual(point);
  });

  test.each(['', '18.5', '91, 0', '0, 181', '18,5, -69,9', 'uno, dos', '18.5 -69.9'])(
    '«%s» is no place',
    (text) => {
      expect(readPoint(text)).toBeNull();
    },
  );

  test.each([
    ['2', '2'],
    ['0,500', '0.5'],
    ['1000', '1000'],
    ['1000.001', null],
    ['0', null],
    ['-1', null],
    ['2 km', null],
  ])('the distance «%s» is stored as %s', (text, stored) => {
    expect(readKm(text)).toBe(stored);
  });

  test.each([
    '2km@18.486058;-69.931212',
    '0.5km@point:01900000-0000-7000-8000-000000000001',
    '2km@kind:Farmacia (24 horas)',
  ])('the area %s is read and written alike', (text) => {
    const area = readArea(text);
    expect(area && writeArea(area)).toBe(text);
  });

  test.each([
    ['km@18;-69'],
    ['2km@'],
    ['2km@18,-69'],
    ['2km@kind:a;b'],
    ['2km@kind:'],
    ['2km@space:x'],
    ['2km@town:Baní'],
  ])('a list does not accept the area %s', (text) => {
    const parsed = parseQuery(inventoryItems, { 'f.location': text });
    expect(parsed.ok ? null : parsed.errors).toEqual({ 'f.location': ['El filtro no es válido.'] });
  });
});
