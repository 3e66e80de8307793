import sql from 'sql-template-tag';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Row } from '../../insert-rows.ts';
import type { Random } from '../../random.ts';

/** A space, with what deciding whether it can be held takes. */
export interface DemoSpace {
  readonly id: string;
  readonly row: Row;
  readonly capacity: number;
  readonly unit: string;
  readonly days: readonly string[];
  /** Last day of its permit, after which it is not sold. */
  readonly until: string | null;
  /** Its ancestors and itself. */
  readonly path: readonly string[];
}

/** A channel, station, publication, site or circuit. */
export interface Station {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly kind: string;
}

/** A daypart, with the hours at which it starts and ends. */
interface Slot {
  readonly id: string;
  readonly platform: string;
  readonly code: string;
  readonly name: string;
  readonly starts: number;
  readonly ends: number;
  readonly is_prime: boolean;
  readonly is_rotating: boolean;
}

interface SpaceOptions {
  readonly station: Station;
  readonly category: string;
  readonly name: string;
  readonly unit: string;
  readonly capacity: number;
  readonly article?: string | undefined;
  readonly parent?: DemoSpace | undefined;
  readonly days?: readonly string[];
  readonly more?: Row;
}

/** Makes the rows of the spaces; each kind of space is a function that is given one. */
export interface SpaceMaker {
  readonly random: Random;
  readonly stations: readonly Station[];
  readonly slots: readonly Slot[];
  /** How many times as many spaces as usual. */
  readonly scale: number;
  /** The rows in the order in which they can be inserted. */
  readonly rows: readonly Row[];
  readonly programs: Row[];
  /** Spaces on sale that contracts, holds and quotes choose from. */
  readonly onSale: readonly DemoSpace[];
  add(options: SpaceOptions): DemoSpace;
  /** Id of a locality or a weekly block of half an hour by its code. */
  idOf(code: string): string | null;
  /** A civil day so many days after today. */
  dayIn(days: number): string;
}

const columns = {
  kind: 'linear',
  ad_article_id: null,
  program_id: null,
  time_slot_id: null,
  schedule_id: null,
  break_no: null,
  airs_at: null,
  face_type: 'static',
  venue_type: null,
  locality_id: null,
  address: null,
  latitude: null,
  longitude: null,
  facing: null,
  width_m: null,
  height_m: null,
  illuminated: false,
  material: null,
  structure: null,
  traffic_daily: null,
  permit_no: null,
  permit_until: null,
  loop_sec: null,
  slot_sec: null,
  opens_at: null,
  closes_at: null,
  publication: null,
  print_section: null,
  page_parity: null,
  size: null,
  color: null,
  closing_days: null,
  site: null,
  sizes: [],
  cost_model: null,
  est_daily_imps: null,
  venue: null,
  attendance: null,
  active: null,
  min_flight_days: null,
  lead_time_days: null,
  min_spend: null,
  target_gender_id: null,
  reach: null,
  reach_source: null,
  reach_on: null,
} satisfies Row;

/** Kinds of spaces that are sold one by one by their own department, and not in the contracts of every client. */
const special = ['event', 'service'];

export const everyDay = ['1', '2', '3', '4', '5', '6', '7'];

/** Reads the codes that spaces refer to. */
export const createSpaceMaker = async (
  tx: Transaction,
  { random, today, scale }: { readonly random: Random; readonly today: Date; readonly scale: number },
): Promise<SpaceMaker> => {
  const stations = await tx.query<Station>(sql`
    SELECT id, code, name, kind FROM subdivisions WHERE code LIKE 'ANT-%' ORDER BY code`);
  const categories = new Map(
    (
      await tx.query<{ code: string; id: string; platform_id: string }>(
        sql`SELECT code, id, platform_id FROM inventory_categories`,
      )
    ).map((row) => [row.code, row]),
  );
  const ids = new Map(
    (
      await tx.query<{ code: string; id: string }>(sql`
        SELECT code, id FROM ad_articles UNION ALL SELECT code, id FROM schedules WHERE code ~ '^B[0-9]{4}$'
        UNION ALL SELECT code, id FROM localities WHERE code LIKE 'DO-%'`)
    ).map(({ code, id }) => [code, id]),
  );
  const slots = await tx.query<Slot>(sql`
    SELECT t.id, p.code AS platform, t.code, t.name, extract(hour FROM t.starts)::integer AS starts,
      CASE WHEN t.ends <= t.starts THEN 24 ELSE extract(hour FROM t.ends)::integer END AS ends, t.is_prime, t.is_rotating
    FROM time_slots t JOIN platforms p ON p.id = t.platform_id WHERE t.archived_at IS NULL ORDER BY t.starts, t.code`);
  const rows: Row[] = [];
  const onSale: DemoSpace[] = [];
  const counts = new Map<string, number>();
  const idOf = (code: string): string | null => ids.get(code) ?? null;
  return {
    random,
    stations,
    slots,
    scale,
    rows,
    programs: [],
    onSale,
    idOf,
    dayIn: (days) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10),
    add: ({ station, category, name, unit, capacity, article, parent, days = everyDay, more = {} }) => {
      const of = categories.get(category);
      if (!of) throw new Error(`there is no category ${category}`);
      const count = (counts.get(station.code) ?? 0) + 1;
      counts.set(station.code, count);
      const id = random.id(today);
      const row: Row = {
        ...columns,
        id,
        code: `${station.code}-${String(count).padStart(3, '0')}`,
        name,
        status: 'active',
        platform_id: of.platform_id,
        inventory_category_id: of.id,
        subdivision_id: station.id,
        ad_article_id: article === undefined ? null : idOf(article),
        capacity_unit: unit,
        capacity,
        parent_id: parent?.id ?? null,
        days,
        ...more,
      };
      rows.push(row);
      const until = (more.permit_until as string | undefined) ?? null;
      const space = { id, row, capacity, unit, days, until, path: [...(parent?.path ?? []), id] };
      if (row.status === 'active' && !special.includes(String(row.kind))) onSale.push(space);
      return space;
    },
  };
};
