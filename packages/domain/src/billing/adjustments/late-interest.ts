import { divide, multiply, round } from '../../money/arithmetic.ts';

/**
 * Simple interest for late payment: a month has thirty days.
 *
 * @param balance what is owed, decimal text
 * @param monthlyPct percent a month
 * @example lateInterest('10000.00', '2', 45) // '300.00'
 */
export const lateInterest = (balance: string, monthlyPct: string, days: number): string =>
  round(divide(multiply(multiply(balance, monthlyPct), String(days)), '3000', 6), 2);
