import { monthsAround } from '../../calendar/months.ts';
import { max, subtract, sum } from '../../money/arithmetic.ts';

/** Periods of a forecast: the one that contains today. */
export const forecastPeriods = { month: 'Este mes', quarter: 'Este trimestre', year: 'Este año' } as const;

export type ForecastPeriod = keyof typeof forecastPeriods;

/** Amounts of one seller in one currency. Null: the reader may not see it. */
export interface ForecastAmounts {
  /** Goal of signed sales in the period. */
  readonly goal: string | null;
  /** Credit of what was signed in the period. */
  readonly signed: string | null;
  /** The part of what is signed, whenever that was, that airs from today to the end of the period. */
  readonly to_deliver: string | null;
  /** Weighted amount of open opportunities that are expected to close in the period, by share. */
  readonly weighted: string;
  /** What the seller committed to sign in the months of the period, as last said. */
  readonly commit: string | null;
}

/** One seller in one currency. */
export interface ForecastRow extends ForecastAmounts {
  readonly user_id: string;
  readonly user: string;
  readonly currency: string;
}

/** The `data` of `GET /api/opportunities/forecast`. */
export interface Forecast {
  /** First and last day of the period. */
  readonly from: string;
  readonly to: string;
  readonly rows: readonly ForecastRow[];
}

/**
 * First and last day of the period that contains a day.
 *
 * @example periodAround('quarter', '2026-05-20') // { from: '2026-04-01', to: '2026-06-30' }
 */
export const periodAround = (period: ForecastPeriod, day: string): { from: string; to: string } =>
  monthsAround(day, { month: 1, quarter: 3, year: 12 }[period]);

/**
 * What is missing to the goal after what is signed and what the pipeline is expected to bring; never negative, and null
 * without a goal.
 *
 * @example goalGap({ goal: '100.00', signed: '30.00', weighted: '50.00', … }) // '20.00'
 */
export const goalGap = ({ goal, signed, weighted }: ForecastAmounts): string | null =>
  goal === null || signed === null ? null : max('0.00', subtract(subtract(goal, signed), weighted));

const total = (values: readonly (string | null)[]): string | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : sum(known);
};

/** The sums of a currency, over the rows of its sellers. */
export const forecastTotals = (rows: readonly ForecastRow[]): ReadonlyMap<string, ForecastAmounts> =>
  new Map(
    [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => [
      currency,
      {
        goal: total(own.map(({ goal }) => goal)),
        signed: total(own.map(({ signed }) => signed)),
        to_deliver: total(own.map(({ to_deliver }) => to_deliver)),
        weighted: sum(own.map(({ weighted }) => weighted)),
        commit: total(own.map(({ commit }) => commit)),
      },
    ]),
  );
