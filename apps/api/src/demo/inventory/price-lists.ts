import { usualRules } from '@pauta/domain/inventory/prices/usual-rules.ts';
import sql, { type Sql } from 'sql-template-tag';
import { insertUsualRules } from '../../inventory/prices/insert-usual-rules.ts';
import type { Transaction } from '../../platform/database/database.ts';

/** Reference prices in Dominican pesos, by unit of sale. */
const unitPrice = sql`CASE unit
  WHEN 'spot' THEN 4500 WHEN 'mention' THEN 6000 WHEN 'hour' THEN 85000 WHEN 'face_month' THEN 48000
  WHEN 'face_fortnight' THEN 27000 WHEN 'week' THEN 18000 WHEN 'month' THEN 60000 WHEN 'day' THEN 15000
  WHEN 'page' THEN 95000 WHEN 'module' THEN 3200 WHEN 'column_cm' THEN 650 WHEN 'thousand' THEN 2400
  WHEN 'cpm' THEN 280 WHEN 'post' THEN 12000 WHEN 'send' THEN 9000 WHEN 'episode' THEN 25000
  WHEN 'showing' THEN 1500 WHEN 'square_meter' THEN 1100 WHEN 'service' THEN 20000 ELSE 10000 END`;

/** What a space costs of the reference price, by its category or the name of its station. */
const factors = {
  'Canal 8': 1.8,
  'Canal 8 HD': 1.1,
  'Antillana Deportes': 1.4,
  'La Nota 102.1': 0.9,
  'Noticias 910 AM': 0.7,
  'Brisa 94.7': 0.5,
  'App Antillana': 0.8,
  'Revista Mar Abierto': 0.8,
  'Revista La Grada': 0.6,
  'TV-PATROCINIO': 3,
  'RADIO-PATROCINIO': 0.8,
  'RADIO-REMOTO': 0.5,
  'OOH-MEGA': 2.6,
  'OOH-PUENTE': 1.3,
  'OOH-MURO': 1.2,
  'OOH-MUPI': 0.35,
  'OOH-PARADA': 0.4,
  'OOH-TRANSP-EXT': 1.9,
  'DOOH-LED': 0.6,
  'PRENSA-PORTADA': 12,
  'PRENSA-CONTRA': 1.6,
  'PRENSA-PAR': 0.9,
  'PRENSA-PUBLIRREP': 1.2,
  'DIG-VIDEO': 2.2,
  'DIG-TAKEOVER': 6,
  'DIG-NEWSLETTER': 3,
  EVENTO: 12,
  STAND: 1.5,
} as const;

interface ListOptions {
  readonly name: string;
  readonly kind: 'general' | 'political' | 'seasonal';
  /** Code of its company; all by default. */
  readonly company?: string;
  readonly valid: string;
  readonly status: 'draft' | 'current' | 'expired';
  /** Of the prices of this year. */
  readonly factor: string;
  /** Which spaces it prices. */
  readonly spaces: Sql;
  /** Prices of the articles, too. */
  readonly hasArticles: boolean;
  /** From which number of units each part of the price applies. */
  readonly tiers: readonly (readonly [number, number])[];
  readonly rules: typeof usualRules;
}

const insertList = async (tx: Transaction, place: number, list: ListOptions): Promise<void> => {
  const made = await tx.one<{ id: string }>(sql`
    INSERT INTO price_lists (code, name, kind, company_id, currency_code, valid)
    VALUES (${`TAR-${String(place).padStart(4, '0')}`}, ${list.name}, ${list.kind},
      (SELECT id FROM companies WHERE code = ${list.company ?? null}), 'DOP', ${list.valid}::daterange) RETURNING id`);
  const id = made?.id ?? '';
  if (list.hasArticles)
    await tx.query(sql`
      INSERT INTO prices (id, price_list_id, position, ad_article_id, unit, unit_price, floor_price)
      SELECT new_id(), ${id}::uuid, 'b' || lpad((row_number() OVER (ORDER BY code))::text, 6, '0'), id, unit, price,
        round(price * 0.7, 0)
      FROM (SELECT a.id, a.code, a.unit,
        round(${unitPrice} * coalesce(a.duration_factor, 1) * ${list.factor}::numeric, 0) AS price FROM ad_articles a
        WHERE a.is_active AND a.archived_at IS NULL) priced`);
  await tx.query(sql`
    WITH factors AS (SELECT key AS of, value::numeric AS part FROM jsonb_each_text(${JSON.stringify(factors)}::jsonb)),
    spaces AS (
      SELECT i.id, i.code, CASE WHEN i.kind = 'service' THEN 'service' ELSE CASE i.capacity_unit
          WHEN 'seconds' THEN 'spot' WHEN 'spots' THEN 'spot' WHEN 'faces' THEN 'face_month' WHEN 'impressions' THEN 'cpm'
          WHEN 'modules' THEN 'module' WHEN 'column_cm' THEN 'column_cm' WHEN 'pages' THEN 'page'
          WHEN 'mentions' THEN 'mention' WHEN 'hours' THEN 'hour' ELSE 'day' END END AS unit,
        coalesce(t.price_factor, 1) * coalesce(f.part, 1) * coalesce(g.part, 1)
          -- A face costs more where more people pass.
          * CASE WHEN i.traffic_daily IS NULL THEN 1 ELSE 0.5 + round(i.traffic_daily / 120000.0, 2) END AS factor
      FROM inventory_items i JOIN subdivisions s ON s.id = i.subdivision_id JOIN companies o ON o.id = i.company_id
        JOIN inventory_categories c ON c.id = i.inventory_category_id
        LEFT JOIN time_slots t ON t.id = i.time_slot_id
        LEFT JOIN factors f ON f.of = s.name LEFT JOIN factors g ON g.of = c.code
      WHERE i.status = 'active' AND i.archived_at IS NULL AND ${list.spaces}
    ), priced AS (
      -- In whole hundreds from ten thousand on.
      SELECT id, code, unit, round(price, CASE WHEN price >= 10000 THEN -2 ELSE 0 END) AS price
      FROM (SELECT *, ${unitPrice} * factor * ${list.factor}::numeric AS price FROM spaces) exact
    )
    INSERT INTO prices (id, price_list_id, position, inventory_item_id, unit, unit_price, floor_price, min_qty)
    SELECT new_id(), ${id}::uuid, 'c' || lpad((row_number() OVER (ORDER BY p.code, t.min_qty))::text, 6, '0'), p.id, p.unit,
      round(p.price * t.part, 0), round(p.price * t.part * 0.7, 0), t.min_qty
    FROM priced p CROSS JOIN unnest(${list.tiers.map(([from]) => from)}::numeric[],
      ${list.tiers.map(([, part]) => part)}::numeric[]) AS t (min_qty, part)`);
  await insertUsualRules(tx, id, list.rules);
  if (list.status !== 'draft')
    await tx.query(sql`UPDATE price_lists SET status = ${list.status} WHERE id = ${id}::uuid`);
};

/**
 * Rate cards: general ones of earlier years, of this year, and of the next in draft, with prices of every article, by its
 * duration, and of the spaces by the factors of their daypart, station and category, with a second tier; the political
 * one of what elections are announced on; and the season of the outdoor company. All have the usual surcharges and
 * discounts that apply to what they price; the political one only those of positions, because it is the same for every
 * party.
 */
export const insertPriceLists = async (
  tx: Transaction,
  { today, rateCards }: { readonly today: Date; readonly rateCards: number },
): Promise<void> => {
  const year = today.getUTCFullYear();
  const all = { spaces: sql`true`, hasArticles: true, rules: usualRules };
  const tiers = [
    [1, 1],
    [60, 0.9],
  ] as const;
  const general = Array.from({ length: rateCards }, (_, place): ListOptions => {
    const from = place - rateCards + 2;
    return {
      ...all,
      name: `Tarifario general ${year + from}`,
      kind: 'general',
      valid: `[${year + from}-01-01,${year + from + 1}-01-01)`,
      status: from > 0 ? 'draft' : from === 0 ? 'current' : 'expired',
      factor: from > 0 ? '1.08' : (0.93 ** -from).toFixed(2),
      tiers,
    };
  });
  const season = `[${year}-11-15,${year + 1}-01-07)`;
  const lists: readonly ListOptions[] = [
    ...general,
    {
      ...all,
      name: `Tarifario político ${year}`,
      kind: 'political',
      valid: `[${year}-01-01,${year + 1}-01-01)`,
      status: 'current',
      factor: '1.00',
      spaces: sql`i.kind IN ('linear', 'print')`,
      hasArticles: false,
      tiers: [[1, 1]],
      rules: usualRules.filter(({ reason }) => reason === 'position' || reason === 'break'),
    },
    {
      ...all,
      name: `Navidad en exteriores ${year}`,
      kind: 'seasonal',
      company: 'ANT-EXT',
      valid: season,
      status: 'current',
      factor: '1.20',
      spaces: sql`o.code = 'ANT-EXT'`,
      hasArticles: false,
      tiers: [[1, 1]],
      rules: usualRules.filter(({ effect }) => effect === 'discount'),
    },
  ];
  for (const [place, list] of lists.entries()) await insertList(tx, place + 1, list);
};
