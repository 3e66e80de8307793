import { expect, test } from 'vitest';
import type { AvailabilityRow, TakenBucket } from '../capacity/availability.ts';
import type { CapacityRule } from '../capacity/cells.ts';
import { availsOf } from './avails.ts';

const rule = (capacity: number, own: object = {}) => ({
  capacity,
  days: ['1', '2', '3', '4', '5', '6', '7'],
  active: null,
  ...own,
});

const level = (own: CapacityRule, ...taken: readonly TakenBucket[]) => ({ rule: own, taken });

const space = (id: string, own: Partial<AvailabilityRow> = {}): AvailabilityRow => ({
  id,
  code: `E-${id}`,
  name: `Espacio ${id}`,
  platform: 'Radio',
  company: 'Antillana',
  subdivision: 'Zol',
  parent_id: null,
  capacity_unit: 'spots',
  levels: [level(rule(20))],
  marks: [],
  exclusive: [],
  ...own,
});

// 2026-11-30 is a Monday.
const options = {
  from: '2026-11-30',
  to: '2026-12-08',
  grain: 'day',
  today: '2026-11-01',
  at: '24/11/2026 10:00',
  prices: null,
} as const;

const statesOf = (row: AvailabilityRow, own: object = {}) =>
  availsOf([row], { ...options, ...own }).sections[0]?.tables.map(({ rows }) => rows[0]?.states.join(' '));

test('a day is free, has little below a quarter, is full, or is not sold', () => {
  const row = space('a', {
    levels: [
      level(rule(20, { days: ['1', '2', '3', '4', '5'] }), [0, 20, 3, 12], [1, 20, 0, 16], [2, 20, 20, 0]),
    ],
  });
  expect(statesOf(row)).toEqual(['free', 'few full free free closed closed free free']);
});

test('what a space around it lacks counts, too', () => {
  expect(statesOf(space('a', { levels: [level(rule(20)), level(rule(50), [0, 50, 0, 50])] }))?.[0]).toBe(
    'full',
  );
  expect(statesOf(space('a', { levels: [level(rule(20)), level(rule(0))] }))?.[0]).toBe('closed');
});

test('a week is what all its days are, else little; weeks begin on Mondays', () => {
  const grain = { grain: 'week', from: '2026-12-05' };
  const { sections } = availsOf([space('a')], { ...options, grain: 'week', from: '2026-12-05' });
  expect(sections[0]?.tables[0]?.columns.map(({ label }) => label)).toEqual([
    '05/12 – 06/12',
    '07/12 – 08/12',
  ]);
  const full = [0, 20, 20, 0] as const;
  expect(statesOf(space('a', { levels: [level(rule(20), full)] }), grain)).toEqual(['few free']);
  expect(statesOf(space('a', { levels: [level(rule(20), full, [1, 20, 0, 20])] }), grain)).toEqual([
    'full free',
  ]);
  expect(statesOf(space('a', { levels: [level(rule(20, { days: ['3'] }))] }), grain)).toEqual([
    'closed closed',
  ]);
});

test('days that are over are left out, and stations are sections', () => {
  const { sections } = availsOf([space('a'), space('b', { subdivision: 'Otra' }), space('c')], {
    ...options,
    today: '2026-12-07',
  });
  expect(sections.map(({ title, tables }) => [title, tables[0]?.rows.map(({ name }) => name)])).toEqual([
    ['Radio · Zol', ['Espacio a', 'Espacio c']],
    ['Radio · Otra', ['Espacio b']],
  ]);
  expect(sections[0]?.tables).toHaveLength(1);
  expect(sections[0]?.tables[0]).toMatchObject({
    title: 'Diciembre de 2026',
    columns: [{ label: '7', name: '07/12/2026' }, { label: '8' }],
  });
});

test('neither ids, codes nor numbers of units are in a sheet; prices are only if chosen', () => {
  const secret = space('0199f0a2-secret', { levels: [level(rule(20), [0, 7777, 1234, 4321])] });
  const text = JSON.stringify(availsOf([secret], options)).replaceAll(secret.name, '');
  expect(text).not.toMatch(/secret|7777|1234|4321|2222|E-/);
  expect(text).not.toContain('precios');
  const priced = availsOf([secret], { ...options, prices: new Map([[secret.id, 'RD$1,500.00 por cuña']]) });
  expect(priced.sections[0]?.tables[0]?.rows[0]?.price).toBe('RD$1,500.00 por cuña');
});
