import { createIdempotencyKey } from '@pauta/core';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import {
  workOrderKinds,
  workOrderStates,
} from '@pauta/domain/implementation/work-orders/work-order-choices.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { ListQuery } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Board, type BoardCard, type BoardColumn } from '@pauta/ui/board/board.tsx';
import { CommandDialog } from '@pauta/ui/command/command-dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useCommands } from '@pauta/ui/data/use-commands.ts';
import { useResourceList } from '@pauta/ui/data/use-resource-list.ts';
import { useListQuery } from '@pauta/ui/list/state/use-list-query.ts';
import { type ReactElement, useState } from 'react';
import { WorkOrderFilters } from './work-order-filters.tsx';
import { workOrderInitial } from './work-order-initial.ts';

/** The columns: the states with something left to do, and what was missed. */
const shown = [
  'pending',
  'material_pending',
  'in_validation',
  'scheduled',
  'in_progress',
  'on_air',
  'paused',
  'missed',
] as const;
type Shown = (typeof shown)[number];

const perColumn = 40;

/** Fields that a card shows, or that moving it needs. */
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
  'steps_open',
];

const content = (record: AnyRecord): ReactElement => {
  const due = record.sla_due as string | null;
  const isLate = due !== null && due < companyToday() && record.status !== 'on_air';
  const who = (record.crew_id ?? record.assignee_id) as Reference | null;
  return (
    <>
      <span>{workOrderKinds[record.kind as keyof typeof workOrderKinds]}</span>
      {record.client_id !== null && <span>{(record.client_id as Reference).label}</span>}
      {due && <span>{`SLA ${formatCivilDate(due)}`}</span>}
      {who && <span>{who.label}</span>}
      {isLate && (
        <span data-badge data-tone="danger">
          Tarde
        </span>
      )}
      {record.blockers !== null && (
        <span data-badge data-tone="warning">
          Bloqueada
        </span>
      )}
    </>
  );
};

const useColumn = (query: ListQuery, state: Shown) =>
  useResourceList(
    workOrders,
    {
      ...query,
      filters: [
        ...query.filters.filter(({ field }) => field !== 'status'),
        { field: 'status', operator: 'in', values: [state] },
      ],
      sort: { field: 'sla_due', descending: false },
      limit: perColumn,
      cursor: null,
    },
    read,
  );

/** The command that leads from a state to another. */
const commandBetween = (from: string, to: string): string | undefined =>
  Object.entries(workOrders.commands).find(
    ([, command]) => command.to === to && command.from?.includes(from),
  )?.[0];

/** The orders by state. A card is moved by dragging or by its menu; the command asks for what it needs. */
export function WorkOrderBoard(): ReactElement {
  const list = useListQuery(workOrders);
  const may = useMay(workOrders);
  const commands = useCommands(workOrders);
  const [running, setRunning] = useState<{ record: AnyRecord; name: string } | null>(null);
  const answers: Readonly<Record<Shown, ReturnType<typeof useColumn>>> = {
    pending: useColumn(list.query, 'pending'),
    material_pending: useColumn(list.query, 'material_pending'),
    in_validation: useColumn(list.query, 'in_validation'),
    scheduled: useColumn(list.query, 'scheduled'),
    in_progress: useColumn(list.query, 'in_progress'),
    on_air: useColumn(list.query, 'on_air'),
    paused: useColumn(list.query, 'paused'),
    missed: useColumn(list.query, 'missed'),
  };
  const records = Object.values(answers).flatMap(({ data }) => data?.data ?? []);
  const recordOf = (id: string): AnyRecord | undefined => records.find((record) => record.id === id);

  const columns = shown.map((id): BoardColumn => {
    const { data, error, mutate } = answers[id];
    const [label, tone] = workOrderStates[id];
    return {
      id,
      label,
      tone,
      cards: data?.data.map((record) => ({
        id: record.id,
        title: [record.number, record.description].filter(Boolean).join(' · '),
        to: paths.record(workOrders, record.id),
        content: content(record),
      })),
      total: data?.total,
      totalIsEstimate: data?.total_is_estimate,
      after:
        error && !data ? (
          <FailureBanner error={error} onRetry={() => void mutate()} />
        ) : data && data.next_cursor !== null ? (
          <LinkButton size="small" to={`${paths.list(workOrders)}?f.status=${id}&sort=sla_due`}>
            Ver todas en la lista
          </LinkButton>
        ) : undefined,
    };
  });

  const moves = ({ id }: BoardCard, from: string): readonly string[] => {
    const record = recordOf(id);
    if (!record || !may.update(record).allowed) return [];
    return shown.filter((to) => {
      const command = workOrders.commands[commandBetween(from, to) ?? ''];
      return command && may.command(record, command).allowed;
    });
  };
  const move = ({ id }: BoardCard, from: string, to: string): void => {
    const record = recordOf(id);
    const name = commandBetween(from, to);
    const command = name === undefined ? undefined : workOrders.commands[name];
    if (!record || name === undefined || !command) return;
    if (command.fields) {
      setRunning({ record, name });
      return;
    }
    commands.command(record, name, {}, createIdempotencyKey()).then(
      () => notify(command.done),
      (error: unknown) => notify(describeFailure(error).message, { tone: 'danger' }),
    );
  };
  const command = running && workOrders.commands[running.name];
  return (
    <>
      <WorkOrderFilters list={list} />
      <Board columns={columns} label="Órdenes por estado" moves={moves} onMove={move} />
      {running && command && (
        <CommandDialog
          command={command}
          fields={command.fields}
          initial={workOrderInitial(running.name, running.record)}
          name={running.name}
          onClose={() => setRunning(null)}
          onDone={() => setRunning(null)}
          record={running.record}
          resource={workOrders}
          title={String(running.record.description)}
        />
      )}
    </>
  );
}
