import { expect, test } from 'vitest';
import { competes, conflictsIn, minutesBetween } from './conflicts.ts';
import type { TrafficBreak, TrafficDay, TrafficSpot } from './traffic-day.ts';

const spot = (
  id: string,
  client: string,
  industries: readonly string[],
  changes: object = {},
): TrafficSpot => ({
  id,
  row_version: 1,
  quota_id: `q-${id}`,
  order_line_id: `l-${id}`,
  contract: { id: 'c', label: 'PC-1' },
  space: 'Corte',
  description: 'Cuña 30 s',
  client: { id: client, label: client },
  industries,
  article_id: null,
  taken: 30,
  duration_sec: 30,
  status: 'scheduled',
  starts_on: '2026-12-01',
  ends_on: '2026-12-01',
  units: 1,
  position: 'a0',
  pinned: false,
  locked: false,
  separation_reason: null,
  makegood_of_id: null,
  material: 'none',
  ...changes,
});
const cut = (id: string, airs_at: string, spots: TrafficSpot[], changes: object = {}): TrafficBreak => ({
  id,
  name: id,
  airs_at,
  program: null,
  unit: 'seconds',
  capacity: 120,
  taken: spots.reduce((sum, { taken }) => sum + taken, 0),
  articles: [],
  article_id: null,
  special: null,
  official: [],
  spots,
  ...changes,
});
const dayOf = (...breaks: TrafficBreak[]): TrafficDay => ({
  stations: [],
  station: null,
  day: '2026-12-01',
  separation: { client: 10, industry: 15 },
  breaks,
  loose: [],
  unplaced: [],
});
const codes = (day: TrafficDay, unit: TrafficSpot, place: number): unknown[] =>
  conflictsIn(day, unit, day.breaks[place] as TrafficBreak).map(({ code }) => code);

test('a client keeps its minutes, and a competitor its own', () => {
  const day = dayOf(
    cut('a', '19:00', [spot('1', 'Banco Norte', ['banks', 'finance'])]),
    cut('b', '19:10', []),
    cut('c', '19:20', []),
  );
  const own = spot('2', 'Banco Norte', ['banks', 'finance']);
  const rival = spot('3', 'Fondo Sur', ['finance']);
  expect([0, 1, 2].map((place) => codes(day, own, place))).toEqual([['client_too_near'], [], []]);
  expect([0, 1, 2].map((place) => codes(day, rival, place))).toEqual([
    ['competitor_too_near'],
    ['competitor_too_near'],
    [],
  ]);
  expect(codes(day, spot('4', 'Colmado', ['food']), 0)).toEqual([]);
});

test('what is not ordered, cancelled or moved away is in nobody’s way', () => {
  for (const changes of [{ position: null }, { status: 'cancelled' }, { status: 'not_aired' }]) {
    const day = dayOf(cut('a', '19:00', [spot('1', 'Banco', ['banks'], changes)]));
    expect(codes(day, spot('2', 'Banco', ['banks']), 0)).toEqual([]);
  }
  const day = dayOf(cut('a', '19:00', [spot('1', 'Banco', ['banks'])]));
  expect(codes(day, spot('1', 'Banco', ['banks']), 0)).toEqual([]);
  expect(conflictsIn(day, spot('2', 'Banco', ['banks']), day.breaks[0] as TrafficBreak, ['1'])).toEqual([]);
});

test('a break has its seconds and its services', () => {
  const full = dayOf(cut('a', '19:00', [], { taken: 100 }));
  const [reason] = conflictsIn(full, spot('1', 'Banco', ['banks']), full.breaks[0] as TrafficBreak);
  expect(reason?.text).toBe('El corte de las 19:00 tiene 20 s libres y hacen falta 30 s. Elija otro corte.');
  const live = dayOf(cut('a', '19:00', [], { articles: ['mention'], article_id: 'spot' }));
  expect(codes(live, spot('1', 'Banco', ['banks']), 0)).toEqual(['not_admitted']);
  expect(codes(live, spot('1', 'Banco', ['banks'], { article_id: 'mention' }), 0)).toEqual([]);
});

test('minutes and industries', () => {
  expect(minutesBetween('19:10', '18:55')).toBe(15);
  expect(competes(['a'], ['b'])).toBe(false);
  expect(competes([], [])).toBe(false);
  expect(competes(['cars', 'transport'], ['transport'])).toBe(true);
});
