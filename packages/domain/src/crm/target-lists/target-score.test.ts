import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ScoreFacts, scoreOf } from './target-score.ts';

const unknown: ScoreFacts = {
  purpose: 'growth',
  clientStatus: null,
  creditStatus: null,
  category: null,
  isReachable: false,
  hasTaxId: false,
  idleDays: null,
  lastResult: null,
  ageDays: null,
};

test('unknown facts are not mentioned', () => {
  expect(scoreOf(unknown)).toEqual({ score: 40, reasons: [] });
});

test('lists the points of each fact', () => {
  expect(
    scoreOf({
      purpose: 'win_back',
      clientStatus: 'inactive',
      creditStatus: 'on_hold',
      category: { code: 'A', name: 'A' },
      isReachable: true,
      hasTaxId: true,
      idleDays: 92,
      lastResult: { name: 'No interesado', isPositive: false, closes: true },
      ageDays: 700,
    }),
  ).toEqual({
    score: 55,
    reasons: [
      { reason: 'Es un cliente inactivo por recuperar', points: 15 },
      { reason: 'Crédito retenido', points: -20 },
      { reason: 'Categoría «A»', points: 10 },
      { reason: 'Tiene un contacto con correo o teléfono', points: 10 },
      { reason: 'Sin atención desde hace 92 días', points: 15 },
      { reason: 'Último resultado: «No interesado»', points: -15 },
    ],
  });
});

test('is 40 and its reasons, within 0 and 100', () => {
  const days = fc.option(fc.nat(2000));
  const facts = fc.record({
    purpose: fc.constantFrom('acquisition', 'win_back', 'growth', 'season', 'launch'),
    clientStatus: fc.option(fc.constantFrom('prospect', 'active', 'inactive', 'blocked')),
    creditStatus: fc.option(fc.constantFrom('active', 'in_review', 'on_hold', 'blocked')),
    category: fc.option(
      fc.constantFrom('ESTRATEGICO', 'A', 'C', 'OTRA').map((code) => ({ code, name: code })),
    ),
    isReachable: fc.boolean(),
    hasTaxId: fc.boolean(),
    idleDays: days,
    lastResult: fc.option(fc.record({ name: fc.string(), isPositive: fc.boolean(), closes: fc.boolean() })),
    ageDays: days,
  });
  fc.assert(
    fc.property(facts, (one) => {
      const { score, reasons } = scoreOf(one);
      const sum = reasons.reduce((total, { points }) => total + points, 40);
      expect(score).toBe(Math.min(100, Math.max(0, sum)));
      expect(new Set(reasons.map(({ reason }) => reason)).size).toBe(reasons.length);
    }),
  );
});
