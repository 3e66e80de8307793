import { useApiQuery, useUser } from '@pauta/core/react';
import { companyToday, formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import {
  type CrewRoute,
  mapLink,
  nextAct,
  type RouteStop,
} from '@pauta/domain/implementation/route/crew-route.ts';
import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import {
  workOrderKinds,
  workOrderStates,
} from '@pauta/domain/implementation/work-orders/work-order-choices.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { token as t } from '@pauta/layout/theme';
import { badgeStyle } from '@pauta/ui/controls/badge.tsx';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import { Camera, MapPinned } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { StepList } from '../work-orders/step-list.tsx';
import { type FieldEntry, type KeptRoute, keepRoute, readKeptRoute } from './field-store.ts';
import { type FieldQueue, useFieldQueue } from './use-field-queue.ts';

const Stops = styled.ol`
  display: flex;
  flex-direction: column;
  gap: ${t('space-4')};
  margin: 0;
  padding: 0;
  list-style: none;
  ${badgeStyle}
  & header { display: flex; flex-wrap: wrap; align-items: baseline; gap: ${t('space-1')} ${t('space-2')}; }
  & h2 { flex: 1 1 14rem; margin: 0; font-size: ${t('text-lg')}; overflow-wrap: anywhere; }
  & h2 > a { color: ${t('color-text')}; }
  & p { margin: ${t('space-1')} 0; overflow-wrap: anywhere; }
  & p[data-muted] { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & [data-buttons] { display: flex; flex-wrap: wrap; gap: ${t('space-2')}; margin-block-start: ${t('space-2')}; }
  & [data-buttons] a { display: inline-flex; align-items: center; gap: ${t('space-2')}; min-block-size: ${t('target-size')}; color: ${t('color-accent-text')}; }
`;

const Waiting = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${t('space-2')};
  margin: ${t('space-2')} 0 0;
  padding: 0;
  list-style: none;
  & > li { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-2')}; }
  & > li > span { flex: 1 1 12rem; overflow-wrap: anywhere; }
`;

const whatIs = (entry: FieldEntry): string => {
  if (entry.kind === 'act') return workOrders.commands[entry.act]?.label ?? '';
  return entry.kind === 'photo' ? 'Foto' : 'Paso';
};

const said = (entry: FieldEntry): string =>
  `${whatIs(entry)}: ${entry.title}${entry.failure === null ? '' : `. ${entry.failure}`}`;

const waitingText = (count: number, isSending: boolean, isOnline: boolean): string => {
  const what = count === 1 ? '1 envío en espera' : `${count} envíos en espera`;
  if (!isOnline) return `${what}. Sin conexión: se envían solos cuando vuelva.`;
  return isSending ? `Enviando: ${what}.` : `${what}. Se intenta de nuevo en unos segundos.`;
};

/** What is not sent, and what was refused with what can be done about it. */
function QueueState({
  queue,
  isOnline,
}: {
  readonly queue: FieldQueue;
  readonly isOnline: boolean;
}): ReactElement {
  const entries = queue.entries ?? [];
  const refused = entries.filter(({ failure }) => failure !== null);
  const waiting = entries.length - refused.length;
  return (
    <div aria-live="polite">
      {queue.problem !== null && <Banner tone="danger">{queue.problem}</Banner>}
      {waiting > 0 && (
        <Banner tone={isOnline ? 'info' : 'warning'}>
          {waitingText(waiting, queue.isSending, isOnline)}
        </Banner>
      )}
      {refused.length > 0 && (
        <Banner tone="danger">
          <strong>El servidor no aceptó lo siguiente; sigue guardado en este teléfono.</strong>
          <Waiting>
            {refused.map((entry) => (
              <li key={entry.id}>
                <span>{said(entry)}</span>
                <Button onClick={() => void queue.retry(entry.id)} size="small">
                  Reintentar
                </Button>
                <Button onClick={() => void queue.discard(entry.id)} size="small" tone="quiet">
                  Descartar
                </Button>
              </li>
            ))}
          </Waiting>
        </Banner>
      )}
    </div>
  );
}

function Stop({
  stop,
  place,
  queue,
}: {
  readonly stop: RouteStop;
  readonly place: number;
  readonly queue: FieldQueue;
}): ReactElement {
  const camera = useRef<HTMLInputElement>(null);
  const mine = (queue.entries ?? []).filter(({ orderId }) => orderId === stop.id);
  const photos = mine.filter(({ kind }) => kind === 'photo').length;
  const lastAct = mine.findLast((entry) => entry.kind === 'act' && entry.failure === null);
  // As it will be once what was done here is sent.
  const status =
    lastAct?.kind === 'act' ? (workOrders.commands[lastAct.act]?.to ?? stop.status) : stop.status;
  const next = nextAct({ kind: stop.kind, status });
  const [state, tone] = workOrderStates[status as keyof typeof workOrderStates];
  const map = mapLink(stop);
  const steps = stop.steps.map((step) => {
    const last = mine.findLast((entry) => entry.kind === 'tick' && entry.stepId === step.id);
    const queued = last?.kind === 'tick' ? last : undefined;
    return {
      id: step.id,
      task: step.task,
      isRequired: step.is_required,
      doneAt: queued ? (queued.isDone ? new Date(queued.madeAt).toISOString() : null) : step.done_at,
      doneBy: step.done_by,
      remark: step.remark,
      isWaiting: queued !== undefined,
    };
  });
  const isUndone = steps.some(({ isRequired, doneAt }) => isRequired && doneAt === null);
  const reason =
    stop.blockers !== null
      ? 'Está bloqueada. Avise a tráfico cuando se resuelva.'
      : next !== 'start' && isUndone
        ? 'Marque antes los pasos obligatorios.'
        : undefined;
  return (
    <li>
      <Card>
        <header>
          <h2>
            <Link to={paths.record(workOrders, stop.id)}>{`${place}. ${stop.description}`}</Link>
          </h2>
          <span data-badge data-tone={tone}>
            {lastAct ? `${state}, por enviar` : state}
          </span>
        </header>
        <p data-muted>
          {[stop.number, workOrderKinds[stop.kind as keyof typeof workOrderKinds], stop.client, stop.crew]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p>{[stop.space, stop.address].filter(Boolean).join(' · ') || 'Sin dirección registrada.'}</p>
        {stop.blockers !== null && <Banner tone="warning">{`Bloqueada: ${stop.blockers}`}</Banner>}
        <StepList
          onToggle={(id, isDone) => {
            const step = stop.steps.find((one) => one.id === id);
            if (step) void queue.tick({ id, orderId: stop.id, task: step.task }, isDone);
          }}
          steps={steps}
        />
        <p data-muted>
          {[
            stop.photos === 1 ? '1 foto enviada' : `${stop.photos} fotos enviadas`,
            ...(photos > 0 ? [`${photos} por enviar`] : []),
          ].join(' · ')}
        </p>
        <div data-buttons>
          <input
            accept="image/*"
            aria-label={`Foto de ${stop.description}`}
            capture="environment"
            hidden
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = '';
              if (file) void queue.photo(stop, file);
            }}
            ref={camera}
            type="file"
          />
          <Button
            icon={<Camera aria-hidden size={18} />}
            onClick={() => camera.current?.click()}
            tone="primary"
          >
            Tomar foto
          </Button>
          {next !== null && (
            <Button disabledReason={reason} onClick={() => void queue.act(stop, next)}>
              {workOrders.commands[next]?.label}
            </Button>
          )}
          {map !== null && (
            <a href={map} rel="noreferrer" target="_blank">
              <MapPinned aria-hidden size={18} />
              Cómo llegar
            </a>
          )}
        </div>
      </Card>
    </li>
  );
}

/** Whether the browser has a network, as far as it knows. */
function useOnline(): boolean {
  const [isOnline, setOnline] = useState(() => navigator.onLine !== false);
  useEffect(() => {
    const change = (): void => setOnline(navigator.onLine !== false);
    addEventListener('online', change);
    addEventListener('offline', change);
    return () => {
      removeEventListener('online', change);
      removeEventListener('offline', change);
    };
  }, []);
  return isOnline;
}

function MyRoute(): ReactElement {
  const user = useUser();
  const userId = String(user?.id ?? '');
  const isOnline = useOnline();
  const answer = useApiQuery<{ readonly data: CrewRoute }>(`/work-orders/route?day=${companyToday()}`);
  const { data, error, mutate } = answer;
  const [kept, setKept] = useState<KeptRoute>();
  const queue = useFieldQueue(() => void mutate());
  useEffect(() => {
    // Without it the route is only not there the next time that there is no network.
    if (data) keepRoute(userId, { route: data.data, readAt: Date.now() }).catch(() => {});
  }, [data, userId]);
  useEffect(() => {
    if (error) readKeptRoute(userId).then(setKept, () => {});
  }, [error, userId]);
  const route = data?.data ?? kept?.route;
  return (
    <>
      <QueueState isOnline={isOnline} queue={queue} />
      {!data && kept && (
        <Banner tone="warning">
          {`Sin conexión: se muestra la ruta guardada el ${formatInstant(new Date(kept.readAt).toISOString())}.`}
        </Banner>
      )}
      {error && !route && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!route ? (
        !error && <Skeleton lines={8} />
      ) : route.stops.length === 0 ? (
        <EmptyState icon={<MapPinned aria-hidden size={24} />} title="Nada en su ruta de hoy">
          Aquí aparecen las órdenes programadas para hoy, a su cargo o de su cuadrilla. Pregunte a tráfico si
          esperaba alguna.
        </EmptyState>
      ) : (
        <Stops aria-label={`Ruta del ${formatCivilDate(route.day)}`}>
          {route.stops.map((stop, place) => (
            <Stop key={stop.id} place={place + 1} queue={queue} stop={stop} />
          ))}
        </Stops>
      )}
    </>
  );
}

/** Implementación › Ruta de hoy: the orders of a crew on a telephone, also without a network. */
export function RoutePage(): ReactElement {
  const verdict = useMay(workOrders).permission('work_orders.execute');
  return (
    <Page>
      <PageHeader
        actions={<LinkButton to={paths.list(workOrders)}>Todas las órdenes</LinkButton>}
        description="Sus órdenes de hoy en orden de visita. Funciona sin conexión: lo que inicie, marque, fotografíe y termine se guarda y se envía solo."
        title="Ruta de hoy"
      />
      {verdict.allowed ? <MyRoute /> : <NoAccess title="No puede ver la ruta">{verdict.reason}</NoAccess>}
    </Page>
  );
}
