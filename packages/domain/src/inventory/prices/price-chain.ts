import { flightDays, soldDays } from '../../calendar/sold-days.ts';
import { addDays } from '../../calendar/working-time.ts';
import type { DateRange } from '../../kinds/date-range.ts';
import { add, divide, isZero, max, multiply, round, subtract } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import type { ruleReasons } from './price-rule.ts';

/** A surcharge or discount of a price list, as the API answers it for forms; decimal texts. */
export interface PriceRule {
  /** Unique in its list, and the same in a copy of the list. */
  readonly code: string;
  readonly name: string;
  readonly effect: 'surcharge' | 'discount';
  readonly reason: keyof typeof ruleReasons;
  readonly applies: 'automatic' | 'chosen';
  /** Null for a rule with an amount. */
  readonly pct: string | null;
  /** For each unit, in the currency of the list; null for a rule with a percent. */
  readonly amount: string | null;
  readonly base: 'previous' | 'list';
  readonly only_best_of: string | null;
  readonly platform_id: string | null;
  readonly inventory_category_id: string | null;
  readonly ad_article_id: string | null;
  readonly client_type_id: string | null;
  readonly buyer: 'agency' | 'direct' | null;
  /** ISO weekdays; empty is every day. */
  readonly days: readonly string[];
  /** `'1'` is January; empty is every month. */
  readonly months: readonly string[];
  readonly dates: DateRange | null;
  readonly is_prime: boolean;
  readonly min_duration_sec: number | null;
  readonly max_duration_sec: number | null;
  readonly min_qty: string | null;
  readonly min_days: number | null;
  readonly min_gross: string | null;
}

/** What the conditions of rules are about. */
export interface RuleContext {
  readonly platformId: string | null;
  readonly inventoryCategoryId: string | null;
  readonly adArticleId: string | null;
  readonly clientTypeId: string | null;
  readonly hasAgency: boolean;
  readonly isPrime: boolean;
  readonly durationSec: number | null;
  readonly quantity: string;
  readonly flight: DateRange | null;
  /** Weekdays on which it is sold; null is every day. */
  readonly days: readonly string[] | null;
  /** Codes of the rules that the seller chose. */
  readonly chosen: readonly string[];
  /** Whether rules apply that nobody chose; not to an agreed price. */
  readonly takesAutomatic: boolean;
  /** Gross of the whole document; null while it is not known, and then no rule that depends on it applies. */
  readonly documentGross: string | null;
}

/** One surcharge or discount that applies, in order. */
export interface PriceStep {
  readonly code: string;
  readonly name: string;
  readonly effect: 'surcharge' | 'discount';
  readonly isChosen: boolean;
  readonly base: 'previous' | 'list';
  /** The percent that applies: of the rule, times the part of the sold days that meet its condition. */
  readonly pct: string | null;
  readonly amount: string | null;
  /** Sold days that meet its condition, of all; null if it is not about days. */
  readonly part: { readonly days: number; readonly of: number } | null;
  /** After a surcharge the price of a unit; after a discount the part of the gross that is left. */
  readonly after: string;
}

/** The price of a unit after all surcharges, the part that the discounts take off, and the steps there. */
export interface PriceChain {
  readonly steps: readonly PriceStep[];
  /** Exact: it has as many decimals as the surcharges make. */
  readonly unitPrice: string;
  /** 0–1, exact. */
  readonly discount: string;
  /** 0–1: the part of `discount` that the seller chose, as if it were alone. */
  readonly chosenDiscount: string;
}

const fraction = (percent: string): string => multiply(percent, '0.01');

/** Days of a flight on which a line is sold and a rule applies. */
const metDays = (
  { days, months, dates }: PriceRule,
  flight: DateRange,
  sold: readonly string[] | null,
): number => {
  const wanted = days.length === 0 ? sold : (sold?.filter((day) => days.includes(day)) ?? days);
  const from = dates?.from && dates.from > String(flight.from) ? dates.from : String(flight.from);
  const to = dates?.to && dates.to < String(flight.to) ? dates.to : String(flight.to);
  if (from > to) return 0;
  if (months.length === 0) return soldDays({ from, to }, wanted);
  let count = 0;
  for (let first = from; first <= to; ) {
    const [year = 0, month = 1] = first.split('-').map(Number);
    const next = `${month === 12 ? year + 1 : year}-${String((month % 12) + 1).padStart(2, '0')}-01`;
    const last = next > to ? to : addDays(next, -1);
    if (months.includes(String(month))) count += soldDays({ from: first, to: last }, wanted);
    first = next;
  }
  return count;
};

const isOnDays = ({ days, months, dates }: PriceRule): boolean =>
  days.length > 0 || months.length > 0 || dates !== null;

const isMet = (rule: PriceRule, of: RuleContext): boolean =>
  (rule.applies === 'chosen' ? of.chosen.includes(rule.code) : of.takesAutomatic) &&
  (rule.platform_id === null || rule.platform_id === of.platformId) &&
  (rule.inventory_category_id === null || rule.inventory_category_id === of.inventoryCategoryId) &&
  (rule.ad_article_id === null || rule.ad_article_id === of.adArticleId) &&
  (rule.client_type_id === null || rule.client_type_id === of.clientTypeId) &&
  (rule.buyer === null || (rule.buyer === 'agency') === of.hasAgency) &&
  (!rule.is_prime || of.isPrime) &&
  (rule.min_duration_sec === null || (of.durationSec !== null && of.durationSec >= rule.min_duration_sec)) &&
  (rule.max_duration_sec === null || (of.durationSec !== null && of.durationSec <= rule.max_duration_sec)) &&
  (rule.min_qty === null || compareDecimals(of.quantity, rule.min_qty) >= 0) &&
  (rule.min_days === null || flightDays(of.flight) >= rule.min_days) &&
  (rule.min_gross === null ||
    (of.documentGross !== null && compareDecimals(of.documentGross, rule.min_gross) >= 0));

type Applied = Pick<PriceStep, 'pct' | 'amount' | 'part'> & { readonly rule: PriceRule };

/** A rule with the percent or amount that applies; null if it does not apply. */
const applied = (rule: PriceRule, of: RuleContext): Applied | null => {
  if (!isMet(rule, of)) return null;
  const whole = { rule, pct: rule.pct, amount: rule.amount, part: null };
  if (!isOnDays(rule)) return whole;
  const all = of.flight ? soldDays(of.flight, of.days) : 0;
  const met = of.flight && all > 0 ? metDays(rule, of.flight, of.days) : 0;
  if (met === 0) return null;
  const part = { days: met, of: all };
  const share = (value: string | null, digits: number): string | null =>
    value === null || met === all ? value : divide(multiply(value, String(met)), String(all), digits);
  return { rule, pct: share(rule.pct, 4), amount: share(rule.amount, 6), part };
};

/** What a rule is worth on a price, to find the largest of a group. */
const worth = ({ pct, amount }: Applied, price: string): string =>
  amount ?? multiply(price, fraction(pct ?? '0'));

const groupOf = ({ rule: { effect, only_best_of } }: Applied): string | null =>
  only_best_of && `${effect} ${only_best_of}`;

/** All rules without a group, and of each group the one that is worth most; the first of equal ones. */
const withoutLesser = (all: readonly Applied[], price: string): readonly Applied[] => {
  const best = new Map<string, { readonly one: Applied; readonly value: string }>();
  for (const one of all) {
    const group = groupOf(one);
    if (group === null) continue;
    const value = worth(one, price);
    const known = best.get(group);
    if (!known || compareDecimals(value, known.value) > 0) best.set(group, { one, value });
  }
  return all.filter((one) => {
    const group = groupOf(one);
    return group === null || best.get(group)?.one === one;
  });
};

/** The part that is left of a gross after a discount. */
const leftAfter = (left: string, { rule, pct }: Applied): string =>
  rule.base === 'list'
    ? max('0', subtract(left, fraction(pct ?? '0')))
    : multiply(left, subtract('1', fraction(pct ?? '0')));

/**
 * Applies the surcharges and discounts of a price list to a price, in the order of the list. It is the only place where
 * they are applied: browser, server, simulation and explanation use it (domain §1.7, §2.2).
 *
 * Surcharges raise the price of a unit, each on the price so far or on the list price, and discounts then reduce the
 * gross in the same way. Nothing is rounded here except the percent of a rule that is about days: it applies in
 * proportion to the sold days that meet it, with four decimals.
 *
 * @param price of a unit, decimal text
 * @param rules in the order of the list; those whose conditions do not hold are ignored
 * @example
 * priceChain('1000', [first20, december20], { … }).unitPrice // '1440.0000': +20 %, then +20 %
 */
export function priceChain(price: string, rules: readonly PriceRule[], of: RuleContext): PriceChain {
  const found = withoutLesser(
    rules.flatMap((rule) => applied(rule, of) ?? []),
    price,
  );
  const steps: PriceStep[] = [];
  const step = ({ rule, pct, amount, part }: Applied, after: string): void => {
    const { code, name, effect, base } = rule;
    steps.push({ code, name, effect, base, isChosen: rule.applies === 'chosen', pct, amount, part, after });
  };
  let unitPrice = price;
  for (const one of found.filter(({ rule }) => rule.effect === 'surcharge')) {
    const { pct, amount, rule } = one;
    const more = amount ?? multiply(rule.base === 'list' ? price : unitPrice, fraction(pct ?? '0'));
    unitPrice = add(unitPrice, more);
    step(one, unitPrice);
  }
  let left = '1';
  let leftByChoice = '1';
  for (const one of found.filter(({ rule }) => rule.effect === 'discount')) {
    left = leftAfter(left, one);
    if (one.rule.applies === 'chosen') leftByChoice = leftAfter(leftByChoice, one);
    step(one, left);
  }
  return {
    steps,
    unitPrice,
    discount: subtract('1', left),
    chosenDiscount: subtract('1', leftByChoice),
  };
}

/** Percent that the surcharges of a chain add to a price, with four decimals. */
export const surchargePct = (price: string, { unitPrice }: PriceChain): string =>
  isZero(price) ? '0.0000' : divide(multiply(subtract(unitPrice, price), '100'), price, 4);

/** Percent that the discounts of a chain take off, with four decimals. */
export const discountPct = ({ discount }: PriceChain): string => round(multiply(discount, '100'), 4);
