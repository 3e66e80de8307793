import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CoverageLine,
  cellText,
  differingDays,
  formatVariance,
  stripOf,
  stripState,
  sumUnits,
} from './coverage.ts';

const line = (days: CoverageLine['days']): CoverageLine => ({
  id: 'a',
  title: 'Cuña',
  space: 'Noticiero',
  days,
});

test('how a day went', () => {
  expect(stripState({ contracted: 0, delivered: 0, proven: 0 })).toBe('none');
  expect(stripState({ contracted: 2, delivered: 0, proven: 0 })).toBe('missed');
  expect(stripState({ contracted: 2, delivered: 1, proven: 1 })).toBe('partial');
  expect(stripState({ contracted: 2, delivered: 2, proven: 1 })).toBe('unproven');
  expect(stripState({ contracted: 2, delivered: 2, proven: 2 })).toBe('full');
  expect(stripState({ contracted: 0, delivered: 1, proven: 1 })).toBe('extra');
});

test('days that differ are said with their sign', () => {
  const days = [
    { day: '2026-05-01', contracted: 2, delivered: 2, proven: 2 },
    { day: '2026-05-02', contracted: 2, delivered: 1, proven: 1 },
    { day: '2026-05-03', contracted: 0, delivered: 1, proven: 0 },
  ];
  expect(differingDays({ days })).toEqual(['02/05/2026: 1 de 2 (−1)', '03/05/2026: 1 de 0 (+1)']);
  expect([-1, 0, 2].map(formatVariance)).toEqual(['−1', '0', '+2']);
  const [row] = stripOf([line(days)], { from: '2026-05-01', to: '2026-05-03' }).rows;
  expect(row?.cells.map(cellText)).toEqual([
    '2 de 2, con evidencia 2. Cumplido',
    '1 de 2, con evidencia 1. En parte',
    '1 de 0, con evidencia 0. Emitido sin evidencia',
  ]);
});

test('a strip of any period loses no unit, and its columns follow one another', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 366 }),
      fc.array(fc.nat(365), { maxLength: 40 }),
      (length, places) => {
        const dayAt = (at: number): string => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
        const days = [...new Set(places)]
          .filter((at) => at < length)
          .map((at) => ({ day: dayAt(at), contracted: 2, delivered: 1, proven: 1 }));
        const { columns, rows } = stripOf([line(days)], { from: dayAt(0), to: dayAt(length - 1) });
        expect(columns.length).toBeLessThanOrEqual(36);
        expect([columns[0]?.from, columns.at(-1)?.to]).toEqual([dayAt(0), dayAt(length - 1)]);
        expect(sumUnits(rows[0]?.cells ?? [])).toEqual(sumUnits(days));
      },
    ),
  );
});
