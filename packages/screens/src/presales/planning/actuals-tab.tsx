import { useApiQuery } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { divide, isZero, multiply, subtract, sum } from '@pauta/domain/money/arithmetic.ts';
import type { Actuals } from '@pauta/domain/presales/planning/actuals.ts';
import { monthLabels, monthNames, yearTotal } from '@pauta/domain/presales/planning/months.ts';
import { formatPlanned, isAmountPlan } from '@pauta/domain/presales/planning/planned-amount.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import { type AnyRecord, fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { locale } from '@pauta/domain/text/locale.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
`;

const longMonth = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });

/** @example monthWord(11) // 'noviembre' */
const monthWord = (month: number): string => longMonth.format(Date.UTC(2000, month - 1, 1));

/** @example part('50.00', '200.00') // '25.0 %' */
const part = (reached: string, planned: string): string =>
  isZero(planned) ? '–' : `${divide(multiply(reached, '100'), planned, 1)} %`;

/** Number of the last month of the year that has begun; zero before the year. */
const monthsBegun = (year: unknown, today: string): number => {
  const current = Number(today.slice(0, 4));
  if (Number(year) > current) return 0;
  return Number(year) < current ? 12 : Number(today.slice(5, 7));
};

/** A budget or a goal beside what was reached of it, by month; of a sales budget also by line. */
export function ActualsTab({ plan, resource }: { plan: AnyRecord; resource: Resource }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: Actuals }>(
    `/${resource.path}/${plan.id}/actuals`,
  );
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={10} />
      </Card>
    );
  const { measures, lines } = data.data;
  const [first] = measures;
  if (!first)
    return (
      <Card>
        <EmptyState title="Sin cifras que mostrar">
          Su rol no permite ver estos importes, o este dato no se mide por división ni plataforma.
        </EmptyState>
      </Card>
    );
  // Goals are amounts or counts, depending on their metric.
  const isAmount = isAmountPlan(plan);
  const say = (amount: string): string => formatPlanned(amount, plan);
  const planned = monthNames.map((name) => String(plan[name] ?? '0.00'));
  const begun = monthsBegun(plan.fiscal_year, companyToday());
  const untilNow = (months: readonly string[]): string => sum(['0.00', ...months.slice(0, begun)]);
  const difference = (reached: string, wanted: string): ReactElement => (
    <td>{say(subtract(reached, wanted))}</td>
  );
  const label = (name: string): string => fieldOf(resource, name).label;
  // What was signed is the only figure by line; the answer has those of which something was.
  const budgeted = first.name === 'booked' ? linesIn(plan, 'lines') : [];
  const signed = new Map(lines.map(({ id, total }) => [id, total]));
  return (
    <Root>
      <Card title="Por mes">
        {begun > 0 && (
          <p>
            Hasta {monthWord(begun)} de {String(plan.fiscal_year)} se planearon {say(untilNow(planned))} y van{' '}
            {say(untilNow(first.months))}: {part(untilNow(first.months), untilNow(planned))}.
          </p>
        )}
        <FigureTable aria-label="Cifras por mes" role="region" tabIndex={0}>
          <table>
            <caption>{isAmount ? 'Importes antes de impuestos' : 'Cantidades'}</caption>
            <thead>
              <tr>
                <th scope="col">Mes</th>
                <th scope="col">{resource.label.one}</th>
                <th scope="col">{label(first.name)}</th>
                <th scope="col">Diferencia</th>
                <th scope="col">%</th>
                {measures.slice(1).map(({ name }) => (
                  <th key={name} scope="col">
                    {label(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {monthNames.map((month, at) => {
                const wanted = planned[at] ?? '0.00';
                const reached = first.months[at] ?? '0.00';
                return (
                  <tr key={month}>
                    <th scope="row">{monthLabels[month]}</th>
                    <td>{say(wanted)}</td>
                    <td>{say(reached)}</td>
                    {difference(reached, wanted)}
                    <td>{part(reached, wanted)}</td>
                    {measures.slice(1).map(({ name, months }) => (
                      <td key={name}>{say(months[at] ?? '0.00')}</td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Año</th>
                <td>{say(String(plan.total ?? '0.00'))}</td>
                <td>{say(first.total)}</td>
                {difference(first.total, String(plan.total ?? '0.00'))}
                <td>{part(first.total, String(plan.total ?? '0.00'))}</td>
                {measures.slice(1).map(({ name, total }) => (
                  <td key={name}>{say(total)}</td>
                ))}
              </tr>
            </tfoot>
          </table>
        </FigureTable>
      </Card>
      {budgeted.length > 0 && (
        <Card title="Por renglón">
          <FigureTable aria-label="Vendido por renglón" role="region" tabIndex={0}>
            <table>
              <caption>
                Lo firmado que corresponde a cada renglón. Un renglón sin plataforma ni división las reúne
                todas.
              </caption>
              <thead>
                <tr>
                  <th scope="col">Concepto</th>
                  <th scope="col">{resource.label.one}</th>
                  <th scope="col">{label(first.name)}</th>
                  <th scope="col">Diferencia</th>
                  <th scope="col">%</th>
                </tr>
              </thead>
              <tbody>
                {budgeted.map((line) => {
                  const total = signed.get(line.id) ?? '0.00';
                  const wanted = yearTotal(line);
                  return (
                    <tr key={line.id}>
                      <th scope="row">{String(line.description ?? '')}</th>
                      <td>{say(wanted)}</td>
                      <td>{say(total)}</td>
                      {difference(total, wanted)}
                      <td>{part(total, wanted)}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </FigureTable>
        </Card>
      )}
    </Root>
  );
}
