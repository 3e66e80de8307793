import { expect, test } from 'vitest';
import { type LogRow, logChanges, logText } from './daily-log.ts';

const row = (id: string, airs_at: string, changes: Partial<LogRow> = {}): LogRow => ({
  id,
  airs_at,
  break: `Corte ${airs_at}`,
  house_number: `ANT-${id}`,
  title: 'Cuña de añejos',
  seconds: 30,
  status: 'confirmed',
  ...changes,
});

test('changes are what was added, removed, moved or plays another material', () => {
  const before = [
    row('1', '19:10'),
    row('2', '19:10'),
    row('3', '19:25'),
    row('4', '19:25'),
    row('5', '20:00'),
  ];
  const now = [
    row('9', '19:10'),
    row('1', '19:10'),
    row('2', '19:10', { house_number: 'ANT-22' }),
    row('4', '19:25'),
    row('3', '19:25'),
    row('5', '21:00'),
  ];
  expect(logChanges(before, now).map(({ change, row: { id } }) => `${change} ${id}`)).toEqual([
    'added 9',
    'changed 2',
    'moved 4',
    'moved 3',
    'moved 5',
  ]);
  expect(logChanges(before, before)).toEqual([]);
  expect(logChanges(before, before.slice(1)).map(({ change }) => change)).toEqual(['removed']);
});

test('the text for automation has columns of one width, in plain characters', () => {
  expect(logText([row('1', '19:10'), row('2', '19:10', { house_number: null, title: 'x'.repeat(40) })])).toBe(
    `19:10:00001ANT-1               Cuna de anejos                  0030\r\n` +
      `19:10:00002                    ${'x'.repeat(32)}0030\r\n`,
  );
});
