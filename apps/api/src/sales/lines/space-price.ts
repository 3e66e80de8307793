import { usualDuration } from '@pauta/domain/inventory/capacity/cells.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { priceLists } from '@pauta/domain/inventory/prices/price-list.ts';
import { explainPrice, type SpacePrice } from '@pauta/domain/sales/lines/explain-price.ts';
import { priceLine, volumeGross } from '@pauta/domain/sales/lines/sale-totals.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { type Period, periodOf, periodQuery } from '../../inventory/availability/period.ts';
import { actorOf } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { readSaleTerms } from './sale-terms.ts';

interface UsualList {
  readonly id: string;
  readonly name: string;
  readonly currency_code: string;
  readonly company_id: string;
  readonly capacity_unit: string;
}

/**
 * The general price list with a price of the space, in force on the first day; the one in force today if that is later
 * than all lists. The most specific one wins, as in `usual_price`.
 */
const usualListOf = (database: Queryable, itemId: string, { from }: Period): Promise<UsualList | undefined> =>
  database.one<UsualList>(sql`
    SELECT l.id, l.name, l.currency_code, i.company_id, i.capacity_unit
    FROM inventory_items i JOIN price_lists l ON l.kind = 'general' AND l.status = 'current' AND l.archived_at IS NULL
      AND (l.valid @> ${from}::date OR l.valid @> business_date())
      AND coalesce(l.platform_id = i.platform_id, true) AND coalesce(l.company_id = i.company_id, true)
    WHERE i.id = ${itemId}::uuid AND EXISTS (
      SELECT FROM prices r WHERE r.price_list_id = l.id AND (r.inventory_item_id = i.id OR r.ad_article_id = i.ad_article_id
        OR r.inventory_category_id = i.inventory_category_id))
    ORDER BY NOT l.valid @> ${from}::date, l.company_id IS NULL, l.platform_id IS NULL, l.id LIMIT 1`);

/** What one unit of a space on each day of a period costs a client without agency and agreements; null without a price. */
const readSpacePrice = async (
  database: Queryable,
  itemId: string,
  period: Period,
): Promise<SpacePrice | null> => {
  const list = await usualListOf(database, itemId, period);
  if (!list) return null;
  const terms = await readSaleTerms(database, {
    priceListId: list.id,
    currency: list.currency_code,
    companyId: list.company_id,
    ...{ clientId: null, brandId: null, agencyId: null },
    from: period.from,
    inventoryItemIds: [itemId],
    ...{ adArticleIds: [], packageIds: [] },
  });
  const line = {
    id: itemId,
    position: 'a',
    line_kind: 'airtime',
    inventory_item_id: itemId,
    flight: period,
    units_per_day: 1,
    duration_sec: list.capacity_unit === 'seconds' ? usualDuration : null,
    tax_pct: terms.taxes[terms.items[itemId]?.ad_article_id ?? '']?.pct ?? '0',
  };
  const gross = volumeGross([line], terms, list.currency_code);
  if (priceLine(line, terms, gross).listPrice === null) return null;
  return {
    list: list.name,
    explanation: explainPrice(line, terms, list.currency_code, gross, list.name),
  };
};

/** What a space costs on some days, beside its availability. */
export const spacePriceRoute = (app: FastifyInstance): void => {
  app.get<{ Params: IdParams; Querystring: { from?: string; to?: string } }>(
    '/api/availability/:id/price',
    routeOptions(
      { permission: priceLists.permissions.viewAll ?? '' },
      {
        summary: 'Cuánto cuesta un espacio en unos días',
        description:
          'El precio de una unidad por día para un cliente sin agencia ni acuerdos, paso a paso; nulo si ninguna lista ' +
          'general vigente lo tiene.',
        params: idParams,
        querystring: periodQuery,
        response: {
          200: {
            type: 'object',
            properties: { data: { type: ['object', 'null'], additionalProperties: true } },
          },
        },
      },
    ),
    async (request) => {
      const period = periodOf(request.query);
      const { id } = await readRecord(
        app.database,
        tableOf(inventoryItems),
        request.params.id,
        actorOf(request),
      );
      return { data: await readSpacePrice(app.database, id, period) };
    },
  );
};
