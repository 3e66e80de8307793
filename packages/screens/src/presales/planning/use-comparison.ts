import { useApiQuery } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { negate, subtract } from '@pauta/domain/money/arithmetic.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import {
  type BudgetComparison,
  type ComparedMeasure,
  measureLabels,
  runRate,
} from '@pauta/domain/presales/planning/budget-comparison.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import {
  type PlanCalendar,
  type PlanPeriod,
  planPeriods,
} from '@pauta/domain/presales/planning/plan-calendar.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { GridFootRow } from '@pauta/ui/grid/model/grid-types.ts';
import { idOf } from './budget-columns.ts';

/** A figure below the grid: one that is read, or one that follows from what was sold. */
export type FootFigure = ComparedMeasure | 'gap' | 'pace';

export const footLabels: Readonly<Record<FootFigure, string>> = {
  ...measureLabels,
  gap: 'Vendido menos presupuesto',
  pace: 'Ritmo a fin de año',
};

const hints: Partial<Readonly<Record<FootFigure, string>>> = {
  booked: 'Firmado, antes de impuestos, menos lo cancelado.',
  weighted:
    'Oportunidades abiertas por su probabilidad, según el cierre esperado. Son las de toda la empresa en esta moneda: una oportunidad no tiene compañía.',
  billed: 'Antes de impuestos, menos notas de crédito y anuladas.',
  collected: 'Sin la parte de los impuestos.',
  pace: 'Lo vendido hasta hoy, llevado al año completo.',
};

/** The figures beside a stored budget; nothing is read for a new one. */
export const useComparison = (id: string | undefined, calendar: PlanCalendar, isWanted: boolean) =>
  useApiQuery<{ readonly data: BudgetComparison }>(
    id !== undefined && isWanted ? `/${salesBudgets.path}/${id}/comparison` : null,
    { query: { calendar }, keepPreviousData: true },
  );

/** The list whose records a figure sums in a period; null if there is none. */
function listOf(name: FootFigure, budget: Values, { from, to }: PlanPeriod): string | null {
  const company = `f.company_id=${idOf(budget.company_id)}`;
  const currency = `f.currency_code=${String(budget.currency_code)}`;
  switch (name) {
    case 'booked':
    case 'last_year':
      return `/reportes/informes/creditos/filas?f.on_date=${from}..${to}&${company}&${currency}`;
    case 'weighted':
      return `/ventas/oportunidades?f.result=open&f.expected_close_date=${from}..${to}&${currency}`;
    case 'billed':
      return `/facturacion/facturacion?f.issue_date=${from}..${to}&${company}&${currency}`;
    case 'collected':
      return `/facturacion/registro-cobros?f.received_on=${from}..${to}&${company}&${currency}`;
    default:
      return null;
  }
}

/**
 * The rows below the grid.
 *
 * @param planned the sums of the budget by month and under `total`
 */
export function footOf(
  comparison: BudgetComparison,
  shown: readonly FootFigure[],
  budget: Values,
  planned: Readonly<Record<string, string>>,
  calendar: PlanCalendar,
): readonly GridFootRow[] {
  const say = (amount: string): string => formatMoney(amount, '', 2);
  const booked = comparison.measures.find(({ name }) => name === 'booked');
  const year = Number(budget.fiscal_year);
  return shown.flatMap((name): GridFootRow[] => {
    const line = { id: name, label: footLabels[name], ...(hints[name] && { hint: hints[name] }) };
    if (name === 'pace') {
      const pace = booked && runRate(booked.total, comparison.periods, companyToday());
      return pace ? [{ ...line, cells: { total: say(pace) } }] : [];
    }
    if (name === 'gap') {
      if (!booked) return [];
      const cells = monthNames.map((month, at) => [
        month,
        say(subtract(booked.months[at] ?? '0.00', planned[month] ?? '0.00')),
      ]);
      const whole = subtract(booked.total, planned.total ?? '0.00');
      return [{ ...line, cells: { ...Object.fromEntries(cells), total: say(whole) } }];
    }
    const measure = comparison.measures.find((one) => one.name === name);
    if (!measure) return [];
    const periods = name === 'last_year' ? planPeriods(year - 1, calendar) : comparison.periods;
    const [first, last] = [periods[0], periods.at(-1)];
    const whole = first && last && listOf(name, budget, { from: first.from, to: last.to });
    return [
      {
        ...line,
        cells: {
          ...Object.fromEntries(monthNames.map((month, at) => [month, say(measure.months[at] ?? '0.00')])),
          total: say(measure.total),
        },
        links: {
          ...Object.fromEntries(
            monthNames.flatMap((month, at) => {
              const period = periods[at];
              const list = period && listOf(name, budget, period);
              return list ? [[month, list]] : [];
            }),
          ),
          ...(whole && { total: whole }),
        },
      },
    ];
  });
}

/** The figures of a line by the parts that it plans. */
export const figuresOf = (
  part: BudgetComparison['parts'][number] | undefined,
  planned: string,
): Readonly<Record<'booked' | 'last_year' | 'gap', string>> => {
  const booked = part?.booked ?? '0.00';
  return {
    booked,
    last_year: (part?.last_year ?? []).reduce((all, one) => subtract(all, negate(one)), '0.00'),
    gap: subtract(booked, planned),
  };
};
