import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goalScore, type ScoredGoal } from './goal-score.ts';

const goal = (values: Partial<ScoredGoal> = {}): ScoredGoal => ({
  total: '100.00',
  reached: '50.00',
  stretch: null,
  weight_pct: '100.0000',
  ...values,
});

test('a goal counts by its weight, up to its stretch', () => {
  expect(goalScore([goal()])).toEqual({ score: '50.0', weight: '100.0000', goals: 1 });
  expect(goalScore([goal({ reached: '300' })])?.score).toBe('100.0');
  expect(goalScore([goal({ reached: '300', stretch: '120' })])?.score).toBe('120.0');
  expect(goalScore([goal({ reached: '110', stretch: '120' })])?.score).toBe('110.0');
  expect(goalScore([goal({ reached: '-5' })])?.score).toBe('0.0');
  expect(goalScore([goal({ weight_pct: '70' }), goal({ weight_pct: '30', reached: '100' })])).toMatchObject({
    score: '65.0',
    goals: 2,
  });
});

test('goals without a weight, a target or a measure do not count', () => {
  expect(goalScore([])).toBeNull();
  expect(goalScore([goal({ weight_pct: null }), goal({ total: '0' }), goal({ reached: null })])).toBeNull();
  expect(goalScore([goal(), goal({ total: '0.00', reached: '9' })])).toMatchObject({
    score: '50.0',
    goals: 1,
  });
});

test('the score is the weighted mean of what counts, whatever the weights', () => {
  const cents = (most: number) => fc.integer({ min: 0, max: most });
  const one = fc.record({
    total: fc.integer({ min: 1, max: 9e6 }),
    reached: cents(2e7),
    stretch: fc.option(cents(2e7)),
    weight: fc.integer({ min: 1, max: 100 }),
  });
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 6 }), (goals) => {
      const text = (amount: number): string => (amount / 100).toFixed(2);
      const score = goalScore(
        goals.map(({ total, reached, stretch, weight }) => ({
          total: text(total),
          reached: text(reached),
          stretch: stretch === null ? null : text(stretch),
          weight_pct: String(weight),
        })),
      );
      const weights = goals.reduce((all, { weight }) => all + weight, 0);
      const expected = goals.reduce((all, { total, reached, stretch, weight }) => {
        const most = Math.max(total, stretch ?? 0);
        return all + (Math.min(reached, most) / total) * 100 * (weight / weights);
      }, 0);
      expect(Math.abs(Number(score?.score) - expected)).toBeLessThan(0.0501);
    }),
  );
});
