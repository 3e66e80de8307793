import { priceLists } from '@pauta/domain/inventory/prices/price-list.ts';
import { mostSaleLines } from '@pauta/domain/sales/lines/sale-line.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { type Actor, actorOf } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { readLimits, regulatedIndustries } from '../lines/approval-limits.ts';
import { readSaleTerms, type SaleContext } from '../lines/sale-terms.ts';
import { simulateList } from './simulate-list.ts';

const id = { type: ['string', 'null'], format: 'uuid' } as const;
const ids = {
  type: 'array',
  maxItems: mostSaleLines,
  uniqueItems: true,
  items: { type: 'string', format: 'uuid' },
} as const;

interface TermsBody {
  price_list_id?: string | null;
  currency_code?: string;
  company_id?: string | null;
  client_id?: string | null;
  brand_id?: string | null;
  agency_id?: string | null;
  from?: string | null;
  owner_id?: string | null;
  inventory_item_ids?: string[];
  ad_article_ids?: string[];
  package_ids?: string[];
}

const contextOf = (body: TermsBody): SaleContext => ({
  priceListId: body.price_list_id ?? null,
  currency: body.currency_code ?? '',
  companyId: body.company_id ?? null,
  clientId: body.client_id ?? null,
  brandId: body.brand_id ?? null,
  agencyId: body.agency_id ?? null,
  from: body.from ?? null,
  inventoryItemIds: body.inventory_item_ids ?? [],
  adArticleIds: body.ad_article_ids ?? [],
  packageIds: body.package_ids ?? [],
});

/** What a line takes over from its space or package when it is chosen, and what the actor may give with this seller. */
const readSuggestions = async (
  database: Queryable,
  of: SaleContext,
  { actor, ownerId }: { readonly actor: Actor; readonly ownerId: string | null },
) => {
  const spaces = await database.query<{ id: string }>(sql`
    SELECT i.id, i.name, i.days, a.duration_sec,
      CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'label', a.name, 'code', a.code) END AS ad_article
    FROM inventory_items i LEFT JOIN ad_articles a ON a.id = i.ad_article_id AND a.archived_at IS NULL
    WHERE i.id = ANY(${of.inventoryItemIds}::uuid[])`);
  const articles = await database.query<{ id: string }>(sql`
    SELECT id, name, duration_sec FROM ad_articles WHERE id = ANY(${of.adArticleIds}::uuid[])`);
  const packages = await database.query<{ id: string }>(sql`
    SELECT id, name, min_qty::text FROM packages WHERE id = ANY(${of.packageIds}::uuid[])`);
  const classifications = await database.one<{ paid: unknown; bonus: unknown }>(sql`
    SELECT
      (SELECT json_build_object('id', id, 'label', name, 'code', code) FROM ad_classifications
        WHERE archived_at IS NULL AND is_active AND is_billable ORDER BY sort_order, id LIMIT 1) AS paid,
      (SELECT json_build_object('id', id, 'label', name, 'code', code) FROM ad_classifications
        WHERE archived_at IS NULL AND is_active AND NOT is_billable ORDER BY sort_order, id LIMIT 1) AS bonus`);
  const owner = await database.one<{ allowed: string }>(sql`
    SELECT discount_limit(${ownerId}::uuid)::text AS allowed`);
  const limits = await readLimits(database, actor);
  const [regulated_industry = null] = await regulatedIndustries(database, [of]);
  const byId = (rows: readonly { readonly id: string }[]) =>
    Object.fromEntries(rows.map(({ id: key, ...row }) => [key, row]));
  return {
    spaces: byId(spaces),
    articles: byId(articles),
    packages: byId(packages),
    classifications,
    regulated_industry,
    ...limits(owner?.allowed ?? '0'),
  };
};

/** What the form of a quote looks up while it is edited, and what a price list would make of the open quotes. */
export const quoteRoutes = (app: FastifyInstance): void => {
  const { permissions } = quotes;
  const editing = accessTo([permissions.create, permissions.updateAll, permissions.updateOwn]);
  const answer = {
    200: {
      type: 'object',
      required: ['data'],
      properties: { data: { type: 'object', additionalProperties: true } },
    },
  } as const;

  app.post<{ Body: TermsBody }>(
    '/api/quotes/terms',
    {
      ...routeOptions(editing, {
        summary: 'Precios, impuestos y comisión con que se calculan los renglones de un presupuesto',
        body: {
          type: 'object',
          additionalProperties: false,
          properties: {
            price_list_id: id,
            currency_code: { type: 'string', maxLength: 3 },
            company_id: id,
            client_id: id,
            brand_id: id,
            agency_id: id,
            from: { type: ['string', 'null'], format: 'date', description: 'Primer día del vuelo' },
            owner_id: id,
            inventory_item_ids: ids,
            ad_article_ids: ids,
            package_ids: ids,
          },
        },
        response: answer,
      }),
      attachValidation: false,
    },
    async (request) => {
      const of = contextOf(request.body);
      const [terms, suggestions] = [
        await readSaleTerms(app.database, of),
        await readSuggestions(app.database, of, {
          actor: actorOf(request),
          ownerId: request.body.owner_id ?? null,
        }),
      ];
      return { data: { terms, ...suggestions } };
    },
  );

  app.get<{ Params: IdParams }>(
    '/api/price-lists/:id/simulation',
    routeOptions(accessTo([permissions.viewAll ?? '', permissions.viewTeam, permissions.viewOwn]), {
      summary: 'Qué haría esta lista con los presupuestos abiertos',
      params: idParams,
      response: answer,
    }),
    async (request) => {
      const actor = actorOf(request);
      const list = await readRecord(app.database, tableOf(priceLists), request.params.id, actor);
      return { data: await simulateList(app.database, { priceListId: list.id }, actor) };
    },
  );
};
