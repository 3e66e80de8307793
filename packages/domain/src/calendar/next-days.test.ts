import { expect, test } from 'vitest';
import { nextDays } from './next-days.ts';

const calendar = { holidays: new Set(['2026-11-09', '2026-12-25']) };
const textsOf = (today: string, suggested?: number) =>
  nextDays(today, calendar, suggested).map(({ label, day }) => `${label} ${day}`);

test('tomorrow, three working days later and Monday, each once', () => {
  // A Wednesday.
  expect(textsOf('2026-11-18')).toEqual(['Mañana 2026-11-19', '+3 d 2026-11-23']);
  expect(textsOf('2026-11-17')).toEqual(['Mañana 2026-11-18', '+3 d 2026-11-20', 'Lunes 2026-11-23']);
});

test('before a weekend or a holiday it is the next working day', () => {
  // A Friday, whose Monday is a holiday.
  expect(textsOf('2026-11-06')).toEqual(['Día hábil siguiente 2026-11-10', '+3 d 2026-11-12']);
  expect(textsOf('2026-12-24')).toEqual(['Día hábil siguiente 2026-12-28', '+3 d 2026-12-30']);
  // A Monday: the next one.
  expect(textsOf('2026-11-16')).toContain('Lunes 2026-11-23');
});

test('the day that a result suggests is offered too, unless it is already there', () => {
  expect(textsOf('2026-11-17', 2)).toEqual([
    'Mañana 2026-11-18',
    '+2 d 2026-11-19',
    '+3 d 2026-11-20',
    'Lunes 2026-11-23',
  ]);
  expect(textsOf('2026-11-17', 3)).toHaveLength(3);
});
