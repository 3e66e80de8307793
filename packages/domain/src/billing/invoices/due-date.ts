import { addDays } from '../../calendar/working-time.ts';

/** The part of a credit term that the due date depends on. */
export interface DueTerm {
  readonly kind: string;
  readonly days: number;
  /** Instalments by milestone; the invoice is due with the last one. */
  readonly installments?: readonly { readonly days: unknown }[] | null;
}

const lastDayOfMonth = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10);

/**
 * The day an invoice is due: its own day when it is paid in cash or in advance, a number of days later, a number of days
 * after the end of the month, or with the last instalment.
 *
 * @param issued civil day, `YYYY-MM-DD`
 * @example dueDate('2026-01-31', { kind: 'end_of_month', days: 30 }) // '2026-03-02'
 */
export const dueDate = (issued: string, { kind, days, installments }: DueTerm): string => {
  if (kind === 'cash' || kind === 'prepaid') return issued;
  if (kind === 'end_of_month') return addDays(lastDayOfMonth(issued), days);
  if (kind === 'milestones')
    return addDays(issued, Math.max(0, ...(installments ?? []).map((one) => Number(one.days))));
  return addDays(issued, days);
};
