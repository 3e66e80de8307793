import { divide, multiply } from '../../money/arithmetic.ts';
import type { Values } from '../../resource/resource.ts';
import type { PlanPeriod } from './plan-calendar.ts';

/** Figures beside a sales budget, by the order in which they are shown. */
export const comparedMeasures = ['booked', 'weighted', 'billed', 'collected', 'last_year'] as const;

export type ComparedMeasure = (typeof comparedMeasures)[number];

/** Labels of the figures. */
export const measureLabels: Readonly<Record<ComparedMeasure, string>> = {
  booked: 'Vendido',
  weighted: 'Embudo ponderado',
  billed: 'Facturado',
  collected: 'Cobrado',
  last_year: 'Vendido el año anterior',
};

/** Amounts of a part of what is sold that lines of the budget plan. */
export interface ComparedPart {
  /** {@link partKey} of the lines. */
  readonly key: string;
  /** What was signed in the year. */
  readonly booked: string;
  /** What was signed in the months of the year before, January first. */
  readonly last_year: readonly string[];
}

/** The answer of `GET /sales-budgets/{id}/comparison`: the figures that its reader may see. */
export interface BudgetComparison {
  readonly periods: readonly PlanPeriod[];
  readonly measures: readonly {
    readonly name: ComparedMeasure;
    /** Amounts of the twelve months, January first. */
    readonly months: readonly string[];
    readonly total: string;
  }[];
  /** Only parts with sales, and only if the reader may see them. */
  readonly parts: readonly ComparedPart[];
}

/** Fields by which a line names what it plans. */
export const partNames = [
  'platform_id',
  'division_id',
  'subdivision_id',
  'inventory_category_id',
  'ad_classification_id',
] as const;

const idOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : String(value ?? '');

/**
 * What a line plans, as one text: the ids of its fields, empty ones for all of them.
 *
 * @example partKey({ platform_id: { id: 'a', label: 'Radio' } }) // 'a||||'
 */
export const partKey = (line: Values): string => partNames.map((name) => idOf(line[name])).join('|');

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

/**
 * What a year will reach at the pace until today: the amount so far divided by the part of the year that has passed.
 * Null before the year begins; the amount itself after its end.
 *
 * @example runRate('500.00', planPeriods(2026, 'calendar'), '2026-07-02') // '997.27'
 */
export function runRate(soFar: string, periods: readonly PlanPeriod[], today: string): string | null {
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last || today < first.from) return null;
  if (today >= last.to) return soFar;
  const [begin, end] = [dayNumber(first.from), dayNumber(last.to) + 1];
  return divide(multiply(soFar, String(end - begin)), String(dayNumber(today) + 1 - begin), 2);
}
