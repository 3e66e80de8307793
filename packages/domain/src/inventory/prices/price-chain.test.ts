import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { asText, roundedQuotient } from '../../money/testing/whole-units.ts';
import { type PriceRule, priceChain, type RuleContext } from './price-chain.ts';

const unconditional: PriceRule = {
  code: 'REGLA',
  name: 'Regla',
  effect: 'surcharge',
  reason: 'other',
  applies: 'automatic',
  pct: '10',
  amount: null,
  base: 'previous',
  only_best_of: null,
  platform_id: null,
  inventory_category_id: null,
  ad_article_id: null,
  client_type_id: null,
  buyer: null,
  days: [],
  months: [],
  dates: null,
  is_prime: false,
  min_duration_sec: null,
  max_duration_sec: null,
  min_qty: null,
  min_days: null,
  min_gross: null,
};

/** Two weeks over the end of a month: 6 days of October and 8 of November. */
const context: RuleContext = {
  platformId: 'tv',
  inventoryCategoryId: 'prime',
  adArticleId: 'spot',
  clientTypeId: 'private',
  hasAgency: false,
  isPrime: true,
  durationSec: 30,
  quantity: '20.0000',
  flight: { from: '2026-10-26', to: '2026-11-08' },
  days: null,
  chosen: [],
  takesAutomatic: true,
  documentGross: '1000.00',
};

/** Conditions of which each holds for `context`, with the part of the days that meet it if it is about days. */
const holding: readonly (readonly [Partial<PriceRule>, (readonly [bigint, bigint])?])[] = [
  [{}],
  [{ platform_id: 'tv', inventory_category_id: 'prime', ad_article_id: 'spot' }],
  [{ client_type_id: 'private', buyer: 'direct', is_prime: true }],
  [{ min_duration_sec: 30, max_duration_sec: 30 }],
  [{ min_qty: '20', min_days: 14 }],
  [{ months: ['10', '11'] }, [14n, 14n]],
  [{ months: ['11'] }, [8n, 14n]],
  [{ days: ['6', '7'] }, [4n, 14n]],
  [{ days: ['6', '7'], months: ['11'] }, [3n, 14n]],
  [{ dates: { from: null, to: '2026-10-26' } }, [1n, 14n]],
  [{ dates: { from: '2026-10-31', to: '2027-12-31' }, months: ['10'] }, [1n, 14n]],
];

/** Conditions that do not hold for `context`. */
const failing: readonly Partial<PriceRule>[] = [
  { platform_id: 'radio' },
  { inventory_category_id: 'late' },
  { ad_article_id: 'mention' },
  { client_type_id: 'public' },
  { buyer: 'agency' },
  { min_duration_sec: 31 },
  { max_duration_sec: 29 },
  { min_qty: '20.01' },
  { min_days: 15 },
  { months: ['12'] },
  { days: ['1'], dates: { from: '2026-10-27', to: '2026-11-01' } },
  { dates: { from: '2026-11-09', to: null } },
  { applies: 'chosen' },
  // Only one of two holds.
  { platform_id: 'tv', months: ['1'] },
  { effect: 'discount', min_gross: '1000.01' },
];

/** A rule in whole units: percents in ten-thousandths, amounts in millionths. */
const units = (most: bigint) =>
  fc.oneof(fc.bigInt({ min: 0n, max: most }), fc.constantFrom(0n, 200_000n, most));
const anyRule = fc.record({
  effect: fc.constantFrom('surcharge' as const, 'discount' as const),
  isAmount: fc.boolean(),
  pct: units(5_000_000n),
  amount: units(10n ** 10n),
  base: fc.constantFrom('previous' as const, 'list' as const),
  group: fc.constantFrom(null as string | null, 'A', 'B'),
  condition: fc.constantFrom(...holding),
});
type AnyRule = typeof anyRule extends fc.Arbitrary<infer Rule> ? Rule : never;

const isAmount = (rule: AnyRule): boolean => rule.isAmount && rule.effect === 'surcharge';
const pctOf = ({ effect, pct }: AnyRule): bigint => (effect === 'discount' ? pct / 5n : pct);
const ruleOf = (rule: AnyRule, place: number): PriceRule => ({
  ...unconditional,
  ...rule.condition[0],
  code: `R${place}`,
  effect: rule.effect,
  pct: isAmount(rule) ? null : asText(pctOf(rule), 4),
  amount: isAmount(rule) ? asText(rule.amount, 6) : null,
  base: rule.base,
  only_best_of: rule.group,
});

/** An exact fraction; its denominator is positive. */
type Ratio = readonly [bigint, bigint];
const plus = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * d + c * b, b * d];
const times = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * c, b * d];
const isLess = ([a, b]: Ratio, [c, d]: Ratio): boolean => a * d < c * b;
const minus = (a: Ratio, [c, d]: Ratio): Ratio => plus(a, [-c, d]);
const ratioOf = (text: string): Ratio => {
  const [whole = '0', part = ''] = text.split('.');
  return [BigInt(whole + part), 10n ** BigInt(part.length)];
};
const isSame = (text: string, [a, b]: Ratio): boolean => {
  const [c, d] = ratioOf(text);
  return a * d === c * b;
};

/** What a rule adds or takes off: its value as it is, or its part by days, rounded. */
const shareOf = (rule: AnyRule): Ratio => {
  const value = isAmount(rule) ? rule.amount : pctOf(rule);
  const part = rule.condition[1];
  const share = part ? roundedQuotient(value * part[0], part[1]) : value;
  return [share, 1_000_000n];
};

/** The same rules, calculated with fractions: the price of a unit, what is left of the gross, and which rules apply. */
const judged = (price: Ratio, rules: readonly AnyRule[]) => {
  const worth = (rule: AnyRule): Ratio => (isAmount(rule) ? shareOf(rule) : times(price, shareOf(rule)));
  const applies = rules.map((rule, place) => {
    if (rule.group === null) return true;
    const rivals = rules.flatMap((other, at) =>
      other.group === rule.group && other.effect === rule.effect ? [{ other, at }] : [],
    );
    const best = rivals.reduce((most, one) => (isLess(worth(most.other), worth(one.other)) ? one : most));
    return best.at === place;
  });
  const left = rules.filter((_, place) => applies[place]);
  const unitPrice = left
    .filter(({ effect }) => effect === 'surcharge')
    .reduce<Ratio>(
      (now, rule) =>
        plus(now, isAmount(rule) ? shareOf(rule) : times(rule.base === 'list' ? price : now, shareOf(rule))),
      price,
    );
  const kept = left
    .filter(({ effect }) => effect === 'discount')
    .reduce<Ratio>(
      (now, rule) => {
        const next =
          rule.base === 'list' ? minus(now, shareOf(rule)) : times(now, minus([1n, 1n], shareOf(rule)));
        return isLess(next, [0n, 1n]) ? [0n, 1n] : next;
      },
      [1n, 1n],
    );
  return { unitPrice, left: kept, codes: rules.flatMap((_, place) => (applies[place] ? [`R${place}`] : [])) };
};

const anyPrice = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.constantFrom(0n, 1n));
const anyRules = fc.array(anyRule, { maxLength: 8 });

test('a chain is exactly what the same rules give with fractions, in the order of the list', () => {
  fc.assert(
    fc.property(anyPrice, anyRules, (price, rules) => {
      const chain = priceChain(asText(price, 6), rules.map(ruleOf), context);
      const right = judged([price, 1_000_000n], rules);
      expect(new Set(chain.steps.map(({ code }) => code))).toEqual(new Set(right.codes));
      expect(isSame(chain.unitPrice, right.unitPrice), chain.unitPrice).toBe(true);
      expect(isSame(chain.discount, minus([1n, 1n], right.left)), chain.discount).toBe(true);
      const order = chain.steps.map(({ code, effect }) => [
        effect === 'surcharge' ? 0 : 1,
        Number(code.slice(1)),
      ]);
      expect(order).toEqual(order.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
    }),
    { numRuns: 500 },
  );
});

test('a surcharge never lowers the price, and a discount leaves between nothing and all', () => {
  fc.assert(
    fc.property(anyPrice, anyRules, (price, rules) => {
      const listed = asText(price, 6);
      const { steps, unitPrice, discount, chosenDiscount } = priceChain(listed, rules.map(ruleOf), context);
      let before = listed;
      for (const { after } of steps.filter(({ effect }) => effect === 'surcharge')) {
        expect(compareDecimals(after, before)).toBeGreaterThanOrEqual(0);
        before = after;
      }
      expect(compareDecimals(unitPrice, before)).toBe(0);
      before = '1';
      for (const { after } of steps.filter(({ effect }) => effect === 'discount')) {
        expect(compareDecimals(after, before)).toBeLessThanOrEqual(0);
        expect(compareDecimals(after, '0')).toBeGreaterThanOrEqual(0);
        before = after;
      }
      expect(compareDecimals(chosenDiscount, discount)).toBeLessThanOrEqual(0);
    }),
  );
});

test('percents on the price so far may stand in any order', () => {
  const percents = fc.array(
    anyRule.map((rule) => ({ ...rule, isAmount: false, base: 'previous' as const, group: null })),
    { maxLength: 7 },
  );
  fc.assert(
    fc.property(
      anyPrice,
      percents.chain((rules) =>
        fc.tuple(fc.constant(rules), fc.shuffledSubarray(rules, { minLength: rules.length })),
      ),
      (price, [rules, shuffled]) => {
        const [one, other] = [rules, shuffled].map((all) =>
          priceChain(asText(price, 6), all.map(ruleOf), context),
        );
        expect(other?.unitPrice).toBe(one?.unitPrice);
        expect(other?.discount).toBe(one?.discount);
      },
    ),
  );
});

test('the order decides where some are on the list price', () => {
  const onList = { ...unconditional, code: 'LISTA', pct: '20', base: 'list' as const };
  const onPrevious = { ...unconditional, code: 'ANTERIOR', pct: '10' };
  expect(priceChain('1000', [onList, onPrevious], context).unitPrice).toBe('1320.0000');
  expect(Number(priceChain('1000', [onPrevious, onList], context).unitPrice)).toBe(1300);
});

test('of a group exactly one surcharge and one discount apply, and no other is worth more', () => {
  const grouped = fc.array(
    anyRule.map((rule) => ({ ...rule, group: 'A' as const })),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(anyPrice, grouped, (price, rules) => {
      const { steps } = priceChain(asText(price, 6), rules.map(ruleOf), context);
      for (const effect of ['surcharge', 'discount'] as const) {
        const rivals = rules.filter((rule) => rule.effect === effect);
        const found = steps.filter((step) => step.effect === effect);
        expect(found).toHaveLength(Math.min(1, rivals.length));
        const worth = (rule: AnyRule): Ratio =>
          isAmount(rule) ? shareOf(rule) : times([price, 1_000_000n], shareOf(rule));
        const kept = rules[Number(found[0]?.code.slice(1))];
        if (kept) for (const rival of rivals) expect(isLess(worth(kept), worth(rival))).toBe(false);
      }
    }),
  );
});

describe('a rule that does not hold', () => {
  test.each(failing.map((one) => [JSON.stringify(one), one] as const))('%s does not apply', (_, own) => {
    expect(priceChain('1000', [{ ...unconditional, ...own }], context)).toEqual({
      steps: [],
      unitPrice: '1000',
      discount: '0',
      chosenDiscount: '0',
    });
  });

  test('leaves the others as they are, even in their group', () => {
    const withOthers = fc.tuple(
      anyRules,
      fc.array(fc.tuple(fc.constantFrom(...failing), fc.nat(8), fc.constantFrom(null, 'A', 'B')), {
        minLength: 1,
        maxLength: 5,
      }),
    );
    fc.assert(
      fc.property(anyPrice, withOthers, (price, [rules, others]) => {
        const alone = rules.map(ruleOf);
        const all = others.reduce<readonly PriceRule[]>(
          (listed, [own, at, only_best_of]) =>
            listed.toSpliced(at, 0, { ...unconditional, code: 'NO', pct: '100', ...own, only_best_of }),
          alone,
        );
        expect(priceChain(asText(price, 6), all, context)).toEqual(
          priceChain(asText(price, 6), alone, context),
        );
      }),
    );
  });

  test('is one that nobody chose where a price was agreed', () => {
    const agreed = { ...context, takesAutomatic: false, chosen: ['ELEGIDA'] };
    const rules = [unconditional, { ...unconditional, code: 'ELEGIDA', applies: 'chosen' as const }];
    expect(priceChain('1000', rules, agreed).steps).toMatchObject([{ code: 'ELEGIDA', isChosen: true }]);
  });

  test('is one about days of a line that is not sold on any', () => {
    const onDays = [{ ...unconditional, months: ['10'] }];
    expect(priceChain('1000', onDays, { ...context, flight: null }).steps).toEqual([]);
    expect(priceChain('1000', onDays, { ...context, days: [] }).steps).toEqual([]);
  });

  test('is one for volume while the gross of the document is not known', () => {
    const volume = [{ ...unconditional, effect: 'discount' as const, min_gross: '0' }];
    expect(priceChain('1000', volume, { ...context, documentGross: null }).steps).toEqual([]);
    expect(priceChain('1000', volume, context).steps).toHaveLength(1);
  });
});

test('what was chosen counts for the seller as if it were alone', () => {
  const discount = { ...unconditional, effect: 'discount' as const, base: 'list' as const };
  const rules = [
    { ...discount, code: 'A', pct: '60' },
    { ...discount, code: 'B', pct: '50', applies: 'chosen' as const },
  ];
  const chain = priceChain('1000', rules, { ...context, chosen: ['B'] });
  expect([chain.discount, chain.chosenDiscount].map(Number)).toEqual([1, 0.5]);
});
