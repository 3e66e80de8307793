import { useApiQuery } from '@pauta/core/react';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';

/** A day of a space, as `GET /availability/:id/days` answers it. */
export interface OccupiedDay {
  readonly day: string;
  readonly capacity: number;
  readonly held: number;
  readonly booked: number;
  readonly free: number;
}

/** Every day of a space in a period. */
export const useOccupiedDays = (itemId: string, from: string, to: string) =>
  useApiQuery<{ readonly data: readonly OccupiedDay[] }>(
    `/availability/${itemId}/days?from=${from}&to=${to}`,
    { keepPreviousData: true },
  );

/** How much of a day is taken, from 0 to 1. */
export const takenOf = ({ capacity, held, booked }: OccupiedDay): number =>
  capacity === 0 ? 0 : Math.min(1, (held + booked) / capacity);

export const dayStateOf = ({ capacity, free, held, booked }: OccupiedDay): string => {
  if (capacity === 0) return 'closed';
  if (free === 0) return 'full';
  return held + booked > 0 ? 'taken' : 'free';
};

/** A day in words. @example describeDay(day) // '01/12/2026: 4 libre de 20, 10 reservado, 6 vendido' */
export const describeDay = ({ day, capacity, held, booked, free }: OccupiedDay): string =>
  capacity === 0
    ? `${formatCivilDate(day)}: no se vende`
    : `${formatCivilDate(day)}: ${formatCount(free)} libre de ${formatCount(capacity)}, ${formatCount(held)} reservado, ${formatCount(booked)} vendido`;
