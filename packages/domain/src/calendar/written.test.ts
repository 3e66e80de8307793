import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCivilDate } from '../kinds/date.ts';
import { addDays } from './working-time.ts';
import { readDay } from './written-day.ts';
import { readTime, timeText } from './written-time.ts';

/** A Sunday. */
const today = '2026-11-22';

describe('parsing a typed day', () => {
  test.each([
    ['hoy', '2026-11-22'],
    ['Mañana', '2026-11-23'],
    ['pasado mañana', '2026-11-24'],
    ['ayer', '2026-11-21'],
    ['lunes', '2026-11-23'],
    ['lun', '2026-11-23'],
    ['Miércoles', '2026-11-25'],
    ['domingo', '2026-11-29'],
    ['el próximo sábado', '2026-11-28'],
    ['viernes que viene', '2026-11-27'],
    ['viernes pasado', '2026-11-20'],
    ['domingo pasado', '2026-11-15'],
    ['+3', '2026-11-25'],
    ['en 10 días', '2026-12-02'],
    ['en 2 semanas', '2026-12-06'],
    ['3/4/26', '2026-04-03'],
    ['3-4-2026', '2026-04-03'],
    ['3.4', '2026-04-03'],
    ['3 4 26', '2026-04-03'],
    ['15', '2026-11-15'],
    ['030426', '2026-04-03'],
    ['03042026', '2026-04-03'],
    ['3 de abril', '2026-04-03'],
    ['3 abr 27', '2027-04-03'],
    ['viernes, 3 de abril de 2026', '2026-04-03'],
    ['30 sept', '2026-09-30'],
    ['1 set.', '2026-09-01'],
    ['2026-4-3', '2026-04-03'],
    ['3/4/98', '1998-04-03'],
    ['29/02/2028', '2028-02-29'],
  ])('«%s» is parsed to %s', (text, day) => expect(readDay(text, today)).toBe(day));

  test.each([
    '',
    '29/02/2026',
    '31/4',
    '0/1',
    '3/13/26',
    '3/4/2',
    '3/4/202',
    'lu',
    'mayo',
    'nunca',
    '3 de lunes',
  ])('«%s» is refused', (text) => expect(readDay(text, today)).toBeNull());

  test('a formatted value is parsed back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -30_000, max: 30_000 }), (shift) => {
        const day = addDays(today, shift);
        expect(readDay(formatCivilDate(day), today)).toBe(day);
      }),
    );
  });
});

describe('parsing a typed time', () => {
  test.each([
    ['15:30', '15:30'],
    ['1530', '15:30'],
    ['930', '09:30'],
    ['9', '09:00'],
    ['9.30', '09:30'],
    ['9h30', '09:30'],
    ['15 h', '15:00'],
    ['3pm', '15:00'],
    ['3:30 p. m.', '15:30'],
    ['12 am', '00:00'],
    ['12 p.m.', '12:00'],
    ['Mediodía', '12:00'],
    ['0:05', '00:05'],
    ['3', '03:00'],
  ])('«%s» is parsed to %s', (text, time) => expect(readTime(text)).toBe(time));

  test.each(['', '24:00', '9:60', '13 pm', '0 am', '9:3', 'tarde', '12345'])('«%s» is none', (text) =>
    expect(readTime(text)).toBeNull(),
  );

  test('for an appointment, 3 is in the afternoon and 03 is not', () => {
    const read = (text: string) => readTime(text, { afternoon: true });
    expect([read('3'), read('3:30'), read('330'), read('7'), read('03:30'), read('3 am')]).toEqual([
      '15:00',
      '15:30',
      '15:30',
      '07:00',
      '03:30',
      '03:00',
    ]);
  });

  test('a formatted value is parsed back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), (minutes) => {
        const [hours = 0, rest = 0] = (readTime(timeText(minutes), { afternoon: true }) ?? '')
          .split(':')
          .map(Number);
        expect(hours * 60 + rest).toBe(minutes);
      }),
    );
  });
});
