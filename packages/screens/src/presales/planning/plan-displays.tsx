import { type CurrencyAmount, formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { type MonthName, monthLabels } from '@pauta/domain/presales/planning/months.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import type { ReactElement } from 'react';

const amounts = (totals: readonly CurrencyAmount[]): string => totals.map(formatAmount).join(' y ');

/** What prorating a goal would change. */
export interface ProratePlan {
  readonly months: readonly { readonly month: MonthName; readonly before: string; readonly after: string }[];
  readonly total: string;
  readonly frozen: number;
}

/** The months of a goal before and after it is prorated. */
export function ProratedMonths({ months, total, frozen }: ProratePlan): ReactElement {
  const say = (figure: string): string => formatMoney(figure, '', 2).replace(/\.00$/, '');
  if (months.length === 0) return <Banner>La meta ya es la que corresponde: no cambia ningún mes.</Banner>;
  return (
    <>
      <FigureTable aria-label="Meses que cambian" role="region" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Mes</th>
              <th scope="col">Antes</th>
              <th scope="col">Después</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, before, after }) => (
              <tr key={month}>
                <th scope="row">{monthLabels[month]}</th>
                <td>{say(before)}</td>
                <td>{say(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </FigureTable>
      <p>La meta del año queda en {say(total)}.</p>
      {frozen > 0 && (
        <Banner tone="warning">
          {frozen === 1
            ? 'Un mes está cerrado y se queda como está.'
            : `${formatCount(frozen)} meses están cerrados y se quedan como están.`}
        </Banner>
      )}
    </>
  );
}

/** What copying the goals of a year would create. */
export interface CopyPlan {
  readonly goals: number;
  readonly existing: number;
  readonly inactive: number;
  readonly totals: readonly CurrencyAmount[];
}

/** @example describeCopy(plan) // 'Se crean 12 metas por RD$1,200.00. 3 ya existen y no cambian.' */
export const describeCopy = ({ goals, existing, inactive, totals }: CopyPlan): string =>
  [
    goals === 0
      ? 'No se crea ninguna meta.'
      : `${goals === 1 ? 'Se crea 1 meta' : `Se crean ${formatCount(goals)} metas`}${totals.length > 0 ? ` por ${amounts(totals)}` : ''}.`,
    ...(existing > 0
      ? [existing === 1 ? '1 ya existe y no cambia.' : `${formatCount(existing)} ya existen y no cambian.`]
      : []),
    ...(inactive > 0
      ? [
          inactive === 1
            ? '1 es de una persona que ya no está activa.'
            : `${formatCount(inactive)} son de personas que ya no están activas.`,
        ]
      : []),
  ].join(' ');

/** What generating budgets of clients would create. */
export interface GeneratePlan {
  readonly budgets: number;
  readonly existing: number;
  readonly totals: readonly CurrencyAmount[];
  readonly examples: readonly (CurrencyAmount & { readonly client: string })[];
}

/** The budgets that would be generated, with the largest ones. */
export function GeneratedBudgets({ budgets, existing, totals, examples }: GeneratePlan): ReactElement {
  return (
    <>
      <Banner live tone={budgets > 0 ? 'info' : 'warning'}>
        {budgets === 0
          ? 'No se crea ningún presupuesto: nadie compró en ese año, o ya existen todos.'
          : `${budgets === 1 ? 'Se crea 1 presupuesto' : `Se crean ${formatCount(budgets)} presupuestos`} por ${amounts(totals)}.`}
        {existing > 0 &&
          ` ${existing === 1 ? '1 ya existe y no cambia.' : `${formatCount(existing)} ya existen y no cambian.`}`}
      </Banner>
      {examples.length > 0 && (
        <FigureTable aria-label="Los mayores" role="region" tabIndex={0}>
          <table>
            <caption>{budgets > examples.length ? 'Los mayores' : 'Todos'}</caption>
            <thead>
              <tr>
                <th scope="col">Cliente</th>
                <th scope="col">Total del año</th>
              </tr>
            </thead>
            <tbody>
              {examples.map(({ client, currency, amount }) => (
                <tr key={client}>
                  <th scope="row">{client}</th>
                  <td>{formatAmount({ currency, amount })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </FigureTable>
      )}
    </>
  );
}

/** What sending gaps to a target list would do. */
export interface GapPlan {
  readonly joining: number;
  readonly already: number;
  readonly other_currency: number;
  readonly without_gap: number;
  readonly total: CurrencyAmount;
  readonly blocked: readonly { readonly id: string; readonly title: string; readonly reason: string }[];
  readonly blocked_total: number;
}

const clientsAre = (count: number, one: string, many: string): string =>
  count === 1 ? `1 cliente ${one}` : `${formatCount(count)} clientes ${many}`;

/** @example describeGap(plan) // 'La brecha suma RD$800.00: 2 clientes entran a la lista.' */
export const describeGap = (plan: GapPlan): string =>
  [
    plan.joining + plan.already === 0
      ? 'No hay ninguna brecha que enviar.'
      : `La brecha suma ${formatAmount(plan.total)}: ${clientsAre(plan.joining, 'entra', 'entran')} a la lista.`,
    ...(plan.already > 0 ? [`${clientsAre(plan.already, 'ya está', 'ya están')} en ella.`] : []),
    ...(plan.without_gap > 0 ? [`${clientsAre(plan.without_gap, 'no tiene', 'no tienen')} brecha.`] : []),
    ...(plan.other_currency > 0
      ? [`${clientsAre(plan.other_currency, 'tiene', 'tienen')} su presupuesto en otra moneda que la lista.`]
      : []),
    ...(plan.blocked_total > 0
      ? [
          `${clientsAre(plan.blocked_total, 'no puede entrar', 'no pueden entrar')}: ${plan.blocked
            .slice(0, 3)
            .map(({ title, reason }) => `${title} (${reason})`)
            .join(' ')}`,
        ]
      : []),
  ].join(' ');
