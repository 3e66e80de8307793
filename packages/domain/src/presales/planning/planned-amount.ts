import { formatMoney } from '../../money/format-money.ts';
import type { Values } from '../../resource/resource.ts';

/** Metrics of goals that are amounts; the others are counts. */
export const amountMetrics = ['signed_sales', 'billed', 'collected'] as const;

/** Whether the figures of a budget or a goal are amounts; those of some goals are counts. */
export const isAmountPlan = ({ currency_code, metric }: Values): boolean =>
  typeof currency_code === 'string' && (metric === undefined || amountMetrics.some((one) => one === metric));

/** A figure of a budget or a goal: an amount in its currency, or a count. @example 'RD$1,200.00' */
export const formatPlanned = (figure: string, plan: Values): string =>
  isAmountPlan(plan) ? formatMoney(figure, String(plan.currency_code), 2) : formatMoney(figure, '', 0);
