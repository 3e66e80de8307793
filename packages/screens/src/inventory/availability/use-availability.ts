import { type ApiQuery, useApiQuery } from '@pauta/core/react';
import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AvailabilityRow } from '@pauta/domain/inventory/capacity/availability.ts';
import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import { useLiveChanges } from '@pauta/ui/live/use-live-changes.ts';
import { useSearchParams } from '@pauta/ui/router.ts';
import { useMemo } from 'react';
import { arrangeRows, type MatrixDay, type MatrixRow, matrixDays, withRoom } from './matrix-rows.ts';

/** Lengths of the period that the screen offers, in days. */
export const lengths = { 14: '2 semanas', 30: '30 días', 60: '60 días', 90: '90 días' } as const;

/** What is shown, as in the address of the page. */
export interface Shown {
  readonly q: string;
  readonly from: string;
  readonly length: string;
  readonly platform: string;
  readonly station: string;
  /** Least free units on every day; empty: any. */
  readonly least: string;
}

/** The settings of the screen, in its address; a change replaces the history entry. */
export const useShown = (): readonly [Shown, (change: Partial<Shown>) => void] => {
  const [parameters, setParameters] = useSearchParams();
  const get = (name: string): string => parameters.get(name) ?? '';
  const from = isCivilDate(get('from')) ? get('from') : companyToday();
  const length = get('length') in lengths ? get('length') : '30';
  const shown = {
    q: get('q'),
    from,
    length,
    platform: get('platform'),
    station: get('station'),
    least: get('least'),
  };
  const change = (changed: Partial<Shown>): void =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changed)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return [shown, change];
};

interface Answer {
  readonly rows: readonly AvailabilityRow[];
  readonly is_cut: boolean;
}

export interface ShownAvailability {
  readonly answer: ApiQuery<Answer>;
  readonly days: readonly MatrixDay[];
  /** The spaces that fit, in the order of the rows. */
  readonly rows: readonly MatrixRow[];
}

/** The query of the list of spaces, and the days, of what is shown. */
export const sharedBy = ({ q, from, length, platform, station }: Shown) => {
  const query = new URLSearchParams();
  if (q) query.set('q', q);
  if (platform) query.set('f.platform_id', platform);
  if (station) query.set('f.subdivision_id', station);
  return { query: query.toString(), from, to: addDays(from, Number(length) - 1) };
};

/** What is free in the period; loaded again when somebody makes, renews or ends a hold. */
export const useAvailability = (shown: Shown): ShownAvailability => {
  const { least } = shown;
  const { query, from, to } = sharedBy(shown);
  const parameters = new URLSearchParams(query);
  parameters.set('from', from);
  parameters.set('to', to);
  const answer = useApiQuery<Answer>(`/availability?${parameters}`, { keepPreviousData: true });
  useLiveChanges(holds, { onChange: () => void answer.mutate() });
  const days = useMemo(() => matrixDays(from, to), [from, to]);
  const { data } = answer;
  const rows = useMemo(() => {
    const spaces = data?.rows ?? [];
    return arrangeRows(Number(least) > 0 ? withRoom(spaces, days, Number(least)) : spaces);
  }, [data, days, least]);
  return { answer, days, rows };
};
