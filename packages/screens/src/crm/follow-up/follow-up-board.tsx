import { createIdempotencyKey } from '@pauta/core';
import { activities, activityKinds } from '@pauta/domain/crm/follow-up/activity.ts';
import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { ListQuery } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Board, type BoardCard, type BoardColumn } from '@pauta/ui/board/board.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useCommands } from '@pauta/ui/data/use-commands.ts';
import { useResourceList } from '@pauta/ui/data/use-resource-list.ts';
import { useListQuery } from '@pauta/ui/list/state/use-list-query.ts';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { isLate } from '../../activities/activity-cells.tsx';
import { completionInputs } from '../../activities/completion-inputs.tsx';
import { FollowUpFilters } from './follow-up-filters.tsx';

const CommandDialog = lazy(async () => ({
  default: (await import('@pauta/ui/command/command-dialog.tsx')).CommandDialog,
}));

const { choices: states } = activities.fields.status.options as ChoiceOptions;
const { choices: priorities } = activities.fields.priority.options as ChoiceOptions;

/** The command that moves an activity to a state. */
const commandTo: Readonly<Record<string, string>> = {
  pending: 'reopen',
  in_progress: 'start',
  done: 'complete',
  cancelled: 'cancel',
};
const perColumn = 50;

/** Fields that a card shows, or that moving it needs. */
const read = ['kind', 'client_id', 'agency_id', 'referral_id', 'scheduled_at', 'priority'];

const content = (record: AnyRecord): ReactElement => {
  const about = (record.client_id ?? record.agency_id ?? record.referral_id) as Reference | null;
  const late = isLate(record.status, record.scheduled_at);
  const priority = priorities.find(({ value }) => value === record.priority);
  return (
    <>
      <span>{activityKinds[record.kind as keyof typeof activityKinds]}</span>
      {about && <span>{about.label}</span>}
      <span>{formatField(activities.fields.scheduled_at, String(record.scheduled_at))}</span>
      <span>{(record.assigned_to_id as Reference | null)?.label}</span>
      {late && (
        <span data-badge data-tone="danger">
          Atrasada
        </span>
      )}
      {record.priority === 'high' && (
        <span data-badge data-tone={priority?.tone}>
          {`Prioridad ${priority?.label.toLocaleLowerCase('es') ?? ''}`}
        </span>
      )}
    </>
  );
};

/** The activities of one state, sorted in working order. */
const useColumn = (query: ListQuery, state: string) => {
  const asked: ListQuery = {
    ...query,
    filters: [
      ...query.filters.filter(({ field }) => field !== 'status'),
      { field: 'status', operator: 'in', values: [state] },
    ],
    sort:
      state === 'pending' || state === 'in_progress'
        ? { field: 'scheduled_at', descending: false }
        : { field: 'closed_at', descending: true },
    limit: perColumn,
    cursor: null,
  };
  return useResourceList(activities, asked, read);
};

/**
 * The activities by state. A card is moved by dragging or by a command; the fields that the new state requires are then
 * requested.
 */
export function FollowUpBoard(): ReactElement {
  const list = useListQuery(activities);
  const may = useMay(activities);
  const commands = useCommands(activities);
  const [running, setRunning] = useState<{ record: AnyRecord; name: string } | null>(null);
  const answers = {
    pending: useColumn(list.query, 'pending'),
    in_progress: useColumn(list.query, 'in_progress'),
    done: useColumn(list.query, 'done'),
    cancelled: useColumn(list.query, 'cancelled'),
  };
  const records = Object.values(answers).flatMap(({ data }) => data?.data ?? []);
  const recordOf = (id: string): AnyRecord | undefined => records.find((record) => record.id === id);

  const columns = states.map(({ value, label, tone }): BoardColumn => {
    const { data, error, mutate } = answers[value as keyof typeof answers];
    const more = data && data.next_cursor !== null;
    return {
      id: value,
      label,
      tone,
      cards: data?.data.map((record) => ({
        id: record.id,
        title: String(record.subject),
        to: paths.record(activities, record.id),
        content: content(record),
      })),
      total: data?.total,
      totalIsEstimate: data?.total_is_estimate,
      after:
        error && !data ? (
          <FailureBanner error={error} onRetry={() => void mutate()} />
        ) : more ? (
          <LinkButton size="small" to={paths.filtered(activities, { status: value })}>
            Ver todas en la lista
          </LinkButton>
        ) : undefined,
    };
  });

  const moves = ({ id }: BoardCard, from: string): readonly string[] => {
    const record = recordOf(id);
    if (!record || !may.update(record).allowed) return [];
    return Object.entries(commandTo).flatMap(([to, name]) => {
      const command = activities.commands[name];
      return to !== from && command?.from?.includes(from) && may.command(record, command).allowed ? [to] : [];
    });
  };
  const move = ({ id }: BoardCard, _from: string, to: string): void => {
    const record = recordOf(id);
    const name = commandTo[to];
    const command = name === undefined ? undefined : activities.commands[name];
    if (!record || !command || name === undefined) return;
    if (command.fields) {
      setRunning({ record, name });
      return;
    }
    commands.command(record, name, {}, createIdempotencyKey()).then(
      () => notify(command.done),
      (error: unknown) => notify(describeFailure(error).message, { tone: 'danger' }),
    );
  };
  const command = running && activities.commands[running.name];
  return (
    <>
      <FollowUpFilters list={list} />
      <Board columns={columns} label="Actividades por estado" moves={moves} onMove={move} />
      {running && command && (
        <Suspense>
          <CommandDialog
            fields={command.fields}
            initial={{}}
            inputs={completionInputs}
            name={running.name}
            onClose={() => setRunning(null)}
            onDone={() => setRunning(null)}
            record={running.record}
            resource={activities}
            title={String(running.record.subject)}
            command={command}
          />
        </Suspense>
      )}
    </>
  );
}
