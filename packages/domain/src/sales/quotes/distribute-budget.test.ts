import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { civilDays } from '../../calendar/civil-days.ts';
import { multiply, round, subtract, sum } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { type BudgetCandidate, type DistributionAim, distributeBudget } from './distribute-budget.ts';

const days = civilDays('2026-11-02', '2026-11-05');

const candidate = (
  id: string,
  unitPrice: string | null,
  values: Partial<BudgetCandidate> = {},
): BudgetCandidate => ({
  id,
  name: `Espacio ${id}`,
  takes: days.map((day) => ({ day, units: 1 })),
  nodes: [id],
  cost: (units) => (unitPrice === null ? null : round(multiply(unitPrice, String(units * days.length)), 2)),
  ...values,
});

const spread = (
  candidates: readonly BudgetCandidate[],
  amount: string,
  {
    aim = 'even' as DistributionAim,
    mostPerDay = 5,
    free = (_node: string, _day: string): number => 10,
  } = {},
) => distributeBudget(candidates, { amount, currency: 'DOP', aim, mostPerDay, free });

describe('a budget', () => {
  test('is divided evenly, and says why it stops in each space', () => {
    const { spaces, spent, left } = spread([candidate('a', '100.00'), candidate('b', '300.00')], '4000.00');
    expect(spaces).toEqual([
      {
        id: 'a',
        unitsPerDay: 4,
        cost: '1600.00',
        why: 'Una más por día costaría RD$400.00 y quedan RD$0.00.',
      },
      {
        id: 'b',
        unitsPerDay: 2,
        cost: '2400.00',
        why: 'Una más por día costaría RD$1,200.00 y quedan RD$0.00.',
      },
    ]);
    expect([spent, left]).toEqual(['4000.00', '0.00']);
  });

  test('buys the most units where that is wanted, up to the wish and to what is free', () => {
    const { spaces, left } = spread(
      [candidate('dear', '300.00'), candidate('cheap', '100.00')],
      '100000.00',
      {
        aim: 'units',
        mostPerDay: 4,
        free: (node, day) => (node === 'dear' && day === '2026-11-04' ? 2 : 10),
      },
    );
    expect(spaces.map(({ id, unitsPerDay, why }) => [id, unitsPerDay, why])).toEqual([
      ['dear', 2, 'No queda lugar el 04/11/2026.'],
      ['cheap', 4, 'Es el máximo por día que pidió.'],
    ]);
    expect(left).toBe('96000.00');
  });

  test('leaves out what has no price or is not sold', () => {
    const { spaces } = spread([candidate('a', null), candidate('b', '1.00', { takes: [] })], '1000.00');
    expect(spaces.map(({ unitsPerDay, why }) => [unitsPerDay, why])).toEqual([
      [0, 'No tiene precio en la lista.'],
      [0, 'No se vende ninguno de esos días.'],
    ]);
  });

  test('is never exceeded, nor is a space or the one above it, and nothing more would fit', () => {
    const anyCandidate = fc.record({
      price: fc.option(fc.integer({ min: 1, max: 50_000 }), { nil: null, freq: 10 }),
      group: fc.constantFrom('north', 'south'),
      units: fc.integer({ min: 1, max: 3 }),
      capacity: fc.integer({ min: 0, max: 12 }),
    });
    fc.assert(
      fc.property(
        fc.array(anyCandidate, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 2_000_000 }),
        fc.constantFrom<DistributionAim>('even', 'units'),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 20 }),
        (made, cents, aim, mostPerDay, shared) => {
          const amount = round(String(cents / 100), 2);
          const candidates = made.map(({ price, group, units }, place) =>
            candidate(String(place), price === null ? null : String(price / 100), {
              takes: days.map((day) => ({ day, units })),
              nodes: [String(place), group],
            }),
          );
          const free = (node: string): number => made[Number(node)]?.capacity ?? shared;
          const { spaces, spent, left } = spread(candidates, amount, { aim, mostPerDay, free });
          expect(sum(['0.00', ...spaces.map(({ cost }) => cost)])).toBe(spent);
          expect(compareDecimals(left, '0')).toBeGreaterThanOrEqual(0);
          expect(compareDecimals(subtract(amount, spent), left)).toBe(0);
          const used = (node: string): number =>
            spaces.reduce(
              (total, { unitsPerDay }, place) =>
                candidates[place]?.nodes.includes(node)
                  ? total + unitsPerDay * (made[place]?.units ?? 0)
                  : total,
              0,
            );
          for (const node of ['north', 'south', ...made.map((_, place) => String(place))])
            expect(used(node)).toBeLessThanOrEqual(free(node));
          for (const [place, { unitsPerDay, cost }] of spaces.entries()) {
            const one = candidates[place];
            const next = one?.cost(unitsPerDay + 1) ?? null;
            const fits =
              next !== null &&
              unitsPerDay < mostPerDay &&
              compareDecimals(subtract(next, cost), left) <= 0 &&
              one?.nodes.every((node) => used(node) + (made[place]?.units ?? 0) <= free(node));
            expect(fits).toBe(false);
          }
        },
      ),
    );
  });
});
