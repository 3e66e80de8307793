import { useApiQuery, usePermission } from '@pauta/core/react';
import { roles } from '@pauta/domain/admin/roles/role.ts';
import { users } from '@pauta/domain/admin/users/user.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { ComboBox, type OptionsState } from '@pauta/ui/controls/combo-box.tsx';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { missing } from '@pauta/ui/data/may.ts';
import { useOptionLabels, useOptions } from '@pauta/ui/data/use-options.ts';
import { Link, useSearchParams } from '@pauta/ui/router.ts';
import { ChartColumn } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { BarChart } from './bar-chart.tsx';
import { reportsPath } from './business/reports-path.ts';

interface Sums {
  readonly hits: number;
  readonly users: number;
  readonly searches: number;
  readonly empty: number;
  readonly writes: number;
  readonly exports: number;
  readonly imports: number;
  readonly errors: number;
  readonly refusals: number;
  readonly mean_ms: number;
  /** Null: nothing measured; -1: above the highest class of the histogram. */
  readonly p95_ms: number | null;
}

interface Usage {
  readonly data: {
    readonly areas: readonly (Sums & {
      readonly area: string;
      readonly label: string;
      readonly screen: string | null;
    })[];
    readonly days: readonly (Sums & { readonly day: string })[];
    readonly people: readonly (Sums & {
      readonly id: string;
      readonly full_name: string;
      readonly last_day: string;
    })[];
    readonly total: Sums | null;
  };
}

const Filters = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 22rem));
  gap: var(--pauta-space-3);
`;

const Scroll = styled.section`
  overflow-x: auto;
  & table { inline-size: 100%; min-inline-size: 44rem; border-collapse: collapse; }
  & :is(th, td) { padding: var(--pauta-space-2); border-block-end: 1px solid var(--pauta-color-border); text-align: end; font-weight: 400; font-variant-numeric: tabular-nums; }
  & :is(th, td):first-child { text-align: start; }
  & thead th { color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); font-weight: var(--pauta-weight-medium); }
  & a { color: var(--pauta-color-accent-text); }
  & td[data-warn] { color: var(--pauta-color-danger-text); font-weight: var(--pauta-weight-medium); }
`;

const duration = (value: number | null): string =>
  value === null ? '—' : value === -1 ? 'más de 5 s' : `≤ ${formatCount(value)} ms`;
const shortDay = (day: string): string => `${day.slice(8, 10)}/${day.slice(5, 7)}`;

const periods = {
  '7': 'Últimos 7 días',
  '30': 'Últimos 30 días',
  '90': 'Últimos 90 días',
  '365': 'Último año',
};
const useUsers = (text: string, open: boolean): OptionsState => useOptions(users, text, { asking: open });
const useRoles = (text: string, open: boolean): OptionsState => useOptions(roles, text, { asking: open });

/** Every day of the period, including days without use. */
const everyDay = (from: string, to: string, days: Usage['data']['days']) => {
  const known = new Map(days.map((one) => [one.day, one.hits]));
  const all: { key: string; label: string; value: number }[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    all.push({ key: day, label: shortDay(day), value: known.get(day) ?? 0 });
  }
  return all;
};

/** Reportes › Estadísticas de Uso: usage of each screen by user, and response times. */
export function UsageStatistics(): ReactElement {
  const may = usePermission('reports.usage');
  const verdict = missing('reports.usage');
  return (
    <Page>
      <PageHeader
        actions={<LinkButton to={reportsPath}>Informes</LinkButton>}
        description="Cuenta lo que se pide a cada pantalla y cuánto tarda. No guarda direcciones, contenidos ni teclas."
        title="Estadísticas de Uso"
      />
      {may ? (
        <Shown />
      ) : (
        <NoAccess title="No puede ver las estadísticas">{!verdict.allowed && verdict.reason}</NoAccess>
      )}
    </Page>
  );
}

function Shown(): ReactElement {
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get('days') ?? '';
  const length = asked in periods ? asked : '30';
  const user = parameters.get('user') ?? '';
  const role = parameters.get('role') ?? '';
  const [chosenUser] = useOptionLabels(users, user ? [user] : []);
  const [chosenRole] = useOptionLabels(roles, role ? [role] : []);
  const to = companyToday();
  const from = addDays(to, 1 - Number(length));
  const answer = useApiQuery<Usage>('/usage', {
    query: { from, to, ...(user && { user }), ...(role && { role }) },
    keepPreviousData: true,
  });
  const usage = answer.data?.data;
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(parameters);
    if (value) next.set(name, value);
    else next.delete(name);
    setParameters(next, { replace: true });
  };
  return (
    <>
      <Filters>
        <Select
          clearable={false}
          label="Periodo"
          onChange={(value) => set('days', value)}
          options={Object.entries(periods).map(([value, label]) => ({ value, label }))}
          value={length}
        />
        <ComboBox
          label="Usuario"
          onChange={(option) => set('user', option?.id ?? '')}
          placeholder="Todos"
          useOptions={useUsers}
          value={chosenUser ?? null}
        />
        <ComboBox
          label="Rol"
          onChange={(option) => set('role', option?.id ?? '')}
          placeholder="Todos"
          useOptions={useRoles}
          value={chosenRole ?? null}
        />
      </Filters>
      {answer.error && <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />}
      {!usage && !answer.error && (
        <Card>
          <Skeleton lines={10} />
        </Card>
      )}
      {usage && !usage.total && (
        <Card>
          <EmptyState icon={<ChartColumn aria-hidden size={24} />} title="Aún no hay uso que contar">
            En este periodo nadie usó el sistema. Lo que se use se cuenta con unos segundos de demora.
          </EmptyState>
        </Card>
      )}
      {usage?.total && (
        <>
          <Card title="En este periodo">
            <DescriptionList
              items={[
                { key: 'hits', label: 'Acciones', value: formatCount(usage.total.hits) },
                { key: 'users', label: 'Personas activas', value: formatCount(usage.total.users) },
                {
                  key: 'searches',
                  label: 'Búsquedas',
                  value: `${formatCount(usage.total.searches)} (${formatCount(usage.total.empty)} sin resultado)`,
                },
                { key: 'writes', label: 'Cambios', value: formatCount(usage.total.writes) },
                {
                  key: 'files',
                  label: 'Exportaciones · importaciones',
                  value: `${formatCount(usage.total.exports)} · ${formatCount(usage.total.imports)}`,
                },
                { key: 'p95', label: 'El 95 % tardó', value: duration(usage.total.p95_ms) },
                { key: 'errors', label: 'Errores del servidor', value: formatCount(usage.total.errors) },
              ]}
            />
            <BarChart
              axis="Día"
              bars={everyDay(from, to, usage.days)}
              title="Acciones por día"
              unit="acciones"
            />
          </Card>
          <Card title="Por pantalla">
            <Scroll aria-label="Uso por pantalla" tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">Pantalla</th>
                    <th scope="col">Acciones</th>
                    <th scope="col">Personas</th>
                    <th scope="col">Búsquedas</th>
                    <th scope="col">Sin resultado</th>
                    <th scope="col">Cambios</th>
                    <th scope="col">95 % tardó</th>
                    <th scope="col">Errores</th>
                  </tr>
                </thead>
                <tbody>
                  {usage.areas.map((area) => (
                    <tr key={area.area}>
                      <th scope="row">
                        {area.screen === null ? area.label : <Link to={`/${area.screen}`}>{area.label}</Link>}
                      </th>
                      <td>{formatCount(area.hits)}</td>
                      <td>{formatCount(area.users)}</td>
                      <td>{formatCount(area.searches)}</td>
                      <td>{formatCount(area.empty)}</td>
                      <td>{formatCount(area.writes)}</td>
                      <td>{duration(area.p95_ms)}</td>
                      <td data-warn={area.errors > 0 || undefined}>{formatCount(area.errors)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
          </Card>
          <Card title="Por persona">
            <Scroll aria-label="Uso por persona" tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">Persona</th>
                    <th scope="col">Acciones</th>
                    <th scope="col">Cambios</th>
                    <th scope="col">Último día</th>
                  </tr>
                </thead>
                <tbody>
                  {usage.people.map((person) => (
                    <tr key={person.id}>
                      <th scope="row">
                        <Link to={`/gestion/usuarios/${person.id}`}>{person.full_name}</Link>
                      </th>
                      <td>{formatCount(person.hits)}</td>
                      <td>{formatCount(person.writes)}</td>
                      <td>{`${shortDay(person.last_day)}/${person.last_day.slice(0, 4)}`}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
          </Card>
        </>
      )}
    </>
  );
}
