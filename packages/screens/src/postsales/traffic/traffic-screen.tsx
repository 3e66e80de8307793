import { createIdempotencyKey } from '@pauta/core';
import { useApiQuery, useInvalidate } from '@pauta/core/react';
import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { placingPlans } from '@pauta/domain/postsales/placing/placing-plan.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import { quotas } from '@pauta/domain/postsales/quotas/quota.ts';
import { specialDays } from '@pauta/domain/postsales/special-days/special-day.ts';
import type { TrafficBreak, TrafficDay, TrafficSpot } from '@pauta/domain/postsales/traffic/traffic-day.ts';
import type { AnyRecord, Resource, Values } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { CommandDialog } from '@pauta/ui/command/command-dialog.tsx';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { DatePicker } from '@pauta/ui/controls/date-picker.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { IconButton } from '@pauta/ui/controls/icon-button.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import type { MenuAction } from '@pauta/ui/controls/menu.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useCommands } from '@pauta/ui/data/use-commands.ts';
import { useLive } from '@pauta/ui/live/use-live.ts';
import { useNavigate, useSearchParams } from '@pauta/ui/router.ts';
import { ChevronLeft, ChevronRight, RadioTower } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { DailyLogDialog } from '../daily-log/daily-log-dialog.tsx';
import { PlaceDialog } from '../placing/place-dialog.tsx';
import { SpecialDayButtons } from '../special-days/special-day-buttons.tsx';
import { conflictsOf, type Held } from './held.ts';
import { TrafficBoard } from './traffic-board.tsx';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: var(--pauta-space-2) var(--pauta-space-3);
  margin-block-end: var(--pauta-space-4);
  & > [data-field] { inline-size: min(18rem, 100%); }
  & > [data-day] { inline-size: 11.5rem; }
`;

/** A command that asks before it is run. */
interface Asked {
  readonly resource: Resource;
  readonly name: string;
  readonly record: AnyRecord;
  readonly initial: Values;
  readonly title: string;
}

/** What changes the day of a station. */
const shownResources: readonly string[] = [
  'placements',
  'quotas',
  'inventory_items',
  'tech_sheets',
  'contracts',
  'special_days',
];

/** Milliseconds in which changes by others join one request. */
const together = 250;

/** A record of which only the version is known; the dialog of a command asks for nothing else. */
const versionOf = (id: string, row_version: number): AnyRecord =>
  ({ id, row_version }) as unknown as AnyRecord;

/** Why breaks of the day are not as usual, each reason once, with their number. */
const specialTexts = (breaks: readonly TrafficBreak[]): string[] => {
  const reasons = Map.groupBy(
    breaks.filter(({ special }) => special !== null),
    ({ special }) => special,
  );
  const official = breaks.reduce(
    (sum, one) => sum + one.official.reduce((seconds, { duration_sec }) => seconds + duration_sec, 0),
    0,
  );
  return [
    ...[...reasons].map(
      ([reason, own]) => `${reason} (${own.length === 1 ? '1 corte' : `${own.length} cortes`})`,
    ),
    ...(official > 0 ? [`tiempo oficial, ${formatCount(official)} s`] : []),
  ];
};

const referenceTo = (id: string, label: string) => ({ id, label });

function StationDay(): ReactElement {
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get('dia') ?? '';
  const day = isCivilDate(asked) ? asked : companyToday();
  const station = parameters.get('emisora');
  const query = new URLSearchParams({ day, ...(station && { station }) }).toString();
  const answer = useApiQuery<{ readonly data: TrafficDay }>(`/placements/day?${query}`, {
    keepPreviousData: true,
  });
  const commands = useCommands(placements);
  const quotaCommands = useCommands(quotas);
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const mayMove = useMay(placements).permission('placements.move').allowed;
  const mayPlace = useMay(placements).permission('placements.create').allowed;
  const [dialog, setDialog] = useState<Asked | null>(null);
  const [isPlacing, setPlacing] = useState(false);
  const [isIssuing, setIssuing] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive((message) => {
    const name =
      message.type === 'change' ? message.event.resource : message.type === 'many' ? message.resource : null;
    if (message.type !== 'reset' && (name === null || !shownResources.includes(name))) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void answer.mutate(), together);
  });
  const show = (change: Readonly<Record<string, string>>): void => {
    const next = new URLSearchParams(parameters);
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setParameters(next, { replace: true });
  };
  const data = answer.data?.data;
  const reload = (): void => void invalidate('/placements').catch(() => {});
  const drop = async (held: Held, at: TrafficBreak, before: TrafficSpot | null): Promise<void> => {
    if (!data) return;
    const record =
      held.kind === 'spot'
        ? versionOf(held.spot.id, held.spot.row_version)
        : versionOf(held.quota.quota_id, 0);
    const [resource, name] = held.kind === 'spot' ? [placements, 'move'] : [quotas, 'place_in'];
    const title = held.kind === 'spot' ? held.spot.description : held.quota.description;
    if (conflictsOf(data, held, at).length > 0) {
      setDialog({
        resource,
        name,
        record: await (held.kind === 'spot' ? commands : quotaCommands).read(record.id),
        title,
        initial: {
          starts_on: data.day,
          inventory_item_id: referenceTo(at.id, at.name),
          before_id: before && referenceTo(before.id, before.description),
        },
      });
      return;
    }
    const body = { starts_on: data.day, inventory_item_id: at.id, before_id: before?.id ?? null };
    try {
      await (held.kind === 'spot' ? commands : quotaCommands).command(
        record,
        name,
        body,
        createIdempotencyKey(),
      );
      notify(`«${title}» está en el corte de las ${at.airs_at}`, { tone: 'success' });
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    }
    reload();
  };
  const run = async (spot: TrafficSpot, name: 'pin' | 'unpin' | 'swap', body: object = {}): Promise<void> => {
    try {
      await commands.command(spot, name, body, createIdempotencyKey());
      notify(placements.commands[name]?.done ?? '', { tone: 'success' });
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    }
    reload();
  };
  const ask = async (spot: TrafficSpot, name: string, initial: Values): Promise<void> => {
    try {
      const record = await commands.read(spot.id);
      setDialog({ resource: placements, name, record, title: spot.description, initial });
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    }
  };
  const actionsOf = (spot: TrafficSpot): readonly MenuAction[] => {
    const disabledReason = !mayMove
      ? 'No tiene permiso para mover colocaciones.'
      : !['scheduled', 'confirmed'].includes(spot.status)
        ? 'Su resultado ya está registrado.'
        : undefined;
    const pinned = spot.pinned ? 'Está fijada: suéltela antes.' : undefined;
    return [
      {
        id: 'move',
        label: 'Mover a…',
        disabledReason: disabledReason ?? pinned,
        onAction: () => void ask(spot, 'move', { starts_on: day }),
      },
      {
        id: 'swap',
        label: 'Intercambiar con…',
        disabledReason: disabledReason ?? pinned,
        onAction: () => void ask(spot, 'swap', {}),
      },
      {
        id: 'pin',
        label: spot.pinned ? 'Soltar' : 'Fijar en su lugar',
        disabledReason,
        onAction: () => void run(spot, spot.pinned ? 'unpin' : 'pin'),
      },
      {
        id: 'open',
        label: 'Abrir la colocación',
        onAction: () => void navigate(paths.record(placements, spot.id)),
      },
    ];
  };
  const specials = specialTexts(data?.breaks ?? []);
  const command = dialog?.resource.commands[dialog.name];
  return (
    <Card>
      <Bar>
        <div data-field>
          <Select
            clearable={false}
            label="Emisora o canal"
            onChange={(value) => show({ emisora: value })}
            options={(data?.stations ?? []).map(({ id, label }) => ({ value: id, label }))}
            value={data?.station?.id ?? ''}
          />
        </div>
        <IconButton
          icon={<ChevronLeft aria-hidden size={16} />}
          label="Día anterior"
          onClick={() => show({ dia: addDays(day, -1) })}
        />
        <div data-day>
          <DatePicker label="Día" onChange={(value) => show({ dia: value })} value={day} />
        </div>
        <IconButton
          icon={<ChevronRight aria-hidden size={16} />}
          label="Día siguiente"
          onClick={() => show({ dia: addDays(day, 1) })}
        />
        <Button onClick={() => show({ dia: '' })}>Hoy</Button>
        {mayPlace && data?.station && (
          <Button onClick={() => setPlacing(true)}>Colocar automáticamente</Button>
        )}
        {data?.station && <Button onClick={() => setIssuing(true)}>Guía comercial</Button>}
        {data?.station && (
          <SpecialDayButtons initial={{ subdivision_id: data.station, day }} onDone={reload} />
        )}
      </Bar>
      {answer.error && <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />}
      {specials.length > 0 && <Banner tone="warning">{`Día especial: ${specials.join(' · ')}`}</Banner>}
      {!data ? (
        !answer.error && <Skeleton lines={10} />
      ) : data.breaks.length === 0 ? (
        <EmptyState icon={<RadioTower aria-hidden size={24} />} title="Ningún corte este día">
          {data.stations.length === 0
            ? 'Ninguna emisora tiene cortes todavía. Créelos en Inventario, desde un programa o una franja.'
            : 'Esta emisora no tiene cortes este día. Elija otro día u otra emisora.'}
        </EmptyState>
      ) : (
        <TrafficBoard
          actionsOf={actionsOf}
          day={data}
          mayMove={mayMove}
          mayPlace={mayPlace}
          onDrop={(held, at, before) => void drop(held, at, before)}
          onSwap={(spot, other) => void run(spot, 'swap', { with_id: other.id })}
        />
      )}
      {isIssuing && data?.station && (
        <DailyLogDialog day={day} onClose={() => setIssuing(false)} station={data.station} />
      )}
      {isPlacing && data?.station && (
        <PlaceDialog
          initial={{ subdivision_id: data.station, period: { from: day, to: addDays(day, 27) } }}
          onChanged={reload}
          onClose={() => setPlacing(false)}
        />
      )}
      {dialog && command && (
        <CommandDialog
          command={command}
          fields={command.fields}
          initial={dialog.initial}
          keepsDraft={false}
          name={dialog.name}
          onClose={() => setDialog(null)}
          onDone={() => {
            setDialog(null);
            reload();
          }}
          record={dialog.record}
          resource={dialog.resource}
          title={dialog.title}
        />
      )}
    </Card>
  );
}

/** PostVenta › Gestión de Cupos › Tráfico: the breaks of a station on a day, with what is in them and what is not yet. */
export function TrafficScreen(): ReactElement {
  const verdict = useMay(placements).permission(placements.permissions.viewAll ?? '');
  return (
    <Page>
      <PageHeader
        actions={
          <>
            <LinkButton to={paths.list(quotas)}>Cupos</LinkButton>
            <LinkButton to={paths.list(placements)}>Todas las colocaciones</LinkButton>
            <LinkButton to={paths.list(placingPlans)}>Planes</LinkButton>
            <LinkButton to={paths.list(specialDays)}>Días especiales</LinkButton>
          </>
        }
        description="Los cortes de una emisora o canal en un día: arrastre cada anuncio a su lugar, o tómelo con la barra espaciadora."
        title="Tráfico"
      />
      {verdict.allowed ? (
        <StationDay />
      ) : (
        <NoAccess title="No puede ver el tráfico">{verdict.reason}</NoAccess>
      )}
    </Page>
  );
}
