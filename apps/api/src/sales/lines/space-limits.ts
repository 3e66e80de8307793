import { formatMoney } from '@pauta/domain/money/format-money.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

interface LimitedLine {
  readonly id: string;
  readonly description: string;
  readonly currency_code: string;
  readonly flight_days: number;
  /** Days from today to the first day of its flight. */
  readonly ahead: number;
  readonly min_flight_days: number | null;
  readonly max_flight_days: number | null;
  /** Days before the first day at which the space is closed, by its lead time or its closing. */
  readonly needed_ahead: number | null;
  /** Of a line whose net is below it. */
  readonly min_spend: string | null;
  readonly is_refused_article: boolean;
  /** The client's industry, if the space or its program does not take it. */
  readonly refused_industry: string | null;
}

const days = (count: number): string => (count === 1 ? '1 día' : `${count} días`);

const reasonsOf = (line: LimitedLine): readonly Reason[] => {
  const name = `«${line.description}»`;
  const { flight_days, min_flight_days, max_flight_days, ahead, needed_ahead, min_spend } = line;
  const found: Reason[] = [];
  if (min_flight_days !== null && flight_days < min_flight_days)
    found.push({
      code: 'flight_too_short',
      text: `${name}: su espacio se vende por ${days(min_flight_days)} o más, y el vuelo tiene ${days(flight_days)}.`,
    });
  if (max_flight_days !== null && flight_days > max_flight_days)
    found.push({
      code: 'flight_too_long',
      text: `${name}: su espacio se vende por ${days(max_flight_days)} como máximo, y el vuelo tiene ${days(flight_days)}.`,
    });
  if (needed_ahead !== null && ahead < needed_ahead)
    found.push({
      code: 'too_late',
      text: `${name}: su espacio se vende hasta ${days(needed_ahead)} antes del inicio. Mueva el vuelo o elija otro espacio.`,
    });
  if (min_spend !== null)
    found.push({
      code: 'spend_too_small',
      text: `${name}: la inversión mínima de su espacio es ${formatMoney(min_spend, line.currency_code, 2)}.`,
    });
  if (line.is_refused_article)
    found.push({
      code: 'article_not_allowed',
      text: `${name}: su espacio no admite ese artículo. Elija otro artículo u otro espacio.`,
    });
  if (line.refused_industry !== null)
    found.push({
      code: 'industry_not_allowed',
      text: `${name}: su espacio no admite anuncios de ${line.refused_industry}. Elija otro espacio.`,
    });
  return found;
};

/**
 * Why lines of quotes are against the conditions of sale of their spaces: length of the flight, lead time and closing,
 * minimum spend, allowed articles, and industries that it or its program does not take (domain §1.7). A bonus spends nothing. By the id of the quote; one statement.
 */
export const spaceLimitReasons = async (
  database: Queryable,
  quoteIds: readonly string[],
): Promise<Map<string, Reason[]>> => {
  const rows = await database.query<LimitedLine>(sql`
    SELECT q.id, l.description, q.currency_code, upper(l.flight) - lower(l.flight) AS flight_days,
      lower(l.flight) - business_date() AS ahead, i.min_flight_days, i.max_flight_days,
      greatest(i.lead_time_days, i.closing_days) AS needed_ahead,
      CASE WHEN l.line_kind <> 'bonus' AND l.net < i.min_spend THEN i.min_spend::text END AS min_spend,
      EXISTS (SELECT FROM inventory_item_allowed_articles a WHERE a.inventory_item_id = i.id)
        AND NOT EXISTS (
          SELECT FROM inventory_item_allowed_articles a
          WHERE a.inventory_item_id = i.id AND a.allowed_article_id = coalesce(l.ad_article_id, i.ad_article_id))
        AS is_refused_article,
      (SELECT n.name FROM clients c JOIN industries n ON n.id = c.industry_id
        WHERE c.id = q.client_id AND (
          EXISTS (SELECT FROM inventory_item_restricted_industries r
            WHERE r.inventory_item_id = i.id AND r.restricted_industry_id = n.id)
          OR EXISTS (SELECT FROM program_restricted_industries r
            WHERE r.program_id = i.program_id AND r.restricted_industry_id = n.id))) AS refused_industry
    FROM quotes q JOIN quote_lines l ON l.quote_id = q.id JOIN inventory_items i ON i.id = l.inventory_item_id
    WHERE q.id = ANY(${quoteIds}::uuid[]) ORDER BY l.position, l.id`);
  const found = new Map<string, Reason[]>();
  for (const row of rows) {
    const reasons = reasonsOf(row);
    if (reasons.length > 0) found.set(row.id, [...(found.get(row.id) ?? []), ...reasons]);
  }
  return found;
};
