import { civilDays } from '@pauta/domain/calendar/civil-days.ts';
import { isoWeekday } from '@pauta/domain/inventory/capacity/cells.ts';
import sql from 'sql-template-tag';
import { counterOf } from '../../admin/settings/take-number.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Account } from '../crm/accounts.ts';
import { insertRows, type Row } from '../insert-rows.ts';
import type { Random } from '../random.ts';
import { insertOptions } from './options.ts';
import type { DemoSpace } from './spaces/space-maker.ts';

const day = 86_400_000;

const civil = (at: Date): string => at.toISOString().slice(0, 10);

/** How much of a space one hold takes each day: a part of what there is. */
const unitsOf = (
  random: Random,
  { unit, capacity }: DemoSpace,
): { units: number; duration: number | null } => {
  if (unit === 'seconds') {
    const duration = random.pick([15, 20, 30, 30, 30, 45]);
    return { units: random.integer(1, capacity >= 720 ? 4 : 1), duration };
  }
  if (unit === 'impressions') return { units: random.integer(1, 5) * 10_000, duration: null };
  return { units: 1, duration: null };
};

/** Holds of the clients' sellers in the next weeks, and some that ended. None takes more than there is. */
export const insertHolds = async (
  tx: Transaction,
  random: Random,
  {
    clients,
    spaces,
    today,
  }: {
    readonly clients: readonly Account[];
    readonly spaces: readonly DemoSpace[];
    readonly today: Date;
  },
): Promise<void> => {
  const used = new Map<string, number>();
  const capacities = new Map(spaces.map(({ id, capacity }) => [id, capacity]));
  const rows: Row[] = [];
  const cells: Row[] = [];
  const wanted = Math.min(2000, Math.ceil(clients.length / 4));
  const prospects = clients.filter(({ row }) => row.primary_sales_rep_id && row.status === 'active');
  if (prospects.length === 0) return;
  for (let tries = 0; rows.length < wanted && tries < wanted * 3; tries += 1) {
    const space = random.pick(spaces);
    const { row } = random.pickEarly(prospects);
    const isPast = random.chance(30);
    const start = new Date(today.getTime() + random.integer(1, 40) * day);
    const length = space.unit === 'faces' ? random.integer(14, 30) : random.integer(5, 20);
    const [from, to] = [civil(start), civil(new Date(start.getTime() + (length - 1) * day))];
    const { units, duration } = unitsOf(random, space);
    const perDay = units * (duration ?? 1);
    const days = civilDays(from, to).filter(
      (one) => space.days.includes(isoWeekday(one)) && (space.until === null || one <= space.until),
    );
    const keys = days.flatMap((one) =>
      space.path.map((id) => [`${id} ${one}`, capacities.get(id) ?? 0] as const),
    );
    if (days.length === 0 || (!isPast && keys.some(([key, most]) => (used.get(key) ?? 0) + perDay > most)))
      continue;
    const made = new Date(today.getTime() - (isPast ? random.integer(5, 60) : random.integer(0, 1)) * day);
    const expires = new Date(made.getTime() + random.integer(2, 3) * day);
    const id = random.id(made);
    rows.push({
      id,
      number: `RS-${today.getUTCFullYear()}-${String(rows.length + 1).padStart(5, '0')}`,
      client_id: row.id,
      inventory_item_id: space.id,
      flight: `[${from},${to}]`,
      days: space.days,
      units_per_day: units,
      duration_sec: duration,
      owner_id: row.primary_sales_rep_id,
      status: isPast ? random.pick(['expired', 'released']) : 'active',
      expires_at: expires.toISOString(),
      created_at: made.toISOString(),
    });
    if (isPast) continue;
    for (const [key] of keys) used.set(key, (used.get(key) ?? 0) + perDay);
    for (const one of days) {
      cells.push({
        item_id: space.id,
        day: one,
        units: perDay,
        state: 'held',
        hold_id: id,
        expires_at: expires.toISOString(),
      });
    }
  }
  if (rows.length === 0) return;
  await insertRows(tx, 'holds', rows);
  await insertRows(tx, 'capacity_cells', cells);
  await insertOptions(tx, today.getUTCFullYear());
  await tx.query(sql`
    INSERT INTO given_numbers (series, number, counter, year, count)
    SELECT 'hold', number, ${counterOf('hold')}, split_part(number, '-', 2)::integer, split_part(number, '-', 3)::integer
    FROM holds ON CONFLICT DO NOTHING`);
};
