import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conflictsIn, isSeparation } from '../traffic/conflicts.ts';
import type { TrafficDay, TrafficSpot } from '../traffic/traffic-day.ts';
import { comparePlans, firstFit, placeSpots, scorePlan } from './place-spots.ts';
import { createBoard } from './placing-board.ts';
import type { PlacedUnit, PlacingLine, PlacingProblem } from './placing-problem.ts';

const days = ['2026-12-01', '2026-12-02'];
const clocks = ['19:00', '19:05', '19:20', '22:00'];
/** An industry, one inside of it, and another one. */
const industries = [['food'], ['drinks', 'food'], ['banks']];
const clientIds = ['a', 'b', 'c', 'd'];

const lineArbitrary = fc
  .record({
    client: fc.integer({ min: 0, max: 3 }),
    taken: fc.constantFrom(10, 20, 30),
    priority: fc.integer({ min: 0, max: 1 }),
    units: fc.integer({ min: 1, max: 3 }),
    isCarried: fc.boolean(),
    wanted: fc.option(
      fc.record({
        // A Tuesday and a Wednesday.
        days: fc.subarray(['2', '3']),
        hours: fc.constantFrom(
          [null, null] as const,
          ['19:00', '19:10'] as const,
          ['21:00', '23:00'] as const,
        ),
        place: fc.constantFrom('any' as const, 'first' as const, 'last' as const),
        avoided: fc.subarray(['news', 'film']),
      }),
    ),
    // Of the programme, or of one break.
    cells: fc.uniqueArray(
      fc.record({
        day: fc.integer({ min: 0, max: 1 }),
        space: fc.integer({ min: 0, max: 4 }),
        units: fc.integer({ min: 1, max: 2 }),
      }),
      { minLength: 1, maxLength: 3, selector: ({ day, space }) => `${day} ${space}` },
    ),
  })
  .map(
    ({ client, taken, priority, units, isCarried, wanted, cells }): PlacingLine => ({
      quota: 'q',
      client: clientIds[client] ?? '',
      industries: industries[client % 3] ?? [],
      article_id: null,
      taken,
      priority,
      units,
      // Each day has a room for the programme and one for each break.
      cells: cells.map(({ day, space, units: count }) => ({ room: day * 5 + space, units: count })),
      flight: { from: days[0] ?? '', to: days[1] ?? '' },
      materials: [],
      wanted: wanted && {
        days: wanted.days,
        from: wanted.hours[0],
        to: wanted.hours[1],
        place: wanted.place,
        avoided: wanted.avoided,
      },
      ...(isCarried && { carried: [{ item: 'programme', day: '2026-11-30', units }] }),
    }),
  );

const problemArbitrary = fc
  .record({
    lines: fc.array(lineArbitrary, { minLength: 1, maxLength: 3 }),
    free: fc.array(fc.constantFrom(0, 20, 40, 60), { minLength: 10, maxLength: 10 }),
    neighbours: fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 7 }),
        client: fc.integer({ min: 0, max: 3 }),
        place: fc.constantFrom('first' as const, 'last' as const, null),
      }),
      {
        maxLength: 2,
      },
    ),
    client: fc.constantFrom(0, 5, 10),
    industry: fc.constantFrom(0, 6, 20),
    isPreferred: fc.boolean(),
  })
  .map(
    ({ lines, free, neighbours, client, industry, isPreferred }): PlacingProblem => ({
      separation: { client, industry },
      preferred: isPreferred ? { from: '19:10', to: '20:00' } : null,
      rooms: days.flatMap((day, index) =>
        ['programme', ...clocks].map((item, place) => ({ item, day, free: free[index * 5 + place] ?? 0 })),
      ),
      breaks: days.flatMap((day, index) =>
        clocks.map((airs_at, place) => ({
          day,
          airs_at,
          name: airs_at,
          program_id: place < 2 ? 'news' : place === 2 ? 'film' : null,
          rooms: [index * 5 + place + 1, index * 5],
          articles: [],
          article_id: null,
          spots: neighbours
            .filter(({ at }) => at === index * 4 + place)
            .map((one) => ({
              client: clientIds[one.client] ?? '',
              industries: industries[one.client % 3] ?? [],
              place: one.place,
            })),
        })),
      ),
      lines,
    }),
  );

/** Every plan of a problem, one after the other. */
const best = (problem: PlacingProblem): PlacedUnit[] => {
  const board = createBoard(problem);
  let found: PlacedUnit[] = [];
  const plan: PlacedUnit[] = [];
  const units = problem.lines.flatMap(({ units: count }, line) => Array.from({ length: count }, () => line));
  const from = (place: number): void => {
    const line = units[place];
    if (line === undefined) {
      if (comparePlans(scorePlan(problem, plan), scorePlan(problem, found)) > 0) found = [...plan];
      return;
    }
    from(place + 1);
    for (const option of board.options[line] ?? []) {
      if (!board.fits(line, option)) continue;
      const unit = { line, ...option };
      board.put(unit);
      plan.push(unit);
      from(place + 1);
      plan.pop();
      board.take(unit);
    }
  };
  from(0);
  return found;
};

/** Throws if a plan breaks a rule, whatever the order in which its units are entered. */
const check = (problem: PlacingProblem, plan: readonly PlacedUnit[]): void => {
  const board = createBoard(problem);
  for (const unit of plan) {
    expect(board.fits(unit.line, unit)).toBe(true);
    board.put(unit);
  }
};

describe('a plan', () => {
  test('is the best one of a small problem, and never worse than the first fit', () => {
    fc.assert(
      fc.property(
        problemArbitrary.filter(({ lines }) => lines.reduce((sum, { units }) => sum + units, 0) <= 4),
        (problem) => {
          const plan = placeSpots(problem);
          check(problem, plan);
          check(problem, firstFit(problem));
          expect(comparePlans(scorePlan(problem, plan), scorePlan(problem, best(problem)))).toBe(0);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('is never worse than the first fit without the complete search', () => {
    fc.assert(
      fc.property(problemArbitrary, fc.integer({ min: 0, max: 400 }), (problem, steps) => {
        const lines = [...problem.lines, ...problem.lines, ...problem.lines];
        const larger = { ...problem, lines };
        const plan = placeSpots(larger, { seed: 7, steps });
        check(larger, plan);
        const compared = comparePlans(scorePlan(larger, plan), scorePlan(larger, firstFit(larger)));
        expect(compared).toBeGreaterThanOrEqual(0);
        expect(placeSpots(larger, { seed: 7, steps })).toEqual(plan);
      }),
    );
  });
});

test('a wish never costs a unit its place', () => {
  fc.assert(
    fc.property(
      problemArbitrary.filter(({ lines }) => lines.reduce((sum, { units }) => sum + units, 0) <= 4),
      (problem) => {
        const plain = {
          ...problem,
          preferred: null,
          lines: problem.lines.map((line) => ({ ...line, wanted: null })),
        };
        expect(scorePlan(problem, placeSpots(problem)).placed).toEqual(
          scorePlan(plain, placeSpots(plain)).placed,
        );
      },
    ),
    { numRuns: 100 },
  );
});

test('wishes decide between breaks that are free, and only one spot is the first of its break', () => {
  const line = (quota: string, wanted: PlacingLine['wanted'] = null): PlacingLine => ({
    quota,
    client: quota,
    industries: [],
    article_id: null,
    taken: 10,
    priority: 0,
    units: 1,
    cells: [{ room: 0, units: 1 }],
    flight: { from: '2026-12-01', to: '2026-12-01' },
    materials: [],
    wanted,
  });
  const wishes = { days: [], from: null, to: null, place: 'any' as const, avoided: [] };
  const problem: PlacingProblem = {
    separation: { client: 0, industry: 0 },
    preferred: { from: '19:00', to: '20:00' },
    rooms: ['programme', ...clocks].map((item) => ({ item, day: '2026-12-01', free: 100 })),
    breaks: clocks.map((airs_at, place) => ({
      day: '2026-12-01',
      airs_at,
      name: airs_at,
      program_id: place === 0 ? 'news' : null,
      rooms: [place + 1, 0],
      articles: [],
      article_id: null,
      spots: [],
    })),
    lines: [
      line('late', { ...wishes, from: '21:00', to: '23:00' }),
      line('no news', { ...wishes, avoided: ['news'] }),
      line('first', { ...wishes, place: 'first' }),
      line('first too', { ...wishes, place: 'first' }),
    ],
  };
  const plan = placeSpots(problem);
  const timeOf = (quota: string): string =>
    problem.breaks[plan.find((one) => problem.lines[one.line]?.quota === quota)?.at ?? -1]?.airs_at ?? '';
  expect(timeOf('late')).toBe('22:00');
  expect(['19:05', '19:20']).toContain(timeOf('no news'));
  expect(timeOf('first')).not.toBe(timeOf('first too'));
  expect([timeOf('first') < '20:00', timeOf('first too') < '20:00']).toEqual([true, true]);
});

test('the rules are those that people are told', () => {
  fc.assert(
    fc.property(problemArbitrary, fc.integer({ min: 0, max: 7 }), (problem, at) => {
      const [line] = problem.lines;
      const here = problem.breaks[at];
      if (!line || !here) return;
      const spot = (client: string, of: readonly string[], id: string): TrafficSpot =>
        ({
          id,
          client: { id: client, label: client },
          industries: of,
          taken: 0,
          status: 'scheduled',
          position: 'a0',
        }) as unknown as TrafficSpot;
      const day = {
        separation: problem.separation,
        breaks: problem.breaks
          .filter((one) => one.day === here.day)
          .map((one) => ({
            id: one.airs_at,
            airs_at: one.airs_at,
            unit: 'seconds',
            capacity: problem.rooms[one.rooms[0] ?? 0]?.free ?? 0,
            taken: 0,
            articles: [],
            article_id: null,
            spots: one.spots.map(({ client, industries: of }, index) =>
              spot(client, of, `${one.airs_at} ${index}`),
            ),
          })),
      } as unknown as TrafficDay;
      const target = day.breaks.find(({ id }) => id === here.airs_at);
      if (!target) return;
      const found = conflictsIn(
        day,
        { ...spot(line.client, line.industries, 'new'), taken: line.taken },
        target,
      );
      const board = createBoard(problem);
      const near = board.nearest(0, at);
      expect(near !== null).toBe(found.some(isSeparation));
      if (near)
        expect(found.map(({ code }) => code)).toContain(
          near.by === 'client_near' ? 'client_too_near' : 'competitor_too_near',
        );
      // In the programme around it, the break's own seconds decide.
      const free = board.freeOf(here.rooms[0] ?? -1);
      expect(free < line.taken).toBe(found.some(({ code }) => code === 'break_full'));
    }),
  );
});
