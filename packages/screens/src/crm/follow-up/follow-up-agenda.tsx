import { createIdempotencyKey } from '@pauta/core';
import { useSettings } from '@pauta/core/react';
import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import { companyDay, companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { companyInstant, companyMinutes } from '@pauta/domain/calendar/company-moment.ts';
import { dominicanHolidays, type Holiday } from '@pauta/domain/calendar/dominican-holidays.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { activities, activityKinds } from '@pauta/domain/crm/follow-up/activity.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { formatQuery, type ListQuery } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Agenda, type AgendaItem, dayText } from '@pauta/ui/agenda/agenda.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { IconButton } from '@pauta/ui/controls/icon-button.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useCommands } from '@pauta/ui/data/use-commands.ts';
import { useResourceList } from '@pauta/ui/data/use-resource-list.ts';
import { useListQuery } from '@pauta/ui/list/state/use-list-query.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import { styled } from 'styled-components';
import { isLate } from '../../activities/activity-cells.tsx';
import { FollowUpFilters } from './follow-up-filters.tsx';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--pauta-space-2);
  & > h2 { flex: 1 1 20rem; font-size: var(--pauta-text-lg); }
  & > h2::first-letter { text-transform: uppercase; }
`;

/** The Monday of a day's week. */
const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** Fields that an item shows, or that moving it needs. */
const read = [
  'kind',
  'client_id',
  'agency_id',
  'referral_id',
  'scheduled_at',
  'starts_at',
  'due_at',
  'duration_min',
  'priority',
];

const itemOf = (record: AnyRecord): AgendaItem => {
  const about = (record.client_id ?? record.agency_id ?? record.referral_id) as Reference | null;
  const kind = activityKinds[record.kind as keyof typeof activityKinds];
  const closed = record.status === 'done' || record.status === 'cancelled';
  return {
    id: record.id,
    title: String(record.subject),
    to: paths.record(activities, record.id),
    day: companyDay(String(record.scheduled_at)),
    from: record.starts_at ? companyMinutes(String(record.starts_at)) : null,
    length: Number(record.duration_min ?? 30),
    tone: closed
      ? record.status === 'done'
        ? 'success'
        : 'neutral'
      : isLate(record.status, record.scheduled_at)
        ? 'danger'
        : record.priority === 'high'
          ? 'warning'
          : 'info',
    detail: [kind, about?.label].filter(Boolean).join(' · '),
    done: closed,
  };
};

/** Maximum number of items per day shown here; the list shows all. */
const mostOfDay = 30;

const onDay = ({ filters }: ListQuery, day: string): ListQuery['filters'] => [
  ...filters.filter(({ field }) => field !== 'scheduled_at'),
  { field: 'scheduled_at', operator: 'between', from: day, to: day },
];

/**
 * One request per day: with one for the whole week, the first hundred activities of a busy week would all be on Monday.
 */
const useDay = (query: ListQuery, day: string | undefined) =>
  useResourceList(
    activities,
    day === undefined
      ? null
      : {
          ...query,
          filters: onDay(query, day),
          sort: { field: 'scheduled_at', descending: false },
          limit: mostOfDay,
          cursor: null,
        },
    read,
  );

const useDays = (query: ListQuery, days: readonly string[]) => [
  useDay(query, days[0]),
  useDay(query, days[1]),
  useDay(query, days[2]),
  useDay(query, days[3]),
  useDay(query, days[4]),
  useDay(query, days[5]),
  useDay(query, days[6]),
];

/** The activities of a day or a week by time. */
export function FollowUpAgenda(): ReactElement {
  const list = useListQuery(activities);
  const may = useMay(activities);
  const commands = useCommands(activities);
  const { get } = useSettings();
  const today = companyToday();
  const asked = list.parameter('dia') ?? '';
  const day = isCivilDate(asked) ? asked : today;
  const isDay = list.parameter('rango') === 'dia';
  const days = useMemo(
    () => (isDay ? [day] : Array.from({ length: 7 }, (_, index) => addDays(mondayOf(day), index))),
    [day, isDay],
  );
  const first = days[0] ?? day;
  const last = days.at(-1) ?? day;
  const answers = useDays(list.query, days);
  // Nothing is shown until all days have loaded; otherwise rows would shift while the user reads.
  const isWaiting = days.some((_, place) => !answers[place]?.data && !answers[place]?.error);
  const failed = answers.find(({ error, data }) => error && !data);
  const records = answers.flatMap(({ data }) => data?.data ?? []);
  const items = records.map(itemOf);
  const whole = Object.fromEntries(
    days.flatMap((one, place) => {
      const { data, isPrevious } = answers[place] ?? {};
      if (!data || isPrevious) return [];
      const query = formatQuery(activities, { ...list.query, cursor: null, filters: onDay(list.query, one) });
      const to = `${paths.list(activities)}?${query}`;
      return [[one, { count: data.total, isEstimate: data.total_is_estimate, to }]];
    }),
  );
  const marks = useMemo(() => {
    const holidays = get<unknown>('holiday_calendar', dominicanHolidays);
    return Object.fromEntries(
      (Array.isArray(holidays) ? (holidays as Holiday[]) : []).map((holiday) => [holiday.day, holiday.name]),
    );
  }, [get]);

  const move = (item: AgendaItem, to: string, from: number | null): void => {
    const record = records.find(({ id }) => id === item.id);
    if (!record) return;
    const verdict = may.update(record);
    if (!verdict.allowed) {
      notify(verdict.reason, { tone: 'danger' });
      return;
    }
    const new_at = companyInstant(to, from ?? companyMinutes(String(record.due_at)));
    commands.command(record, 'reschedule', { new_at }, createIdempotencyKey()).then(
      () => notify('Actividad reprogramada'),
      (error: unknown) => notify(describeFailure(error).message, { tone: 'danger' }),
    );
  };
  const show = (changes: Readonly<Record<string, string | null>>): void =>
    list.show({ ...list.view, query: { ...list.query, cursor: null } }, changes);
  const go = (to: string): void => show({ dia: to === today ? null : to });
  const step = isDay ? 1 : 7;
  return (
    <>
      <FollowUpFilters list={list} />
      <Bar>
        <h2>{isDay ? dayText(day) : `${dayText(first)} – ${dayText(last)}`}</h2>
        <IconButton
          icon={<ChevronLeft aria-hidden size={18} />}
          label={isDay ? 'Día anterior' : 'Semana anterior'}
          onClick={() => go(addDays(day, -step))}
        />
        <Button aria-pressed={days.includes(today)} onClick={() => go(today)}>
          Hoy
        </Button>
        <IconButton
          icon={<ChevronRight aria-hidden size={18} />}
          label={isDay ? 'Día siguiente' : 'Semana siguiente'}
          onClick={() => go(addDays(day, step))}
        />
        <Button
          aria-pressed={isDay}
          onClick={() => show({ rango: 'dia' })}
          tone={isDay ? 'secondary' : 'quiet'}
        >
          Día
        </Button>
        <Button
          aria-pressed={!isDay}
          onClick={() => show({ rango: null })}
          tone={isDay ? 'quiet' : 'secondary'}
        >
          Semana
        </Button>
      </Bar>
      {failed && <FailureBanner error={failed.error} onRetry={() => void failed.mutate()} />}
      {isWaiting ? (
        <Card>
          <Skeleton lines={9} />
        </Card>
      ) : (
        <Agenda
          days={days}
          items={items}
          label="Agenda"
          loading={days.filter((_, place) => answers[place]?.isLoading)}
          marks={marks}
          whole={whole}
          today={today}
          {...(may.permission('activities.work').allowed && { onMove: move })}
        />
      )}
    </>
  );
}
