import { formatCivilDate } from '../../kinds/date.ts';
import { subtract, sum } from '../../money/arithmetic.ts';
import { formatAmount } from '../../money/currency-amount.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';

/** How a budget is divided among spaces. */
export const distributionAims = {
  even: 'Parejo: a cada espacio un importe parecido',
  units: 'Más unidades: primero lo más barato',
} as const;

export type DistributionAim = keyof typeof distributionAims;

/** A space in which a budget may be spent. */
export interface BudgetCandidate {
  readonly id: string;
  readonly name: string;
  /** What one unit a day takes of the space, on each day on which it is sold. */
  readonly takes: readonly { readonly day: string; readonly units: number }[];
  /** The space and every space above it: what is sold counts in all of them. */
  readonly nodes: readonly string[];
  /** Price of so many units a day over the whole flight, as decimal text; null without a price. */
  readonly cost: (unitsPerDay: number) => string | null;
}

/** What limits a distribution. */
export interface DistributionLimits {
  /** Money without taxes, as decimal text. */
  readonly amount: string;
  readonly currency: string;
  readonly aim: DistributionAim;
  /** The most units a day in one space. */
  readonly mostPerDay: number;
  /** What is free of a node on a day. */
  readonly free: (node: string, day: string) => number;
}

/** What a distribution does with one space, and why it stops there. */
export interface DistributedSpace {
  readonly id: string;
  readonly unitsPerDay: number;
  /** Decimal text. */
  readonly cost: string;
  readonly why: string;
}

/** How a budget is spent. */
export interface Distribution {
  readonly spaces: readonly DistributedSpace[];
  readonly spent: string;
  readonly left: string;
}

interface Filling {
  readonly candidate: BudgetCandidate;
  units: number;
  cost: string;
}

/**
 * Spends a budget in units a day of spaces: one more unit at a time, in the space that got the least money so far or in
 * the cheapest one, as long as money, capacity and wishes allow. Afterwards no further unit fits; each space says why.
 *
 * @param candidates in the order in which they are preferred when nothing else decides
 * @example distributeBudget(candidates, { amount: '500000.00', currency: 'DOP', aim: 'even', mostPerDay: 4, free })
 */
export const distributeBudget = (
  candidates: readonly BudgetCandidate[],
  { amount, currency, aim, mostPerDay, free }: DistributionLimits,
): Distribution => {
  const fillings = candidates.map((candidate): Filling => ({ candidate, units: 0, cost: '0.00' }));
  const taken = new Map<string, number>();
  let left = amount;
  const takenOf = (node: string, day: string): number => taken.get(`${node} ${day}`) ?? 0;

  /** The first day on which another unit does not fit; undefined if it fits. */
  const fullOn = ({ takes, nodes }: BudgetCandidate): string | undefined =>
    takes.find(({ day, units }) => nodes.some((node) => free(node, day) - takenOf(node, day) < units))?.day;

  const price = ({ candidate, units, cost }: Filling): string | null => {
    const next = candidate.cost(units + 1);
    return next === null ? null : subtract(next, cost);
  };

  /** Why another unit is not taken; null if it can be. */
  const obstacle = (filling: Filling): string | null => {
    const { candidate, units } = filling;
    const next = price(filling);
    if (next === null) return 'No tiene precio en la lista.';
    if (candidate.takes.length === 0) return 'No se vende ninguno de esos días.';
    if (units >= mostPerDay) return 'Es el máximo por día que pidió.';
    const full = fullOn(candidate);
    if (full !== undefined) return `No queda lugar el ${formatCivilDate(full)}.`;
    if (compareDecimals(next, left) > 0)
      return `Una más por día costaría ${formatAmount({ amount: next, currency })} y quedan ${formatAmount({ amount: left, currency })}.`;
    return null;
  };

  const isBefore = (a: Filling, b: Filling): boolean => {
    const [first, second] = aim === 'even' ? [a.cost, b.cost] : [price(a) ?? '0', price(b) ?? '0'];
    return compareDecimals(first, second) < 0;
  };

  for (;;) {
    const open = fillings.filter((filling) => obstacle(filling) === null);
    const [first, ...others] = open;
    if (!first) break;
    const chosen = others.reduce((best, one) => (isBefore(one, best) ? one : best), first);
    const { candidate } = chosen;
    const next = candidate.cost(chosen.units + 1) ?? '0.00';
    left = subtract(left, subtract(next, chosen.cost));
    chosen.units += 1;
    chosen.cost = next;
    for (const { day, units } of candidate.takes)
      for (const node of candidate.nodes) taken.set(`${node} ${day}`, takenOf(node, day) + units);
  }
  return {
    spaces: fillings.map((filling) => ({
      id: filling.candidate.id,
      unitsPerDay: filling.units,
      cost: filling.cost,
      why: obstacle(filling) ?? '',
    })),
    spent: sum(['0.00', ...fillings.map(({ cost }) => cost)]),
    left,
  };
};
