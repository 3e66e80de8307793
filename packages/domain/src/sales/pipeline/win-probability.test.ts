import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cases, fewestCases, shrunkRate, type WinHistory, winProbability } from './win-probability.ts';

const cases = (most = 500): fc.Arbitrary<Cases> =>
  fc
    .integer({ min: 0, max: most })
    .chain((closed) => fc.integer({ min: 0, max: closed }).map((won) => ({ won, closed })));
const rate = fc.double({ min: 0, max: 1, noNaN: true });

const history = (changes: Partial<WinHistory> = {}): WinHistory => ({
  stage: 'Negociación',
  catalogue_pct: 70,
  of_stage: { won: 30, closed: 60 },
  of_seller: { won: 0, closed: 0 },
  age_days: 4.6,
  of_age: { won: 1, closed: 3 },
  activities: 2,
  of_activities: { won: 2, closed: 5 },
  is_recent_client: true,
  of_recency: { won: 4, closed: 6 },
  agency: null,
  of_agency: { won: 0, closed: 0 },
  ...changes,
});

test('a rate lies between the prior and that of the cases, and without cases is the prior', () => {
  fc.assert(
    fc.property(rate, cases(), (prior, known) => {
      const shrunk = shrunkRate(prior, known);
      const own = known.closed === 0 ? prior : known.won / known.closed;
      expect(shrunk).toBeGreaterThanOrEqual(Math.min(prior, own) - 1e-9);
      expect(shrunk).toBeLessThanOrEqual(Math.max(prior, own) + 1e-9);
      if (known.closed === 0) expect(shrunk).toBeCloseTo(prior, 9);
    }),
  );
});

test('a further win never lowers it, a further loss never raises it', () => {
  fc.assert(
    fc.property(rate, cases(), (prior, { won, closed }) => {
      const now = shrunkRate(prior, { won, closed });
      expect(shrunkRate(prior, { won: won + 1, closed: closed + 1 })).toBeGreaterThanOrEqual(now - 1e-9);
      expect(shrunkRate(prior, { won, closed: closed + 1 })).toBeLessThanOrEqual(now + 1e-9);
    }),
  );
});

test('with many cases it approaches the rate of the seller', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), (pct) => {
      const many = { won: pct * 1000, closed: 100_000 };
      expect(Math.abs(winProbability(history({ of_seller: many })).pct - pct)).toBeLessThan(0.2);
    }),
  );
});

test('it is always from 0 to 100, and below enough cases it is that of the catalogue and says so', () => {
  fc.assert(
    fc.property(
      cases(30),
      cases(30),
      fc.integer({ min: 0, max: 100 }),
      (of_stage, of_seller, catalogue_pct) => {
        const known = winProbability(history({ of_stage, of_seller, catalogue_pct }));
        expect(known.pct).toBeGreaterThanOrEqual(0);
        expect(known.pct).toBeLessThanOrEqual(100);
        expect(known.source).toBe(of_stage.closed < fewestCases ? 'catalogue' : 'history');
        if (known.source === 'catalogue') expect(known.pct).toBe(catalogue_pct);
      },
    ),
  );
});

test('the five factors name what is compared and its cases', () => {
  const { pct, cases: count, factors } = winProbability(history({ of_seller: { won: 10, closed: 10 } }));
  // (30 + 10 · 0.7) / 70 = 0.5286; (10 + 10 · 0.5286) / 20 = 0.7643
  expect(pct).toBe(76.4);
  expect(count).toBe(60);
  expect(
    factors.map(({ label, value, cases: { won, closed } }) => `${label}: ${value}, ${won}/${closed}`),
  ).toEqual([
    'Etapa: Negociación, 30/60',
    'Tiempo en la etapa: 4 días o más, 1/3',
    'Actividades terminadas: 1 o 2, 2/5',
    'Cliente: Compró en el último año, 4/6',
    'Agencia: Sin agencia, 0/0',
  ]);
});
