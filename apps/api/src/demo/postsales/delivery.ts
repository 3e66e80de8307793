import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { techFieldTypes } from '@pauta/domain/inventory/tech-templates/tech-template-lines.ts';
import sql from 'sql-template-tag';
import { counterOf } from '../../admin/settings/take-number.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { insertRows, type Row } from '../insert-rows.ts';
import type { Random } from '../random.ts';
import type { DemoContract, DemoOrderLine } from '../sales/contracts.ts';
import { insertCrews } from './crews.ts';
import { insertEvidence } from './evidence.ts';
import { momentOf } from './moment.ts';
import { airedAt, insertLogs, insertSpotMaterials, isSpots, ordered, type Spot, spotDays } from './spots.ts';

/** The days of a line on which it was aired, in order, by its id. */
export type AiredDays = ReadonlyMap<string, readonly string[]>;

/** Consecutive booked days, at most a week of them. */
const weeksOf = (days: readonly string[]): readonly (readonly string[])[] => {
  const weeks: string[][] = [];
  for (const day of days) {
    const week = weeks.at(-1);
    if (week?.[0] && day < addDays(week[0], 7)) week.push(day);
    else weeks.push([day]);
  }
  return weeks;
};

interface Placed {
  readonly row: Row;
  readonly line: DemoOrderLine;
  readonly days: readonly string[];
  readonly status: string;
}

/** Some lines lack the last days of the week before: nobody placed them in time. */
const isForgotten = ({ id }: DemoOrderLine, day: string, today: string): boolean => {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || 7;
  const monday = addDays(today, 1 - weekday);
  return Number.parseInt(id.slice(-2), 16) % 5 === 0 && day < monday && day >= addDays(monday, -3);
};

/** Spots of the days around today, one by one; what is farther away is still to be placed. */
const placeSingly = (
  random: Random,
  { id }: DemoContract,
  line: DemoOrderLine,
  { quota, reason, now }: { readonly quota: string; readonly reason: string; readonly now: Date },
): Placed[] => {
  const today = now.toISOString().slice(0, 10);
  const near = line.days.filter(
    (day) => day >= addDays(today, -spotDays.before) && day <= addDays(today, spotDays.after),
  );
  return near.flatMap((day): Placed[] => {
    if (isForgotten(line, day, today)) return [];
    // The units of a day share their fate, because a day is delivered or not.
    if (day > addDays(today, 2) && random.chance(40)) return [];
    const isMissed = day < addDays(today, -1) && random.chance(4);
    const isConfirmed = day <= addDays(today, 1) || random.chance(50);
    const status = isMissed ? 'not_aired' : day < today ? 'aired' : isConfirmed ? 'confirmed' : 'scheduled';
    const at = momentOf(addDays(day, -5), '13:00:00', now);
    return Array.from({ length: line.unitsPerDay }, (_, unit) => ({
      line,
      days: unit === 0 ? [day] : [],
      status,
      row: {
        id: random.id(at),
        description: line.description,
        quota_id: quota,
        contract_id: id,
        inventory_item_id: line.space.id,
        starts_on: day,
        ends_on: day,
        units: 1,
        status,
        aired_at: status === 'aired' ? airedAt(line, day, 40 * unit + random.integer(0, 30)) : null,
        reason_id: isMissed ? reason : null,
        created_at: at,
      },
    }));
  });
};

const place = (
  random: Random,
  contract: DemoContract,
  all: DemoOrderLine,
  { quota, reason, now }: { readonly quota: string; readonly reason: string; readonly now: Date },
): Placed[] => {
  const { id, fate } = contract;
  const today = now.toISOString().slice(0, 10);
  const isSingle = isSpots(contract, all);
  const line = isSingle
    ? { ...all, days: all.days.filter((day) => day < addDays(today, -spotDays.before)) }
    : all;
  const single = isSingle ? placeSingly(random, contract, all, { quota, reason, now }) : [];
  const weeks = weeksOf(line.days).flatMap((days): Placed[] => {
    const [from = '', to = from] = [days[0], days.at(-1)];
    // What is far away is still to be placed.
    if (from > addDays(today, 14)) return [];
    const isOver = to < today;
    const isMissed = isOver && fate === 'active' && random.chance(4);
    const status = isMissed ? 'not_aired' : isOver ? 'aired' : random.chance(60) ? 'confirmed' : 'scheduled';
    const at = momentOf(addDays(from, -5), '13:00:00', now);
    return [
      {
        line,
        days,
        status,
        row: {
          id: random.id(at),
          description: line.description,
          quota_id: quota,
          contract_id: id,
          inventory_item_id: line.space.id,
          starts_on: from,
          ends_on: to,
          units: line.unitsPerDay,
          status,
          aired_at: status === 'aired' ? `${to}T23:30:00Z` : null,
          reason_id: isMissed ? reason : null,
          created_at: at,
        },
      },
    ];
  });
  return [...weeks, ...single];
};

/** The rows of placements: spots with their material and their place in the break. */
const rowsOf = async (
  tx: Transaction,
  storage: Pick<Storage, 'put'>,
  placed: readonly Placed[],
  contracts: readonly DemoContract[],
): Promise<readonly Row[]> => {
  const clients = new Map(contracts.map(({ id, client }) => [id, client]));
  const spots = placed.flatMap(({ row, line }): Spot[] => {
    const client = clients.get(String(row.contract_id));
    return client && line.space.unit === 'seconds' && row.starts_on === row.ends_on && row.units === 1
      ? [{ row, line, client: client.id }]
      : [];
  });
  const whose = [...new Set(spots.map(({ client }) => client))];
  const names = new Map(contracts.map(({ client }) => [client.id, client.name]));
  const materials = await insertSpotMaterials(
    tx,
    storage,
    whose.map((id) => ({ id, name: names.get(id) ?? '' })),
  );
  const industries = new Map(
    (
      await tx.query<{ id: string; path: string[] }>(sql`
        SELECT id, coalesce(industry_path(industry_id), '{}') AS path FROM clients WHERE id = ANY(${whose}::uuid[])`)
    ).map(({ id, path }) => [id, path]),
  );
  const positions = ordered(spots, industries);
  const ofClient = new Map(spots.map(({ row, client }) => [row.id, client]));
  return placed.map(({ row }) => ({
    ...row,
    media_file_id: materials.get(ofClient.get(row.id) ?? '') ?? null,
    position: positions.get(row.id) ?? null,
  }));
};

/**
 * Places what contracts sold until two weeks from now, records what was aired, and completes technical sheets, work
 * orders and evidence as far as they would be today.
 *
 * @param file id of a stored file that all evidence shares
 * @returns the days that count as delivered
 */
export const insertDelivery = async (
  tx: Transaction,
  random: Random,
  {
    contracts,
    file,
    storage,
    today: now,
  }: {
    readonly contracts: readonly DemoContract[];
    readonly file: string;
    readonly storage: Pick<Storage, 'put'>;
    readonly today: Date;
  },
): Promise<AiredDays> => {
  const today = now.toISOString().slice(0, 10);
  const running = contracts.filter(({ fate }) => fate === 'active' || fate === 'finished');
  const quotas = new Map(
    (await tx.query<{ line: string; id: string }>(sql`SELECT order_line_id AS line, id FROM quotas`)).map(
      ({ line, id }) => [line, id],
    ),
  );
  const [reason] = await tx.query<{ id: string }>(
    sql`SELECT id FROM reasons WHERE kind = 'non_airing' ORDER BY sort_order, id LIMIT 1`,
  );
  const placed = running.flatMap((contract) =>
    contract.lines.flatMap((line) => {
      const quota = quotas.get(line.id);
      return quota ? place(random, contract, line, { quota, reason: reason?.id ?? '', now }) : [];
    }),
  );
  await insertRows(tx, 'placements', await rowsOf(tx, storage, placed, running));
  await insertLogs(tx, random, { storage, today });

  await tx.query(sql`
    UPDATE tech_sheet_items i SET value = CASE i.type
        WHEN 'number' THEN coalesce(i.min, 1)::text WHEN 'yes_no' THEN 'sí' WHEN 'choice' THEN i.options[1]
        WHEN 'choices' THEN i.options[1] WHEN 'date' THEN lower(c.flight)::text ELSE 'Versión final' END
    FROM tech_sheets s JOIN contracts c ON c.id = s.contract_id
    WHERE s.id = i.tech_sheet_id AND c.status IN ('active', 'finished') AND i.type = ANY(${Object.keys(techFieldTypes)})`);
  await tx.query(sql`
    UPDATE tech_sheet_items i SET document = ${file}::uuid FROM tech_sheets s JOIN contracts c ON c.id = s.contract_id
    WHERE s.id = i.tech_sheet_id AND c.status IN ('active', 'finished') AND i.type = 'document'`);
  await tx.query(sql`
    UPDATE tech_sheets SET status = 'approved', delivered_by = 'Departamento de tráfico',
      confirmed_by_hand = CASE WHEN progress_pct < 100 THEN 'El material llegó a la emisora en un disco y se comprobó allí.' END
    WHERE contract_id IN (SELECT id FROM contracts WHERE status IN ('active', 'finished'))`);
  await tx.query(sql`
    UPDATE work_order_steps s SET done_at = least(${now.toISOString()}::timestamptz, lower(c.flight) + time '15:00')
    FROM work_orders w JOIN contracts c ON c.id = w.contract_id
    WHERE w.id = s.work_order_id AND c.status = 'active'`);
  await tx.query(sql`
    UPDATE work_orders w SET planned_start = lower(c.flight) - 1, planned_end = lower(c.flight),
      status = CASE WHEN c.status = 'active' AND upper(c.flight) > ${today}::date THEN 'on_air' ELSE 'completed' END,
      live_on = lower(c.flight)
    FROM contracts c WHERE c.id = w.contract_id AND c.status = 'active'`);
  await insertCrews(tx, random, now);

  await tx.query(sql`
    UPDATE work_orders w SET number = n.number
    FROM (SELECT id, 'OT-' || extract(year FROM planned_start) || '-' || lpad(row_number() OVER (
        PARTITION BY company_id, extract(year FROM planned_start) ORDER BY planned_start, id)::text, 5, '0') AS number
      FROM work_orders WHERE planned_start IS NOT NULL) n
    WHERE w.id = n.id`);
  const [company] = contracts;
  if (company)
    await tx.query(sql`
      INSERT INTO given_numbers (series, company_id, number, counter, year, count)
      SELECT 'work_order', company_id, number, ${counterOf('work_order', { company: company.company })},
        split_part(number, '-', 2)::integer, split_part(number, '-', 3)::integer
      FROM work_orders WHERE number IS NOT NULL AND company_id = ${company.company}::uuid`);

  const aired = new Map<string, string[]>();
  for (const { line, days, status } of placed)
    if (status === 'aired') aired.set(line.id, [...(aired.get(line.id) ?? []), ...days]);
  await insertEvidence(tx, random, { all: running, file, now, storage });
  return aired;
};
