import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateRange, periodEnds, rangeFromSql, rangeToSql } from './date-range.ts';
import { json } from './json.ts';
import { formatField, parseField } from './kind.ts';
import { integer, percent } from './number.ts';
import { minutesBetween, minutesOf, time } from './time.ts';

const result = (parsed: { ok: boolean; value?: unknown }) => (parsed.ok ? parsed.value : 'rejected');
const messageOf = (parsed: { ok: boolean; message?: string }) => (parsed.ok ? 'accepted' : parsed.message);

const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

describe('a time of day', () => {
  const starts = time('Empieza');

  test('round-trips, with and without the leading zero and the seconds of a database', () => {
    fc.assert(
      fc.property(clock, (text) => {
        expect(result(parseField(starts, text))).toBe(text);
        expect(result(parseField(starts, text.replace(/^0/, '')))).toBe(text);
        expect(result(parseField(starts, `${text}:00`))).toBe(text);
        expect(formatField(starts, text)).toBe(text);
      }),
    );
  });

  test.each([['24:00'], ['12:60'], ['1230'], ['12:5'], ['12:00:30'], ['-1:00'], [1200], [['12:00']], [true]])(
    'refuses %j',
    (input) => {
      expect(parseField(starts, input).ok).toBe(false);
    },
  );

  test('lasts from one minute to a whole day, and may cross midnight', () => {
    fc.assert(
      fc.property(clock, clock, (from, to) => {
        const length = minutesBetween(from, to);
        expect(length).toBeGreaterThan(0);
        expect(length).toBeLessThanOrEqual(1440);
        expect((minutesOf(from) + length) % 1440).toBe(minutesOf(to));
      }),
    );
    expect(minutesBetween('22:00', '01:30')).toBe(210);
    expect(minutesBetween('00:00', '00:00')).toBe(1440);
  });

  test('is ordered as its text', () => {
    fc.assert(
      fc.property(clock, clock, (a, b) => {
        expect(Math.sign(starts.kind.compare(a, b))).toBe(Math.sign(minutesOf(a) - minutesOf(b)));
      }),
    );
  });
});

describe('a range of dates', () => {
  const valid = dateRange('Vigencia');
  const day = fc
    .date({ min: new Date('1950-01-01'), max: new Date('2900-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const range = fc
    .tuple(fc.option(day), fc.option(day))
    .filter(([from, to]) => from !== null || to !== null)
    .map(([from, to]) => (from !== null && to !== null && from > to ? { from: to, to: from } : { from, to }));

  test('round-trips as JSON, as text and through the half-open form of the database', () => {
    fc.assert(
      fc.property(range, ({ from, to }) => {
        expect(result(parseField(valid, { from, to }))).toEqual({ from, to });
        expect(result(parseField(valid, `${from ?? ''}..${to ?? ''}`))).toEqual({ from, to });
        expect(rangeFromSql(rangeToSql({ from, to }))).toEqual({ from, to });
      }),
    );
    expect(rangeFromSql('[2026-01-01,2026-04-01)')).toEqual({ from: '2026-01-01', to: '2026-03-31' });
    expect(rangeFromSql('(,2028-03-01)')).toEqual({ from: null, to: '2028-02-29' });
    expect(rangeFromSql('empty')).toBeNull();
  });

  test('a period of one day is that day', () => {
    expect(periodEnds({ from: '2026-03-01', to: '2026-03-01' })).toEqual(['01/03/2026']);
    expect(periodEnds({ from: '2026-03-01', to: '2026-03-31' })).toEqual(['01/03/2026 –', '31/03/2026']);
  });

  test('a missing end is open', () => {
    expect(result(parseField(valid, { from: '2026-01-01' }))).toEqual({ from: '2026-01-01', to: null });
    expect(result(parseField(valid, { from: '', to: '2026-01-01' }))).toEqual({
      from: null,
      to: '2026-01-01',
    });
  });

  test.each([
    ['from', { from: '2026-03-01', to: null }, 'desde el 01/03/2026'],
    ['to', { from: null, to: '2026-03-01' }, 'hasta el 01/03/2026'],
    ['both', { from: '2026-03-01', to: '2026-03-31' }, 'del 01/03/2026 al 31/03/2026'],
    ['one day', { from: '2026-03-01', to: '2026-03-01' }, 'el 01/03/2026'],
  ])('is formatted with %s', (_what, value, text) => {
    expect(formatField(valid, value)).toBe(text);
  });

  test.each([
    [{ from: '2026-02-29', to: null }],
    [{ from: '2026-03-02', to: '2026-03-01' }],
    [{ from: null, to: null }],
    [{ from: '2026-01-01', until: '2026-02-01' }],
    [{ from: 20260101 }],
    [['2026-01-01', '2026-02-01']],
    ['2026-01-01'],
    ['..'],
    [7],
  ])('refuses %j', (input) => {
    expect(parseField(valid, input).ok).toBe(false);
  });
});

describe('a structured value', () => {
  const installments = json('Cuotas', {
    row: 'Cuota',
    max: 3,
    fields: { pct: percent('Parte', { required: true }), days: integer('Días', { min: 0, initial: 0 }) },
    check: (rows) =>
      rows.reduce((sum, { pct }) => sum + Number(pct), 0) === 100 ? null : 'Las partes deben sumar 100 %.',
  });

  test('validates each row by its fields, and all rows together', () => {
    const given = [{ pct: '50' }, { days: 30, pct: '50.0' }];
    const read = parseField(installments, given);
    expect(result(read)).toEqual([
      { pct: '50.0000', days: null },
      { pct: '50.0000', days: 30 },
    ]);
    expect(formatField(installments, read.ok ? read.value : null)).toBe('50 %; 50 % · 30');
    expect(messageOf(parseField(installments, [{ pct: '40' }]))).toBe('Las partes deben sumar 100 %.');
    expect(messageOf(parseField(installments, [{ pct: '100', days: -1 }]))).toBe(
      'Cuota 1, Días: Debe ser 0 o más.',
    );
    expect(messageOf(parseField(installments, Array(4).fill({ pct: '25' })))).toMatch(/^Use como máximo 3/);
  });

  test.each([[{ a: 1 }], [[['x']]], [true], [[{ pct: '100', more: 1 }]], [[null]], ['x']])(
    'refuses %j',
    (input) => {
      expect(parseField(installments, input).ok).toBe(false);
    },
  );

  test('is formatted with its keys in a fixed order, whatever the order in the database', () => {
    const wire = JSON.stringify(installments.kind.wire([{ pct: '100.0000', days: 0 }]));
    expect(JSON.stringify(installments.kind.wire([{ days: 0, pct: '100.0000' }]))).toBe(wire);
  });

  test('without rows is empty', () => {
    expect(parseField(installments, [])).toEqual({ ok: true, value: null });
  });
});
