import { monthEnd } from '../../calendar/months.ts';
import { addDays } from '../../calendar/working-time.ts';
import { allocate } from '../../money/allocate.ts';
import { isZero, sum } from '../../money/arithmetic.ts';
import { minorDigits } from '../../money/minor-unit.ts';

/** The part of a credit term that the due date depends on. */
export interface DueTerm {
  readonly kind: string;
  readonly days: number;
  /** Instalments by milestone, in percent; the invoice is due with the last one. */
  readonly installments?: readonly { readonly days: unknown; readonly pct: unknown }[] | null;
}

/** A part of an invoice and the day it is due. */
export interface DueInstalment {
  readonly due_on: string;
  readonly amount: string;
}

/**
 * The day an invoice is due: its own day when it is paid in cash or in advance, a number of days later, a number of days
 * after the end of the month, or with the last instalment.
 *
 * @param issued civil day, `YYYY-MM-DD`
 * @example dueDate('2026-01-31', { kind: 'end_of_month', days: 30 }) // '2026-03-02'
 */
export const dueDate = (issued: string, { kind, days, installments }: DueTerm): string => {
  if (kind === 'cash' || kind === 'prepaid') return issued;
  if (kind === 'end_of_month') return addDays(monthEnd(issued), days);
  if (kind === 'milestones')
    return addDays(issued, Math.max(0, ...(installments ?? []).map((one) => Number(one.days))));
  return addDays(issued, days);
};

/**
 * The instalments of an invoice, the earliest first, to the cent; those of one day are one. Null where all of it is due on
 * one day.
 *
 * @example
 * dueInstalments('2026-01-10', { kind: 'milestones', days: 0, installments: [{ pct: '50', days: 0 }, { pct: '50', days: 30 }] },
 *   '100.01', 'DOP')
 * // [{ due_on: '2026-01-10', amount: '50.01' }, { due_on: '2026-02-09', amount: '50.00' }]
 */
export const dueInstalments = (
  issued: string,
  { kind, installments }: DueTerm,
  total: string,
  currency: string,
): readonly DueInstalment[] | null => {
  if (kind !== 'milestones' || !installments?.length) return null;
  const parts = allocate(
    total,
    installments.map(({ pct }) => String(pct)),
    minorDigits(currency),
  );
  const byDay = new Map<string, string[]>();
  for (const [place, { days }] of installments.entries()) {
    const day = addDays(issued, Number(days));
    byDay.set(day, [...(byDay.get(day) ?? []), parts[place] ?? '0.00']);
  }
  const dues = [...byDay]
    .map(([due_on, amounts]) => ({ due_on, amount: sum(amounts) }))
    .filter(({ amount }) => !isZero(amount))
    .toSorted((a, b) => a.due_on.localeCompare(b.due_on));
  return dues.length > 1 ? dues : null;
};
