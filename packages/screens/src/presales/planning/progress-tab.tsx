import { useApiQuery } from '@pauta/core/react';
import { agencyCommissions } from '@pauta/domain/billing/commissions/agency-commission.ts';
import type { CommissionOutlook } from '@pauta/domain/billing/commissions/commission-outlook.ts';
import { saleWays } from '@pauta/domain/billing/commissions/sale-ways.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { goalCommission } from '@pauta/domain/presales/planning/goals/goal-commission.ts';
import type { GoalProgress, GoalSpan } from '@pauta/domain/presales/planning/goals/goal-progress.ts';
import { repGoals } from '@pauta/domain/presales/planning/goals/rep-goal.ts';
import { formatPlanned, isAmountPlan } from '@pauta/domain/presales/planning/planned-amount.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NumberField } from '@pauta/ui/controls/number-field.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  & p { margin: 0; }
`;

const Asked = styled.div`
  display: grid;
  gap: var(--pauta-space-3);
  & > :first-child { max-inline-size: 14rem; }
`;

const names = { month: 'Este mes', year: 'El año' } as const;

const daysLeft = (count: number): string =>
  count === 1 ? '1 día hábil' : `${formatCount(count)} días hábiles`;

/** @example 'Le faltan RD$1,070.00 en 22 días hábiles: RD$48.64 por día.' */
export const describePace = (span: GoalSpan, say: (figure: string) => string): string => {
  const when = span.name === 'month' ? 'mes' : 'año';
  if (compareDecimals(span.target, '0') === 0) return `Sin meta para el ${when}.`;
  if (compareDecimals(span.missing, '0') === 0) return `La meta del ${when} está cumplida.`;
  if (span.days_left <= 0) return `Faltaron ${say(span.missing)} para la meta del ${when}.`;
  return `Le faltan ${say(span.missing)} en ${daysLeft(span.days_left)}${span.per_day === null ? '' : `: ${say(span.per_day)} por día`}.`;
};

const toneOf = ({ reached, expected, target }: GoalSpan): 'success' | 'warning' | 'neutral' => {
  if (compareDecimals(target, '0') === 0) return 'neutral';
  return compareDecimals(reached, expected) >= 0 ? 'success' : 'warning';
};

/** What reaching a part of a goal of signed sales would earn, by today's plans of commissions. */
function CommissionCard({
  goal,
  progress,
}: {
  readonly goal: AnyRecord;
  readonly progress: GoalProgress;
}): ReactElement | null {
  const seller = goal.user_id as Reference;
  const [pct, setPct] = useState('100');
  const { data, error } = useApiQuery<{ readonly data: CommissionOutlook }>('/seller-commissions/outlook', {
    query: { seller_id: seller.id },
  });
  const year = progress.spans.find(({ name }) => name === 'year');
  // Commissions of this seller are not for this reader, or cannot be read now: the rest of the page stands alone.
  if (error || !year) return null;
  if (!data)
    return (
      <Card title="Comisión">
        <Skeleton lines={3} />
      </Card>
    );
  const isPct = /^\d{1,4}(\.\d{1,2})?$/.test(pct);
  const found = isPct ? goalCommission(data.data.plans, progress.mix, year, pct) : null;
  const currency = String(goal.currency_code);
  const say = (amount: string): string => formatMoney(amount, currency, 2);
  return (
    <Card title="Comisión">
      <Asked>
        <NumberField
          error={isPct ? undefined : 'Escriba un porcentaje, por ejemplo 110.'}
          label="Si logra este % de la meta"
          onChange={setPct}
          scale={2}
          value={pct}
        />
        {found && (
          <p aria-live="polite">
            {compareDecimals(found.missing, '0') === 0
              ? 'Ya lo logró: no le falta nada por firmar.'
              : `Firmaría ${say(found.missing)} más y ganaría una comisión de ${say(found.earned)}.`}
          </p>
        )}
        {found && compareDecimals(found.missing, '0') > 0 && (
          <FigureTable aria-label="Comisión por forma de venta" role="region" tabIndex={0}>
            <table>
              <caption>Con los planes de hoy, repartido como lo que ha firmado en el año</caption>
              <thead>
                <tr>
                  <th scope="col">Venta</th>
                  <th scope="col">Por firmar</th>
                  <th data-text scope="col">
                    Plan
                  </th>
                  <th scope="col">Comisión</th>
                </tr>
              </thead>
              <tbody>
                {found.ways.map(({ sale, amount, plan, pct: rate, earned }) => (
                  <tr key={sale}>
                    <th scope="row">{saleWays[sale]}</th>
                    <td>{say(amount)}</td>
                    <td data-text>{plan === null ? 'Sin plan' : `${plan}, ${Number(rate)} %`}</td>
                    <td>{say(earned)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </FigureTable>
        )}
        <div>
          <LinkButton size="small" to={`${paths.list(agencyCommissions)}/simulador?ejecutivo=${seller.id}`}>
            Simular con ventas abiertas
          </LinkButton>
        </div>
      </Asked>
    </Card>
  );
}

/** The credits that what was reached of a goal of signed sales adds up; null for another metric. */
const creditsOf = (goal: AnyRecord, { starts, ends }: GoalSpan): string | null => {
  if (goal.metric !== 'signed_sales') return null;
  const filters = new URLSearchParams({
    'f.on_date': `${starts}..${ends}`,
    'f.user_id': (goal.user_id as Reference).id,
    'f.currency_code': String(goal.currency_code),
    'f.counts_for_goal': 'true',
  });
  for (const name of ['division_id', 'platform_id']) {
    const part = goal[name] as Reference | null | undefined;
    if (part) filters.set(`f.${name}`, part.id);
  }
  return `/reportes/informes/creditos/filas?${filters}`;
};

function Reached({
  goal,
  span,
  text,
}: {
  readonly goal: AnyRecord;
  readonly span: GoalSpan;
  readonly text: string;
}): ReactElement {
  const credits = creditsOf(goal, span);
  const maySee = useMay(contracts).view.allowed;
  return credits === null || !maySee ? <span>{text}</span> : <Link to={credits}>{text}</Link>;
}

/** The pace, rank and score of a goal, and what reaching it would earn. */
export function ProgressTab({ goal }: { readonly goal: AnyRecord }): ReactElement {
  const seesCommissions = useMay(agencyCommissions).view.allowed;
  const { data, error, mutate } = useApiQuery<{ readonly data: GoalProgress }>(
    `/${repGoals.path}/${goal.id}/progress`,
  );
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={6} />
      </Card>
    );
  const progress = data.data;
  const { spans, rank, score } = progress;
  if (spans.length === 0)
    return (
      <Card>
        <EmptyState title="Sin cifras que mostrar">
          Su rol no permite ver lo logrado, o este dato no se mide por división ni plataforma.
        </EmptyState>
      </Card>
    );
  const say = (figure: string): string => formatPlanned(figure, goal);
  return (
    <Root>
      <Card title="Ritmo">
        <Root>
          {spans.map((span) => (
            <Banner key={span.name} tone={toneOf(span)}>
              {describePace(span, say)}
            </Banner>
          ))}
          <FigureTable aria-label="Ritmo de la meta" role="region" tabIndex={0}>
            <table>
              <caption>Por días hábiles, sin los feriados de la compañía</caption>
              <thead>
                <tr>
                  <th scope="col">Periodo</th>
                  <th scope="col">Meta</th>
                  <th scope="col">Logrado</th>
                  <th scope="col">Se esperaba hasta ayer</th>
                  <th scope="col">A este ritmo terminaría en</th>
                </tr>
              </thead>
              <tbody>
                {spans.map((span) => (
                  <tr key={span.name}>
                    <th scope="row">{names[span.name]}</th>
                    <td>{say(span.target)}</td>
                    <td>
                      <Reached goal={goal} span={span} text={say(span.reached)} />
                    </td>
                    <td>{say(span.expected)}</td>
                    <td>{span.projected === null ? '–' : say(span.projected)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </FigureTable>
        </Root>
      </Card>
      <Card title="Puesto y evaluación">
        <Root>
          <p>
            {rank === null
              ? 'Una meta sin total no tiene puesto.'
              : rank.of === 1
                ? 'Es la única meta de esta métrica en el año.'
                : `Puesto ${rank.place} de ${formatCount(rank.of)} por la parte lograda de cada meta.`}
          </p>
          <p>
            {score === null
              ? 'Ninguna de sus metas del año tiene peso: sin él no hay evaluación.'
              : `Evaluación del año: ${score.score} % en ${score.goals === 1 ? '1 meta' : `${formatCount(score.goals)} metas`} con peso (${Number(score.weight)} % en total). Cada una cuenta hasta su meta superior.`}
          </p>
        </Root>
      </Card>
      {goal.metric === 'signed_sales' && isAmountPlan(goal) && seesCommissions && (
        <CommissionCard goal={goal} progress={progress} />
      )}
    </Root>
  );
}
