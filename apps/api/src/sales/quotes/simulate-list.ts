import type { Line } from '@pauta/domain/document/document.ts';
import { rangeFromSql } from '@pauta/domain/kinds/date-range.ts';
import { divide, isZero, multiply, round, subtract } from '@pauta/domain/money/arithmetic.ts';
import { saleTotals } from '@pauta/domain/sales/lines/sale-totals.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';
import { readSaleTerms } from '../lines/sale-terms.ts';

/** An open quote with its stored net, and the net that the list would give. */
export interface SimulatedQuote {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly client: string;
  readonly opportunity_id: string | null;
  readonly currency: string;
  readonly status: string;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
  /** Percent with two decimals; null for a quote without a net. */
  readonly change_pct: string | null;
  /** Lines for which the list has no price, and that have none agreed. */
  readonly unpriced: number;
}

/** What a price list would make of the open quotes. */
export interface Simulation {
  readonly quotes: readonly SimulatedQuote[];
  /** Whether there are more open quotes than were calculated. */
  readonly is_partial: boolean;
}

interface QuoteRow {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly client: string;
  readonly opportunity_id: string | null;
  readonly status: string;
  readonly net: string;
  readonly has_agency: boolean;
  readonly client_type_id: string | null;
  readonly lines: readonly (Line & { readonly flight: string })[];
}

/** Quotes that one simulation calculates: the newest. */
const mostQuotes = 300;

/** How quotes are priced in a simulation. */
export interface Repricing {
  readonly priceListId: string;
  /** Only quotes of this list; without it those of a list of the same kind, company and platform. */
  readonly of?: string;
  /** By what prices are multiplied, as decimal text; they are rounded to two decimals, as those of a copied list. */
  readonly factor?: string;
  /** Only quotes whose flight starts in these days, both included. */
  readonly starts?: { readonly from: string; readonly to: string };
}

const quotesOf = ({ of, starts }: Repricing): Sql => sql`
  ${
    of === undefined
      ? sql`o.kind = n.kind AND o.company_id IS NOT DISTINCT FROM n.company_id
          AND o.platform_id IS NOT DISTINCT FROM n.platform_id`
      : sql`o.id = ${of}::uuid`
  } AND ${starts ? sql`lower(t.flight) BETWEEN ${starts.from}::date AND ${starts.to}::date` : raw('true')}`;

/**
 * Calculates the net of the open quotes that the actor may see as if they used a price list: drafts and sent quotes in
 * its currency, with a list of its kind, company and platform. Reads a constant number of statements and writes nothing.
 */
export const simulateList = async (
  database: Queryable,
  repricing: Repricing,
  actor: Actor,
): Promise<Simulation> => {
  const { priceListId, factor } = repricing;
  const rows = await database.query<QuoteRow>(sql`
    SELECT t.id, t.number, t.name, c.legal_name AS client, t.opportunity_id, t.status, t.net::text, t.agency_id IS NOT NULL AS has_agency,
      c.client_type_id, (
        SELECT json_agg(json_build_object('id', l.id, 'position', l.position, 'line_kind', l.line_kind,
          'inventory_item_id', l.inventory_item_id, 'package_id', l.package_id, 'ad_article_id', l.ad_article_id,
          'flight', l.flight, 'days', l.days, 'units_per_day', l.units_per_day, 'units', l.units::text,
          'duration_sec', l.duration_sec, 'agreed_price', l.agreed_price::text, 'conditions', l.conditions,
          'surcharge_pct', l.surcharge_pct::text, 'discount_pct', l.discount_pct::text) ORDER BY l.position, l.id)
        FROM quote_lines l WHERE l.quote_id = t.id) AS lines
    FROM quotes t JOIN clients c ON c.id = t.client_id JOIN price_lists o ON o.id = t.price_list_id
      JOIN price_lists n ON n.id = ${priceListId}::uuid
    WHERE t.status IN ('draft', 'sent') AND t.currency_code = n.currency_code AND ${quotesOf(repricing)}
      AND ${scopeCondition(quotes, actor)}
      AND EXISTS (SELECT FROM quote_lines l WHERE l.quote_id = t.id)
    ORDER BY t.created_at DESC, t.id DESC LIMIT ${mostQuotes + 1}`);
  const found = rows.slice(0, mostQuotes);
  const list = await database.one<{ currency_code: string }>(
    sql`SELECT currency_code FROM price_lists WHERE id = ${priceListId}::uuid`,
  );
  const currency = list?.currency_code ?? '';
  const lines = found.flatMap((quote) => quote.lines);
  const ids = (name: string): string[] => [
    ...new Set(lines.flatMap((line) => (line[name] as string | null) ?? [])),
  ];
  const read = await readSaleTerms(database, {
    priceListId,
    currency,
    companyId: null,
    clientId: null,
    brandId: null,
    agencyId: null,
    from: null,
    inventoryItemIds: ids('inventory_item_id'),
    adArticleIds: ids('ad_article_id'),
    packageIds: ids('package_id'),
  });
  const terms =
    factor === undefined
      ? read
      : {
          ...read,
          prices: read.prices.map((price) => ({
            ...price,
            unit_price: round(multiply(price.unit_price, factor), 2),
          })),
        };
  return {
    is_partial: rows.length > mostQuotes,
    quotes: found.map(({ net, has_agency, client_type_id, lines: own, ...quote }) => {
      const { header, lines: calculated } = saleTotals(
        own.map((line) => ({ ...line, flight: rangeFromSql(line.flight) })),
        { ...terms, has_agency, client_type_id },
        currency,
      );
      const after = String(header.net);
      const difference = subtract(after, net);
      return {
        ...quote,
        currency,
        before: net,
        after,
        difference,
        change_pct: isZero(net) ? null : divide(multiply(difference, '100'), net, 2),
        unpriced: own.filter(
          ({ id, line_kind, agreed_price }) =>
            line_kind !== 'bonus' && agreed_price === null && calculated.get(id)?.list_price === null,
        ).length,
      };
    }),
  };
};
