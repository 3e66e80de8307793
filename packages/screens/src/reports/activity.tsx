import { useApiQuery, usePermission } from '@pauta/core/react';
import { auditEntries } from '@pauta/domain/admin/audit/audit-entry.ts';
import { actionLabels, entityLabels } from '@pauta/domain/admin/audit/audit-labels.ts';
import { users } from '@pauta/domain/admin/users/user.ts';
import { dateTimeKind } from '@pauta/domain/kinds/date.ts';
import { type CurrencyAmount, formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { ComboBox, type OptionsState } from '@pauta/ui/controls/combo-box.tsx';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { formatBytes } from '@pauta/ui/controls/file-size.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { missing } from '@pauta/ui/data/may.ts';
import { useOptionLabels, useOptions } from '@pauta/ui/data/use-options.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { Link, useSearchParams } from '@pauta/ui/router.ts';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { BarChart } from './bar-chart.tsx';
import { reportsPath } from './business/reports-path.ts';
import { type HeatCell, HeatMap } from './heat-map.tsx';

const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr));
  gap: var(--pauta-space-4);
  align-items: start;
  & ul, & ol { margin: 0; padding: 0; list-style: none; }
  & li { display: flex; flex-wrap: wrap; gap: var(--pauta-space-1) var(--pauta-space-3); padding-block: var(--pauta-space-2); border-block-end: 1px solid var(--pauta-color-border); overflow-wrap: anywhere; }
  & li:last-child { border: 0; }
  & li > :first-child { flex: 1 1 10rem; }
  & small { color: var(--pauta-color-text-muted); }
`;

const Filters = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr));
  gap: var(--pauta-space-3);
  margin-block-end: var(--pauta-space-3);
`;

const Timeline = styled.ol`
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { padding-block: var(--pauta-space-2); border-block-end: 1px solid var(--pauta-color-border); overflow-wrap: anywhere; }
  & > li:last-child { border: 0; }
  & small { display: block; color: var(--pauta-color-text-muted); }
  & a { color: var(--pauta-color-accent-text); }
`;

interface Now {
  readonly data: {
    readonly people: readonly {
      readonly id: string;
      readonly full_name: string;
      readonly last_used_at: string;
      readonly sessions: number;
    }[];
    readonly sign_ins: readonly {
      readonly id: string;
      readonly at: string;
      readonly action: string;
      readonly user_id: string | null;
      readonly full_name: string | null;
    }[];
    readonly hours: readonly { readonly hour: string; readonly changes: number }[];
    readonly system: {
      readonly database_version: string;
      readonly database_bytes: number;
      readonly migration: number;
      readonly unsealed: number;
      readonly mails_waiting: number;
      readonly mails_failed: number;
      readonly node_version: string;
      readonly memory_bytes: number;
      readonly uptime_seconds: number;
    } | null;
  };
}

interface Event {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly id: string; readonly label: string } | null;
  readonly action_label: string;
  readonly entity_label: string;
  readonly about: { readonly title: string | null; readonly path: string | null };
  /** What the record amounts to today. */
  readonly amount: CurrencyAmount | null;
  readonly fields: readonly string[];
}

interface Heat {
  readonly data: {
    readonly cells: readonly HeatCell[];
    readonly days: readonly { readonly day: string; readonly count: number }[];
    readonly people: readonly { readonly id: string; readonly full_name: string; readonly count: number }[];
    readonly entities: readonly { readonly entity: string; readonly label: string; readonly count: number }[];
  };
}

const when = (instant: string): string => dateTimeKind.format(instant, {});
const dayLabel = (day: string): string => `${day.slice(8, 10)}/${day.slice(5, 7)}`;
const minutesSince = (instant: string): number => Math.floor((Date.now() - Date.parse(instant)) / 60_000);

const uptime = (seconds: number): string => {
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} días`;
  return hours > 0
    ? `${hours} h ${Math.floor((seconds % 3600) / 60)} min`
    : `${Math.floor(seconds / 60)} min`;
};

const useUsers = (text: string, open: boolean): OptionsState => useOptions(users, text, { asking: open });

/** Reportes › Actividad del Sistema: connected users, actions over time, and the state of the server. */
export function SystemActivity(): ReactElement {
  const may = usePermission('reports.activity');
  const verdict = missing('reports.activity');
  return (
    <Page>
      <PageHeader
        actions={<LinkButton to={reportsPath}>Informes</LinkButton>}
        description="Qué se hace y quién lo hace, sin los valores de cada dato. Esos están en los logs de auditoría."
        title="Actividad del Sistema"
      />
      {may ? (
        <Shown />
      ) : (
        <NoAccess title="No puede ver la actividad">{!verdict.allowed && verdict.reason}</NoAccess>
      )}
    </Page>
  );
}

function Shown(): ReactElement {
  const [parameters, setParameters] = useSearchParams();
  const user = parameters.get('user') ?? '';
  const [chosen] = useOptionLabels(users, user ? [user] : []);
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(parameters);
    if (value) next.set(name, value);
    else next.delete(name);
    setParameters(next, { replace: true });
  };
  const [entity, action] = [parameters.get('entity') ?? '', parameters.get('action') ?? ''];
  const filter = {
    ...(user && { 'f.actor_id': user }),
    ...(entity && { 'f.entity': entity }),
    ...(action && { 'f.action': action }),
  };
  const days = ['7', '28', '90'].includes(parameters.get('days') ?? '') ? parameters.get('days') : '28';
  return (
    <>
      <Present />
      <Card title="Cuándo se trabaja">
        <Filters>
          <ComboBox
            label="Usuario"
            onChange={(option) => set('user', option?.id ?? '')}
            placeholder="Todos"
            useOptions={useUsers}
            value={chosen ?? null}
          />
          <Select
            clearable={false}
            label="Periodo"
            onChange={(value) => set('days', value)}
            options={[
              { value: '7', label: 'Últimos 7 días' },
              { value: '28', label: 'Últimas 4 semanas' },
              { value: '90', label: 'Últimos 90 días' },
            ]}
            value={days ?? '28'}
          />
        </Filters>
        <Pattern days={days ?? '28'} user={user} />
      </Card>
      <Card
        actions={(['xlsx', 'csv'] as const).map((format) => (
          <DownloadButton
            key={format}
            name={`Actividad del sistema.${format}`}
            path={`/activity/events/file?${new URLSearchParams({ ...filter, format })}`}
            size="small"
          >
            Exportar {format.toUpperCase()}
          </DownloadButton>
        ))}
        title="Línea de tiempo"
      >
        <Filters>
          <Select
            label="Tipo de registro"
            onChange={(value) => set('entity', value)}
            options={Object.entries(entityLabels).map(([value, label]) => ({ value, label }))}
            placeholder="Todos"
            value={entity}
          />
          <Select
            label="Acción"
            onChange={(value) => set('action', value)}
            options={Object.entries(actionLabels).map(([value, label]) => ({ value, label }))}
            placeholder="Todas"
            value={action}
          />
        </Filters>
        <Events filter={filter} key={JSON.stringify(filter)} />
      </Card>
    </>
  );
}

/** Connected users, recent sign-ins, and the server. */
function Present(): ReactElement {
  const answer = useApiQuery<Now>('/activity', { refreshInterval: 60_000 });
  const now = answer.data?.data;
  if (answer.error && !now)
    return <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />;
  if (!now) {
    return (
      <Card>
        <Skeleton lines={6} />
      </Card>
    );
  }
  const { system } = now;
  const active = now.people.filter(({ last_used_at }) => minutesSince(last_used_at) < 15);
  return (
    <>
      <Columns>
        <Card title={active.length === 1 ? '1 persona conectada' : `${active.length} personas conectadas`}>
          <ul>
            {now.people.slice(0, 12).map((person) => (
              <li key={person.id}>
                <Link to={`/gestion/usuarios/${person.id}`}>{person.full_name}</Link>
                {minutesSince(person.last_used_at) < 15 ? (
                  <Badge tone="success">Ahora</Badge>
                ) : (
                  <small>Último uso: {when(person.last_used_at)}</small>
                )}
                {person.sessions > 1 && <small>{person.sessions} sesiones</small>}
              </li>
            ))}
          </ul>
        </Card>
        <Card title="Últimos ingresos">
          <ul>
            {now.sign_ins.slice(0, 12).map((one) => (
              <li key={one.id}>
                <span>{one.full_name ?? 'Correo desconocido'}</span>
                <Badge tone={one.action === 'login' ? 'success' : 'warning'}>
                  {one.action === 'login'
                    ? 'Entró'
                    : one.action === 'login_failed'
                      ? 'Contraseña equivocada'
                      : 'Rechazado'}
                </Badge>
                <small>{when(one.at)}</small>
              </li>
            ))}
          </ul>
        </Card>
      </Columns>
      <Card title="Últimas 24 horas">
        <BarChart
          axis="Hora"
          bars={now.hours.map(({ hour, changes }) => ({
            key: hour,
            label: `${hour.slice(11, 13)} h`,
            value: changes,
          }))}
          title="Movimientos por hora"
          unit="movimientos"
        />
      </Card>
      {system && (
        <Card title="Sistema">
          <DescriptionList
            items={[
              { key: 'up', label: 'En marcha desde hace', value: uptime(system.uptime_seconds) },
              { key: 'memory', label: 'Memoria', value: formatBytes(system.memory_bytes) },
              { key: 'size', label: 'Base de datos', value: formatBytes(system.database_bytes) },
              { key: 'mails', label: 'Correos por enviar', value: formatCount(system.mails_waiting) },
              { key: 'failed', label: 'Correos fallidos (7 días)', value: formatCount(system.mails_failed) },
              { key: 'unsealed', label: 'Movimientos por sellar', value: formatCount(system.unsealed) },
              {
                key: 'versions',
                label: 'Versiones',
                value: `PostgreSQL ${system.database_version} · Node ${system.node_version} · migración ${system.migration}`,
              },
            ]}
          />
        </Card>
      )}
    </>
  );
}

function Pattern({ user, days }: { user: string; days: string }): ReactElement {
  const answer = useApiQuery<Heat>('/activity/heatmap', {
    query: { days, ...(user && { user }) },
    keepPreviousData: true,
  });
  const heat = answer.data?.data;
  if (answer.error && !heat)
    return <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />;
  if (!heat) return <Skeleton lines={8} />;
  return (
    <>
      <HeatMap cells={heat.cells} label="Movimientos por día de la semana y hora" />
      <Columns>
        <BarChart
          axis="Día"
          bars={heat.days.map(({ day, count }) => ({ key: day, label: dayLabel(day), value: count }))}
          title="Por día"
          unit="movimientos"
        />
        <ol aria-label="Quién más">
          {heat.people.slice(0, 8).map((person) => (
            <li key={person.id}>
              <span>{person.full_name}</span>
              <small>{formatCount(person.count)}</small>
            </li>
          ))}
        </ol>
      </Columns>
    </>
  );
}

function Events({ filter }: { filter: Readonly<Record<string, string>> }): ReactElement {
  const [pages, setPages] = useState<readonly string[]>(['']);
  return (
    <Timeline aria-label="Lo que se hizo">
      {pages.map((cursor, index) => (
        <EventPage
          cursor={cursor}
          filter={filter}
          key={cursor}
          onMore={index === pages.length - 1 ? (next) => setPages([...pages, next]) : undefined}
        />
      ))}
    </Timeline>
  );
}

function EventPage({
  filter,
  cursor,
  onMore,
}: {
  filter: Readonly<Record<string, string>>;
  cursor: string;
  onMore: ((next: string) => void) | undefined;
}): ReactElement {
  const mayRead = usePermission('audit.view');
  const answer = useApiQuery<{ readonly data: readonly Event[]; readonly next_cursor: string | null }>(
    '/activity/events',
    { query: { ...filter, ...(cursor && { cursor }) } },
  );
  const page = answer.data;
  if (answer.error && !page) {
    return (
      <li>
        <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />
      </li>
    );
  }
  if (!page) {
    return (
      <li>
        <Skeleton lines={4} />
      </li>
    );
  }
  const next = page.next_cursor;
  return (
    <>
      {page.data.length === 0 && <li>No hay movimientos con estos filtros.</li>}
      {page.data.map((event) => (
        <li key={event.id}>
          {event.actor?.label ?? 'Sistema o visitante'} · {event.action_label} · {event.entity_label}
          {event.about.title && (
            <>
              :{' '}
              {event.about.path ? (
                <Link to={`/${event.about.path}`}>{event.about.title}</Link>
              ) : (
                event.about.title
              )}
            </>
          )}
          {event.amount && <strong title="Monto de hoy"> · {formatAmount(event.amount)}</strong>}
          <small>
            <time dateTime={event.at}>{when(event.at)}</time>
            {event.fields.length > 0 && ` · ${event.fields.join(', ')}`}
            {mayRead && (
              <>
                {' · '}
                <Link to={`/${auditEntries.screen}/${event.id}`}>Ver valores</Link>
              </>
            )}
          </small>
        </li>
      ))}
      {next && onMore && (
        <li>
          <Button onClick={() => onMore(next)} size="small">
            Ver más
          </Button>
        </li>
      )}
    </>
  );
}
