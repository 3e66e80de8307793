import { ApiError } from '@pauta/core';
import { useApi, useApiQuery, useInvalidate } from '@pauta/core/react';
import { auditActionLabel, entityLabels } from '@pauta/domain/admin/audit/audit-labels.ts';
import { dateTimeKind } from '@pauta/domain/kinds/date.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { ConfirmDialog } from '@pauta/ui/controls/confirm-dialog.tsx';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { Link } from '@pauta/ui/router.ts';
import type { OwnScreenProps } from '@pauta/ui/screens/resource-screens.tsx';
import { CloudOff, RotateCcw } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

interface Restore {
  readonly method: 'PATCH' | 'PUT';
  readonly path: string;
  readonly version: number | null;
  readonly values: Readonly<Record<string, unknown>>;
  readonly all: Readonly<Record<string, unknown>>;
  readonly blocked: readonly { readonly field: string; readonly label: string; readonly reason: string }[];
}

/** An audit log entry with its values, as `GET /audit-entries/{id}` returns it. */
export interface LogEntryData {
  readonly id: string;
  readonly number: number;
  readonly at: string;
  readonly actor_id: Reference | null;
  readonly on_behalf_of: Reference | null;
  readonly action: string;
  readonly entity: string;
  readonly record_id: string;
  readonly reason: string | null;
  readonly ip: string | null;
  readonly request_id: string | null;
  readonly position: number | null;
  readonly about: { readonly title: string | null; readonly path: string | null };
  readonly changes: readonly {
    readonly field: string;
    readonly label: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  readonly restore: Restore | null;
}

const Scroll = styled.section`
  overflow-x: auto;
  & table { inline-size: 100%; border-collapse: collapse; }
  & :is(th, td) { padding: var(--pauta-space-2); border-block-end: 1px solid var(--pauta-color-border); text-align: start; vertical-align: top; font-weight: 400; overflow-wrap: anywhere; }
  & thead th { color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); font-weight: var(--pauta-weight-medium); }
  & td { inline-size: 32%; white-space: pre-line; }
  & td[data-before] { color: var(--pauta-color-text-muted); }
  & td[data-after] { font-weight: var(--pauta-weight-medium); }
`;

/** One audit log entry: author, action, origin; each value before and after; and restoring it. */
export function LogEntry({ id = '' }: OwnScreenProps): ReactElement {
  const answer = useApiQuery<{ readonly data: LogEntryData }>(`/audit-entries/${id}`);
  const entry = answer.data?.data;
  return (
    <Page data-width="form">
      <PageHeader
        back={{ to: '/reportes/logs', label: 'Logs de Auditoría' }}
        title={entry ? titleOf(entry) : 'Movimiento'}
      />
      {entry ? (
        <Shown entry={entry} refresh={() => answer.mutate()} />
      ) : (
        <Card>
          {answer.error ? (
            <EmptyState
              actions={<Button onClick={() => void answer.mutate()}>Reintentar</Button>}
              icon={<CloudOff aria-hidden size={24} />}
              title={describeFailure(answer.error).title}
            >
              {describeFailure(answer.error).message}
            </EmptyState>
          ) : (
            <Skeleton lines={8} />
          )}
        </Card>
      )}
    </Page>
  );
}

const titleOf = ({ entity, action, about, record_id }: LogEntryData): string =>
  `${auditActionLabel(entity, action)}: ${about.title ?? record_id.slice(0, 8)}`;

const ofRequest = (request: string): string =>
  `/reportes/logs?${new URLSearchParams({ 'f.request_id': request })}`;
const ofRecord = ({ entity, record_id }: LogEntryData): string =>
  `/reportes/logs?${new URLSearchParams({ 'f.entity': entity, 'f.record_id': record_id })}`;

function Shown({ entry, refresh }: { entry: LogEntryData; refresh: () => Promise<unknown> }): ReactElement {
  const { about, changes, restore } = entry;
  return (
    <>
      <Card
        actions={
          <>
            {entry.request_id && (
              <LinkButton size="small" to={ofRequest(entry.request_id)}>
                Ver todo lo de esta solicitud
              </LinkButton>
            )}
            <LinkButton size="small" to={ofRecord(entry)}>
              Ver todo lo de este registro
            </LinkButton>
          </>
        }
        title="Movimiento"
      >
        <DescriptionList
          items={[
            { key: 'at', label: 'Fecha y hora', value: dateTimeKind.format(entry.at, {}) },
            {
              key: 'actor',
              label: 'Usuario',
              value: entry.actor_id ? (
                <Link to={`/gestion/usuarios/${entry.actor_id.id}`}>{entry.actor_id.label}</Link>
              ) : (
                'Sistema o visitante'
              ),
            },
            ...(entry.on_behalf_of
              ? [{ key: 'behalf', label: 'En nombre de', value: entry.on_behalf_of.label }]
              : []),
            { key: 'entity', label: 'Tipo de registro', value: entityLabels[entry.entity] ?? entry.entity },
            {
              key: 'record',
              label: 'Registro',
              value: about.path ? (
                <Link to={`/${about.path}`}>{about.title}</Link>
              ) : (
                (about.title ?? entry.record_id)
              ),
            },
            { key: 'ip', label: 'Dirección IP', value: entry.ip ?? '—' },
            { key: 'request', label: 'Solicitud', value: entry.request_id ?? '—' },
            {
              key: 'position',
              label: 'Lugar en la cadena',
              value: entry.position === null ? 'Por sellar' : formatCount(entry.position),
            },
            ...(entry.reason ? [{ key: 'reason', label: 'Motivo', value: entry.reason, wide: true }] : []),
          ]}
        />
      </Card>
      <Card
        actions={restore && <RestoreButton entry={entry} refresh={refresh} restore={restore} />}
        title="Valores"
      >
        {changes.length === 0 ? (
          <p>Este movimiento no cambió valores del registro.</p>
        ) : (
          <Scroll aria-label="Valores antes y después" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Dato</th>
                  <th scope="col">Antes</th>
                  <th scope="col">Después</th>
                </tr>
              </thead>
              <tbody>
                {changes.map((change) => (
                  <tr key={change.field}>
                    <th scope="row">{change.label}</th>
                    <td data-before>{change.before ?? '—'}</td>
                    <td data-after>{change.after ?? '—'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
        {restore && restore.blocked.length > 0 && (
          <Banner>
            No se pueden devolver desde aquí: {restore.blocked.map(({ label }) => label).join(', ')}. Cambian
            con su propia acción.
          </Banner>
        )}
      </Card>
    </>
  );
}

/** Restores the values that this entry replaced, by an ordinary update of the record with all its checks. */
function RestoreButton({
  entry,
  restore,
  refresh,
}: {
  entry: LogEntryData;
  restore: Restore;
  refresh: () => Promise<unknown>;
}): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const [asking, setAsking] = useState<'values' | 'all' | null>(null);
  const [running, setRunning] = useState(false);
  const later = Object.keys(restore.all).filter((name) => !(name in restore.values));

  const run = async (): Promise<void> => {
    if (!asking) return;
    setRunning(true);
    try {
      await api.request(restore.method, restore.path, {
        body: restore[asking],
        ...(restore.version !== null && { ifMatch: restore.version }),
      });
      notify('Se devolvieron los valores');
      await Promise.all([refresh(), invalidate(restore.path).catch(() => {})]);
    } catch (error) {
      const message =
        error instanceof ApiError && error.status === 412
          ? 'El registro cambió mientras lo miraba. Se volvió a leer: revise e intente de nuevo.'
          : describeFailure(error).message;
      notify(message, { tone: 'danger' });
      if (error instanceof ApiError && error.status === 412) await refresh();
    } finally {
      setRunning(false);
      setAsking(null);
    }
  };
  return (
    <>
      <Button icon={<RotateCcw aria-hidden size={15} />} onClick={() => setAsking('values')} size="small">
        Devolver estos valores
      </Button>
      {later.length > 0 && (
        <Button onClick={() => setAsking('all')} size="small">
          Dejarlo como estaba antes
        </Button>
      )}
      <ConfirmDialog
        confirm="Devolver"
        loading={running}
        onCancel={() => setAsking(null)}
        onConfirm={() => void run()}
        open={asking !== null}
        title={asking === 'all' ? 'Dejar el registro como estaba antes' : 'Devolver los valores de antes'}
      >
        <p>
          {entry.about.title ?? 'El registro'} vuelve a tener, en{' '}
          {asking === 'all'
            ? 'todo lo que cambió desde entonces, lo que decía antes de este movimiento'
            : 'los datos de este movimiento, lo que decía antes de él'}
          . Es un cambio más: queda en la auditoría y se puede deshacer.
        </p>
      </ConfirmDialog>
    </>
  );
}
