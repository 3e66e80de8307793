import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { type DatedTaxRate, taxRateFor } from '@pauta/domain/finance/applicable-tax-rate.ts';
import type { SoldPackage } from '@pauta/domain/inventory/packages/sold-package.ts';
import { rangeFromSql } from '@pauta/domain/kinds/date-range.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { LineTax, SaleTerms, SoldArticle, SoldSpace } from '@pauta/domain/sales/lines/sale-terms.ts';
import type { AgencyCommission } from '@pauta/domain/sales/quotes/quote-totals.ts';
import sql from 'sql-template-tag';
import { pricesFor } from '../../inventory/prices/prices-for.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** What the terms of a document with sale lines depend on; ids, null where the document has none. */
export interface SaleContext {
  readonly priceListId: string | null;
  readonly currency: string;
  readonly companyId: string | null;
  readonly clientId: string | null;
  readonly brandId: string | null;
  readonly agencyId: string | null;
  /** First day of the flight, a civil day. */
  readonly from: string | null;
  readonly inventoryItemIds: readonly string[];
  readonly adArticleIds: readonly string[];
  readonly packageIds: readonly string[];
}

/** The terms of a sale, and the commission of its agency. */
export interface TermsOfSale extends SaleTerms {
  readonly commission: AgencyCommission | null;
}

interface ArticleRow extends SoldArticle {
  readonly id: string;
  readonly tax_rate_id: string | null;
}

interface PackageRow extends SoldPackage {
  readonly id: string;
}

const readSpaces = async (
  database: Queryable,
  ids: readonly string[],
): Promise<Readonly<Record<string, SoldSpace>>> => {
  const rows = await database.query<SoldSpace & { readonly id: string }>(sql`
    SELECT i.id, i.platform_id, i.inventory_category_id, i.ad_article_id, i.capacity_unit, i.days,
      coalesce(s.is_prime, false) AS is_prime
    FROM inventory_items i LEFT JOIN time_slots s ON s.id = i.time_slot_id WHERE i.id = ANY(${ids}::uuid[])`);
  return Object.fromEntries(rows.map(({ id, ...space }) => [id, space]));
};

/** Packages in this currency with their components in order. */
const readPackages = (
  database: Queryable,
  ids: readonly string[],
  currency: string,
): Promise<PackageRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : database.query<PackageRow>(sql`
        SELECT p.id, p.kind, p.price_mode, p.price::text, p.discount_pct::text, p.min_qty::text, coalesce((
          SELECT json_agg(json_build_object('id', i.id, 'name', coalesce(s.name, a.name),
            'inventory_item_id', i.inventory_item_id, 'ad_article_id', i.ad_article_id, 'quantity', i.quantity::text,
            'min_quantity', i.min_quantity::text, 'max_quantity', i.max_quantity::text, 'is_optional', i.is_optional,
            'allocation_pct', i.allocation_pct::text) ORDER BY i.position, i.id)
          FROM package_items i LEFT JOIN inventory_items s ON s.id = i.inventory_item_id
            LEFT JOIN ad_articles a ON a.id = i.ad_article_id
          WHERE i.package_id = p.id), '[]') AS components
        FROM packages p WHERE p.id = ANY(${ids}::uuid[]) AND p.currency_code = ${currency}`);

/** What company and client mean for taxes and for the conditions of surcharges and discounts. */
interface Parties {
  readonly tax_rate_id: string | null;
  readonly tax_exempt: boolean | null;
  readonly tax_exempt_doc: string | null;
  readonly tax_exempt_until: string | null;
  readonly client_type_id: string | null;
}

const readParties = (
  database: Queryable,
  { companyId, clientId }: SaleContext,
): Promise<Parties | undefined> =>
  database.one<Parties>(sql`
    SELECT (SELECT tax_rate_id FROM companies WHERE id = ${companyId}::uuid) AS tax_rate_id,
      c.tax_exempt, c.tax_exempt_doc, c.tax_exempt_until::text, c.client_type_id
    FROM (VALUES (1)) one LEFT JOIN clients c ON c.id = ${clientId}::uuid`);

const readTaxes = async (
  database: Queryable,
  parties: Parties | undefined,
  articles: readonly ArticleRow[],
): Promise<Readonly<Record<string, LineTax>>> => {
  const rates = await database.query<
    Omit<DatedTaxRate, 'valid'> & { readonly valid: string | null; readonly name: string }
  >(sql`
    SELECT id, code, name, pct::text, is_exempt, is_default, valid::text
    FROM tax_rates WHERE archived_at IS NULL ORDER BY id`);
  const dated = rates.map((rate) => ({
    ...rate,
    valid: rate.valid === null ? null : rangeFromSql(rate.valid),
  }));
  const taxOf = (article: ArticleRow | null): LineTax => {
    const found = taxRateFor(
      {
        article,
        company: { tax_rate_id: parties?.tax_rate_id ?? null },
        client: {
          tax_exempt: parties?.tax_exempt ?? false,
          tax_exempt_doc: parties?.tax_exempt_doc ?? null,
          tax_exempt_until: parties?.tax_exempt_until ?? null,
        },
      },
      dated,
      companyToday(),
    );
    const rate = rates.find(({ id }) => id === found?.id);
    const reference: Reference | null = rate ? { id: rate.id, label: rate.name, code: rate.code } : null;
    return { tax_rate: reference, pct: found?.pct ?? '0' };
  };
  return Object.fromEntries([['', taxOf(null)], ...articles.map((article) => [article.id, taxOf(article)])]);
};

/** The commission of an agency on the first day of the flight: of its letter for brand or client, else its own. */
const readCommission = async (
  database: Queryable,
  { agencyId, clientId, brandId, from }: SaleContext,
): Promise<AgencyCommission | null> => {
  if (agencyId === null) return null;
  const row = await database.one<AgencyCommission>(sql`
    SELECT agency_commission(id, ${clientId}::uuid, ${brandId}::uuid, coalesce(${from}::date, business_date()))::text AS pct,
      commission_mode AS mode
    FROM agencies WHERE id = ${agencyId}::uuid`);
  return row ?? null;
};

const given = (ids: readonly (string | null | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => typeof id === 'string')),
];

/**
 * Everything that the amounts of a document with sale lines depend on besides the document (`saleTotals`), in a constant
 * number of statements.
 *
 * @example quoteTotals(body, await readSaleTerms(tx, saleContextOf(body)))
 */
export const readSaleTerms = async (database: Queryable, of: SaleContext): Promise<TermsOfSale> => {
  const packages = await readPackages(database, of.packageIds, of.currency);
  const components = packages.flatMap((one) => one.components);
  const items = await readSpaces(
    database,
    given([...of.inventoryItemIds, ...components.map((one) => one.inventory_item_id)]),
  );
  const articleIds = given([
    ...of.adArticleIds,
    ...components.map((one) => one.ad_article_id),
    ...Object.values(items).map((item) => item.ad_article_id),
  ]);
  const articles = await database.query<ArticleRow>(sql`
    SELECT id, platform_id, unit, is_commissionable, duration_sec, tax_rate_id FROM ad_articles WHERE id = ANY(${articleIds}::uuid[])`);
  const { prices, rules } =
    of.priceListId === null
      ? { prices: [], rules: [] }
      : await pricesFor(database, of.priceListId, [
          ...Object.entries(items).map(([id, item]) => ({
            inventoryItemId: id,
            inventoryCategoryId: item.inventory_category_id,
          })),
          ...articleIds.map((adArticleId) => ({ adArticleId })),
        ]);
  const commission = await readCommission(database, of);
  const parties = await readParties(database, of);
  return {
    prices,
    rules,
    has_agency: of.agencyId !== null,
    client_type_id: parties?.client_type_id ?? null,
    items,
    articles: Object.fromEntries(articles.map(({ id, tax_rate_id: _, ...article }) => [id, article])),
    packages: Object.fromEntries(packages.map(({ id, ...one }) => [id, one])),
    taxes: await readTaxes(database, parties, articles),
    agency_discount_pct: commission?.mode === 'invoice_discount' ? commission.pct : '0',
    commission,
  };
};
