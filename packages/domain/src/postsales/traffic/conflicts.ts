import type { Reason } from '../../resource/command.ts';
import { formatCount } from '../../text/locale.ts';
import {
  isOnAir,
  type TrafficBreak,
  type TrafficDay,
  type TrafficSpot,
  type TrafficUnit,
} from './traffic-day.ts';

/** Reasons that a user with the permission to override may set aside. */
export const separationCodes: readonly string[] = ['client_too_near', 'competitor_too_near'];

export const isSeparation = ({ code }: Reason): boolean => separationCodes.includes(code ?? '');

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Minutes between two breaks of a day. @example minutesBetween('19:10', '19:25') // 15 */
export const minutesBetween = (one: string, other: string): number =>
  Math.abs(minutesOf(one) - minutesOf(other));

/** Whether two clients compete: their industries are one, or one contains the other. */
export const competes = (one: readonly string[], other: readonly string[]): boolean =>
  (one[0] !== undefined && other.includes(one[0])) || (other[0] !== undefined && one.includes(other[0]));

const away = (minutes: number, airsAt: string): string =>
  minutes === 0 ? 'en el mismo corte' : `a ${formatCount(minutes)} min, en el corte de las ${airsAt}`;

const near = (
  { client, industries }: TrafficUnit,
  { airs_at: at }: TrafficBreak,
  other: TrafficSpot,
  { airs_at: there }: TrafficBreak,
  { separation }: TrafficDay,
): Reason | null => {
  const minutes = minutesBetween(at, there);
  if (other.client.id === client.id)
    return minutes < separation.client
      ? {
          code: 'client_too_near',
          text: `${client.label} ya está ${away(minutes, there)}; se piden ${formatCount(separation.client)} min entre sus anuncios. Elija un corte más lejos.`,
        }
      : null;
  return minutes < separation.industry && competes(industries, other.industries)
    ? {
        code: 'competitor_too_near',
        text: `${other.client.label}, de la misma industria, está ${away(minutes, there)}; se piden ${formatCount(separation.industry)} min. Elija un corte más lejos.`,
      }
    : null;
};

const words = (units: number, unit: string): string =>
  unit === 'seconds' ? `${formatCount(units)} s` : formatCount(units);

/**
 * Why a unit does not fit into a break of a station's day: seconds, articles that the break admits, and the distance from
 * what is ordered in the breaks around it. Exclusivities, and whether the space around the break is full, are asked by
 * the server when it is placed.
 *
 * @param unit what is to be placed; it is no obstacle to itself
 * @param leaving ids of placements that give up their places at the same time
 * @example conflictsIn(day, spot, day.breaks[2]) // [{ code: 'client_too_near', text: … }]
 */
export function conflictsIn(
  day: TrafficDay,
  unit: TrafficUnit & { readonly id?: string },
  at: TrafficBreak,
  leaving: readonly string[] = [],
): Reason[] {
  const gone = new Set([...leaving, ...(unit.id === undefined ? [] : [unit.id])]);
  const leftHere = at.spots.filter((spot) => gone.has(spot.id) && isOnAir(spot));
  const free = at.capacity - at.taken + leftHere.reduce((sum, { taken }) => sum + taken, 0);
  const article = unit.article_id ?? at.article_id;
  const found: Reason[] = [];
  if (unit.taken > free)
    found.push({
      code: 'break_full',
      text: `El corte de las ${at.airs_at} tiene ${words(Math.max(0, free), at.unit)} libres y hacen falta ${words(unit.taken, at.unit)}. Elija otro corte.`,
    });
  if (at.articles.length > 0 && (article === null || !at.articles.includes(article)))
    found.push({
      code: 'not_admitted',
      text: `El corte de las ${at.airs_at} no admite este servicio. Elija uno que lo admita.`,
    });
  const said = new Map<string, Reason>();
  for (const other of day.breaks)
    for (const spot of other.spots) {
      if (gone.has(spot.id) || spot.position === null || !isOnAir(spot)) continue;
      const reason = near(unit, at, spot, other, day);
      if (reason) said.set(`${reason.code} ${spot.client.id} ${other.id}`, reason);
    }
  return [...found, ...said.values()];
}
