import { useApiQuery } from '@pauta/core/react';
import type { OccupiedDay } from '@pauta/domain/inventory/capacity/occupied-day.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';

/** Every day of a space in a period. */
export const useOccupiedDays = (itemId: string, from: string, to: string) =>
  useApiQuery<{ readonly data: readonly OccupiedDay[] }>(
    `/availability/${itemId}/days?from=${from}&to=${to}`,
    { keepPreviousData: true },
  );

/** How much of a day is taken: 1 is all of its capacity, more if an override let it be exceeded. */
export const takenOf = ({ capacity, held, booked }: OccupiedDay): number =>
  capacity === 0 ? 0 : (held + booked) / capacity;

export const dayStateOf = ({ capacity, free, held, booked }: OccupiedDay): string => {
  if (capacity === 0) return 'closed';
  if (free === 0) return 'full';
  return held + booked > 0 ? 'taken' : 'free';
};

/** A day in words. @example describeDay(day) // '01/12/2026: libre 4 de 20; reservado 10, vendido 6' */
export const describeDay = ({ day, capacity, held, booked, free }: OccupiedDay): string =>
  capacity === 0
    ? `${formatCivilDate(day)}: no se vende`
    : `${formatCivilDate(day)}: libre ${formatCount(free)} de ${formatCount(capacity)}; ` +
      `reservado ${formatCount(held)}, vendido ${formatCount(booked)}`;
