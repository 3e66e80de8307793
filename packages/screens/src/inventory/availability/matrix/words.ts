import { capacityUnits } from '@pauta/domain/catalogues/inventory.ts';
import type { AvailabilityRow, SpaceCell } from '@pauta/domain/inventory/capacity/availability.ts';
import type { Bucket } from '@pauta/domain/inventory/capacity/buckets.ts';
import { capacityOn } from '@pauta/domain/inventory/capacity/cells.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';

/** What the cells show: what is free, or how much is taken. */
export const shownValues = { free: 'Libre', pct: 'Ocupación' } as const;

export type ShownValue = keyof typeof shownValues;

const shorten = (units: number): string => {
  if (units < 10_000) return String(units);
  return units < 1_000_000 ? `${Math.floor(units / 1000)}k` : `${Math.floor(units / 1_000_000)}M`;
};

/** A share from 0 to 1 in percent. */
export const inPercent = (share: number): string => `${Math.round(Math.min(1, share) * 100)} %`;

const shareOf = ({ capacity, held, booked }: SpaceCell): number =>
  capacity === 0 ? 0 : (held + booked) / capacity;

/** The number in a cell, rounded down to what fits; empty where the space is not sold. */
export const textOf = (cell: SpaceCell, shown: ShownValue): string => {
  if (cell.days === 0) return '';
  return shown === 'pct' ? inPercent(shareOf(cell)) : shorten(cell.free);
};

export const periodInWords = ({ from, to }: Pick<Bucket, 'from' | 'to'>): string =>
  from === to ? formatCivilDate(from) : `${formatCivilDate(from)} – ${formatCivilDate(to)}`;

/** The label of the unit in which a space is sold, for the middle of a sentence. @example unitOf('spots') // 'cuñas' */
export const unitOf = (unit: string): string =>
  (capacityUnits as Readonly<Record<string, string>>)[unit]?.toLocaleLowerCase('es') ?? unit;

/** Why a space is not sold on a day: what closes it, or a space that contains it. */
export const whyClosed = ({ levels }: Pick<AvailabilityRow, 'levels'>, day: string): string => {
  const closed = levels.find(({ rule }) => capacityOn(rule, day) === 0)?.rule;
  if (!closed) return 'no se vende';
  const { active, permit_until = null, exceptions = [] } = closed;
  const reason =
    active !== null && ((active.from ?? day) > day || day > (active.to ?? day))
      ? 'no está disponible en esas fechas'
      : permit_until !== null && day > permit_until
        ? `su permiso venció el ${formatCivilDate(permit_until)}`
        : exceptions.some(({ from, to }) => from <= day && day <= to)
          ? 'está cerrado por una excepción de capacidad'
          : 'no es un día de venta';
  return closed === levels[0]?.rule
    ? `no se vende: ${reason}`
    : `no se vende: el espacio que lo contiene, ${reason}`;
};

const marksOf = ({ queued, offers, overridden, isExclusive }: SpaceCell): string[] => [
  ...(queued > 0 ? [`${formatCount(queued)} en cola`] : []),
  ...(offers > 0
    ? [`ofrecido en ${formatCount(offers)} ${offers === 1 ? 'presupuesto' : 'presupuestos'}`]
    : []),
  ...(overridden > 0 ? ['con sobrecapacidad aprobada'] : []),
  ...(isExclusive ? ['una industria está en exclusiva'] : []),
];

/**
 * A cell in words, which contain what it shows (WCAG 2.5.3).
 *
 * @example describeCell(space, cell, bucket) // '01/12/2026: libre 4 de 20 (cuñas), 80 %; reservado 10, vendido 6; 2 en cola'
 */
export const describeCell = (space: AvailabilityRow, cell: SpaceCell, bucket: Bucket): string => {
  const when = periodInWords(bucket);
  if (cell.days === 0) return `${when}: ${whyClosed(space, bucket.from)}`;
  const { capacity, held, booked, free, days, full } = cell;
  const room =
    days === 1
      ? `libre ${shorten(free)} de ${formatCount(capacity)}`
      : `libre cada día al menos ${shorten(free)}; completo ${formatCount(full)} de ${formatCount(days)} días; de ${formatCount(capacity)}`;
  return [
    `${when}: ${room} (${unitOf(space.capacity_unit)}), ${inPercent(shareOf(cell))} ocupado`,
    `reservado ${formatCount(held)}, vendido ${formatCount(booked)}`,
    ...marksOf(cell),
  ].join('; ');
};
