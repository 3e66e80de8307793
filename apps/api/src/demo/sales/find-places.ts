import { civilDays } from '@pauta/domain/calendar/civil-days.ts';
import { isoWeekday } from '@pauta/domain/inventory/capacity/cells.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { DemoSpace } from '../inventory/spaces/space-maker.ts';
import type { Random } from '../random.ts';

const unitsOf = (
  random: Random,
  { unit, capacity }: DemoSpace,
): { units: number; duration: number | null } => {
  if (unit === 'seconds') return { units: random.integer(1, capacity >= 720 ? 3 : 1), duration: 30 };
  if (unit === 'impressions') return { units: 10_000, duration: null };
  return { units: 1, duration: null };
};

/** What is already taken of each space on each day, in the form of `take`. */
export const readTaken = async (tx: Transaction): Promise<Map<string, number>> => {
  const rows = await tx.query<{ item_id: string; day: string; taken: number }>(
    sql`SELECT item_id, day::text, held + booked AS taken FROM occupancy`,
  );
  return new Map(rows.map(({ item_id, day, taken }) => [`${item_id} ${day}`, taken]));
};

/** A space with the days and units of a line in it. */
interface Place {
  readonly space: DemoSpace;
  readonly days: readonly string[];
  readonly units: number;
  readonly duration: number | null;
}

/** Finds spaces that are free on every day of the flight, and takes them. */
export const findPlaces = (
  random: Random,
  spaces: readonly DemoSpace[],
  { from, to }: { readonly from: string; readonly to: string },
  {
    taken,
    isBinding,
    most = 4,
    all = spaces,
  }: {
    readonly taken: Map<string, number>;
    readonly isBinding: boolean;
    readonly most?: number;
    /** With those around the spaces that are chosen from. */
    readonly all?: readonly DemoSpace[];
  },
): Place[] => {
  const capacities = new Map(all.map(({ id, capacity }) => [id, capacity]));
  const places: Place[] = [];
  const wanted = random.integer(1, most);
  for (let tries = 0; places.length < wanted && tries < 30; tries += 1) {
    const space = random.pick(spaces);
    if (places.some((one) => one.space.id === space.id)) continue;
    const { units, duration } = unitsOf(random, space);
    const load = units * (duration ?? 1);
    const days = civilDays(from, to).filter(
      (day) => space.days.includes(isoWeekday(day)) && (space.until === null || day <= space.until),
    );
    const keys = days.flatMap((day) =>
      space.path.map((id) => [`${id} ${day}`, capacities.get(id) ?? 0] as const),
    );
    if (days.length === 0 || keys.some(([key, capacity]) => (taken.get(key) ?? 0) + load > capacity))
      continue;
    if (isBinding) for (const [key] of keys) taken.set(key, (taken.get(key) ?? 0) + load);
    places.push({ space, days, units, duration });
  }
  return places;
};
