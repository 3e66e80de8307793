import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LogCandidate, type LogEntry, matchLog } from './match-log.ts';

const entry = (id: string, at: number, code: string | null, title: string | null = null): LogEntry => ({
  id,
  at: at * 1000,
  code,
  title,
});
const candidate = (
  id: string,
  from: number,
  code: string | null,
  { to = from, title = null as string | null } = {},
): LogCandidate => ({ id, from: from * 1000, to: to * 1000, code, title });

test('a row is matched by code and time, however the code is written', () => {
  expect(
    matchLog([entry('r', 100, 'ab-12 ')], [candidate('p', 40, 'AB12'), candidate('q', 99, 'AB13')], 60),
  ).toEqual([{ entry: 'r', candidate: 'p', difference: 60 }]);
  expect(matchLog([entry('r', 101, 'AB12')], [candidate('p', 40, 'AB12')], 60)).toEqual([]);
});

test('anywhere in a daypart is in time', () => {
  expect(matchLog([entry('r', 500, 'A')], [candidate('p', 0, 'A', { to: 900 })], 0)).toEqual([
    { entry: 'r', candidate: 'p', difference: 0 },
  ]);
});

test('a title matches where one of the two has no code, and never against another code', () => {
  const placed = candidate('p', 0, null, { title: 'Cuña de Navidad' });
  expect(matchLog([entry('r', 5, 'X', 'CUÑA DE NAVIDAD')], [placed], 60)).toHaveLength(1);
  expect(matchLog([entry('r', 5, null, 'cuna de navidad')], [{ ...placed, code: 'Y' }], 60)).toHaveLength(1);
  expect(matchLog([entry('r', 5, 'X', 'Cuña de Navidad')], [{ ...placed, code: 'Y' }], 60)).toEqual([]);
});

test('a row whose nearest placement is taken gives way, so that both are matched', () => {
  const found = matchLog(
    [entry('early', 0, 'A'), entry('late', 60, 'A')],
    [candidate('first', -50, 'A'), candidate('second', 10, 'A')],
    55,
  );
  expect(found.map(({ entry: row, candidate: one }) => [row, one]).sort()).toEqual([
    ['early', 'first'],
    ['late', 'second'],
  ]);
});

const most = (rows: readonly LogEntry[], places: readonly LogCandidate[], tolerance: number): number => {
  const [row, ...rest] = rows;
  if (!row) return 0;
  const without = most(rest, places, tolerance);
  return places.reduce((best, place) => {
    const gap = row.at < place.from ? place.from - row.at : Math.max(0, row.at - place.to);
    return gap > tolerance * 1000
      ? best
      : Math.max(
          best,
          1 +
            most(
              rest,
              places.filter((one) => one !== place),
              tolerance,
            ),
        );
  }, without);
};

test('of one material as many rows are matched as is possible, each once and within the tolerance', () => {
  const times = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 6 });
  fc.assert(
    fc.property(times, times, fc.integer({ min: 0, max: 8 }), (aired, planned, tolerance) => {
      const rows = aired.map((at, index) => entry(`r${index}`, at, 'A'));
      const places = planned.map((at, index) => candidate(`p${index}`, at, 'A'));
      const found = matchLog(rows, places, tolerance);
      expect(new Set(found.map((one) => one.entry)).size).toBe(found.length);
      expect(new Set(found.map((one) => one.candidate)).size).toBe(found.length);
      for (const { difference } of found) expect(Math.abs(difference)).toBeLessThanOrEqual(tolerance);
      expect(found).toHaveLength(most(rows, places, tolerance));
    }),
  );
});
