import type { NamedRule } from '@pauta/domain/inventory/prices/tariff/rule-in-words.ts';
import {
  type Tariff,
  type TariffList,
  type TariffPrice,
  tariffOf,
} from '@pauta/domain/inventory/prices/tariff/tariff.ts';
import { rangeFromSql } from '@pauta/domain/kinds/date-range.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { type Letterhead, readLetterhead } from '../../../admin/settings/letterhead.ts';
import { notFound } from '../../../platform/http/problem.ts';

/** A tariff with the company that issues it. */
export interface IssuedTariff {
  readonly tariff: Tariff;
  readonly letterhead: Letterhead;
  /** ISO instant of the last change of the list. */
  readonly at: string;
  readonly code: string;
}

interface ListRow extends Omit<TariffList, 'valid'> {
  readonly valid: string;
  /** Its company; of a list for all, those of its spaces. */
  readonly company_ids: readonly string[];
  readonly updated_at: string;
}

type RuleRow = Omit<NamedRule, 'dates'> & { readonly dates: string | null };

/**
 * Reads what is public of a price list. Floor prices, notes and authors are not read at all.
 *
 * @throws Problem 404 if it does not exist
 */
export const readTariff = async (app: FastifyInstance, id: string): Promise<IssuedTariff> => {
  const { database } = app;
  const [list, prices, rules] = await Promise.all([
    database.one<ListRow>(sql`
      SELECT l.name, l.code, l.kind, l.status, l.currency_code, l.valid::text, l.updated_at,
        CASE WHEN l.company_id IS NOT NULL THEN ARRAY[l.company_id] ELSE ARRAY(
          SELECT DISTINCT i.company_id FROM prices p JOIN inventory_items i ON i.id = p.inventory_item_id
          WHERE p.price_list_id = l.id) END AS company_ids
      FROM price_lists l WHERE l.id = ${id}::uuid`),
    database.query<TariffPrice>(sql`
      SELECT coalesce(i.name, c.name, a.name) AS name,
        CASE WHEN i.id IS NOT NULL THEN 'space' WHEN c.id IS NOT NULL THEN 'category' ELSE 'article' END AS of,
        m.name AS platform, s.name AS station, p.unit, p.unit_price::text, p.min_qty::text, a.duration_sec,
        CASE WHEN t.id IS NOT NULL THEN json_build_object('name', t.name, 'starts', to_char(t.starts, 'HH24:MI'),
          'ends', to_char(t.ends, 'HH24:MI')) END AS daypart,
        coalesce(i.days, '{}') AS days
      FROM prices p
      LEFT JOIN inventory_items i ON i.id = p.inventory_item_id
      LEFT JOIN subdivisions s ON s.id = i.subdivision_id
      LEFT JOIN time_slots t ON t.id = i.time_slot_id
      LEFT JOIN inventory_categories c ON c.id = p.inventory_category_id
      LEFT JOIN ad_articles a ON a.id = coalesce(p.ad_article_id, i.ad_article_id)
      JOIN platforms m ON m.id = coalesce(i.platform_id, c.platform_id, a.platform_id)
      WHERE p.price_list_id = ${id}::uuid ORDER BY p.position, p.id`),
    database.query<RuleRow>(sql`
      SELECT r.code, r.name, r.effect, r.reason, r.applies, r.pct::text, r.amount::text, r.base, r.only_best_of,
        m.name AS platform, c.name AS inventory_category, a.name AS ad_article, t.name AS client_type, r.buyer, r.days,
        r.months, r.dates::text, r.is_prime, r.min_duration_sec, r.max_duration_sec, r.min_qty::text, r.min_days,
        r.min_gross::text
      FROM price_rules r
      LEFT JOIN platforms m ON m.id = r.platform_id
      LEFT JOIN inventory_categories c ON c.id = r.inventory_category_id
      LEFT JOIN ad_articles a ON a.id = r.ad_article_id
      LEFT JOIN client_types t ON t.id = r.client_type_id
      WHERE r.price_list_id = ${id}::uuid ORDER BY r.position, r.id`),
  ]);
  if (!list) throw notFound();
  return {
    tariff: tariffOf(
      { ...list, valid: rangeFromSql(list.valid) ?? { from: null, to: null } },
      prices,
      rules.map((rule) => ({ ...rule, dates: rule.dates === null ? null : rangeFromSql(rule.dates) })),
    ),
    letterhead: await readLetterhead(app, list.company_ids),
    at: new Date(list.updated_at).toISOString(),
    code: list.code,
  };
};
