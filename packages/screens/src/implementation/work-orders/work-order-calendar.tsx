import { createIdempotencyKey } from '@pauta/core';
import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import {
  workOrderKinds,
  workOrderStates,
} from '@pauta/domain/implementation/work-orders/work-order-choices.ts';
import { daysBetween } from '@pauta/domain/kinds/date-range.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { formatQuery, type ListQuery } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Agenda, type AgendaItem, dayText } from '@pauta/ui/agenda/agenda.tsx';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { IconButton } from '@pauta/ui/controls/icon-button.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useCommands } from '@pauta/ui/data/use-commands.ts';
import { useResourceList } from '@pauta/ui/data/use-resource-list.ts';
import { useListQuery } from '@pauta/ui/list/state/use-list-query.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { WorkOrderFilters } from './work-order-filters.tsx';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--pauta-space-2);
  & > h2 { flex: 1 1 16rem; font-size: var(--pauta-text-lg); }
  & > h2::first-letter { text-transform: uppercase; }
`;

/** The Monday of a day's week. */
const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** Orders of a week that are loaded; the list has all. */
const most = 100;

const read = [
  'number',
  'kind',
  'client_id',
  'crew_id',
  'assignee_id',
  'planned_start',
  'planned_end',
  'sla_due',
  'blockers',
];

const over = new Set(['on_air', 'completed', 'missed', 'cancelled']);

const itemOf = (record: AnyRecord): AgendaItem => {
  const state = workOrderStates[record.status as keyof typeof workOrderStates];
  const who = (record.crew_id ?? record.assignee_id) as Reference | null;
  return {
    id: record.id,
    title: [record.number, record.description].filter(Boolean).join(' · '),
    to: paths.record(workOrders, record.id),
    day: String(record.planned_start),
    from: null,
    length: 60,
    tone: record.blockers === null ? state[1] : 'danger',
    detail: [
      workOrderKinds[record.kind as keyof typeof workOrderKinds],
      record.blockers === null ? state[0] : 'Bloqueada',
      who?.label,
    ]
      .filter(Boolean)
      .join(' · '),
    done: over.has(String(record.status)),
  };
};

/** The orders of a week by the day on which their work begins; dragging one to another day reprograms it. */
export function WorkOrderCalendar(): ReactElement {
  const list = useListQuery(workOrders);
  const may = useMay(workOrders);
  const commands = useCommands(workOrders);
  const today = companyToday();
  const asked = list.parameter('dia') ?? '';
  const first = mondayOf(isCivilDate(asked) ? asked : today);
  const days = Array.from({ length: 7 }, (_, place) => addDays(first, place));
  const last = days.at(-1) ?? first;
  const query: ListQuery = {
    ...list.query,
    filters: [
      ...list.query.filters.filter(({ field }) => field !== 'planned_start'),
      { field: 'planned_start', operator: 'between', from: first, to: last },
    ],
    sort: { field: 'planned_start', descending: false },
    limit: most,
    cursor: null,
  };
  const answer = useResourceList(workOrders, query, read);
  const records = answer.data?.data ?? [];
  const go = (to: string): void =>
    list.show({ ...list.view, query: { ...list.query, cursor: null } }, { dia: to === today ? null : to });
  const move = (item: AgendaItem, to: string): void => {
    const record = records.find(({ id }) => id === item.id);
    const command = workOrders.commands.reprogram;
    if (!record || !command) return;
    const verdict = may.command(record, command);
    if (!verdict.allowed) {
      notify(verdict.reason, { tone: 'danger' });
      return;
    }
    const shift = daysBetween(String(record.planned_start), to);
    const body = {
      planned_start: to,
      planned_end: record.planned_end === null ? null : addDays(String(record.planned_end), shift),
    };
    commands.command(record, 'reprogram', body, createIdempotencyKey()).then(
      () => notify(command.done),
      (error: unknown) => notify(describeFailure(error).message, { tone: 'danger' }),
    );
  };
  return (
    <>
      <WorkOrderFilters list={list} />
      <Bar>
        <h2>{`${dayText(first)} – ${dayText(last)}`}</h2>
        <IconButton
          icon={<ChevronLeft aria-hidden size={18} />}
          label="Semana anterior"
          onClick={() => go(addDays(first, -7))}
        />
        <Button aria-pressed={days.includes(today)} onClick={() => go(today)}>
          Hoy
        </Button>
        <IconButton
          icon={<ChevronRight aria-hidden size={18} />}
          label="Semana siguiente"
          onClick={() => go(addDays(first, 7))}
        />
      </Bar>
      {answer.error && !answer.data && (
        <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />
      )}
      {answer.data && answer.data.next_cursor !== null && (
        <Banner tone="info">
          {`Se muestran las primeras ${most} órdenes de la semana. `}
          <LinkButton
            size="small"
            to={`${paths.list(workOrders)}?${formatQuery(workOrders, { ...query, limit: list.query.limit })}`}
          >
            Ver todas en la lista
          </LinkButton>
        </Banner>
      )}
      {answer.data ? (
        <Agenda
          days={days}
          items={records.map(itemOf)}
          label="Calendario de órdenes"
          today={today}
          {...(may.permission('work_orders.update_all').allowed && { onMove: move })}
        />
      ) : (
        !answer.error && (
          <Card>
            <Skeleton lines={9} />
          </Card>
        )
      )}
    </>
  );
}
