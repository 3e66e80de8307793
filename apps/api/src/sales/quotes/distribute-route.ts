import { flightDays, longestFlight } from '@pauta/domain/calendar/sold-days.ts';
import type { Line } from '@pauta/domain/document/document.ts';
import { cellsOf, usualDuration } from '@pauta/domain/inventory/capacity/cells.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { saleLineTotals } from '@pauta/domain/sales/lines/sale-totals.ts';
import {
  type BudgetCandidate,
  type DistributionAim,
  distributeBudget,
  distributionAims,
} from '@pauta/domain/sales/quotes/distribute-budget.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { readFreeUnits } from '../../inventory/availability/occupancy.ts';
import { readSpaces } from '../../inventory/items/space.ts';
import { type Actor, actorOf } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';
import { accessTo, routeOptions } from '../../resource/route.ts';
import { readSaleTerms } from '../lines/sale-terms.ts';

/** Spaces among which one request divides a budget. */
export const mostCandidates = 40;

const id = { type: ['string', 'null'], format: 'uuid' } as const;
const day = { type: 'string', format: 'date' } as const;

interface DistributeBody {
  amount: string;
  aim: DistributionAim;
  most_per_day: number;
  duration_sec?: number | null;
  days: string[];
  flight: { from: string; to: string };
  inventory_item_ids: string[];
  price_list_id?: string | null;
  currency_code: string;
  company_id?: string | null;
  client_id?: string | null;
  brand_id?: string | null;
  agency_id?: string | null;
}

interface SpaceRow {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly path: readonly string[];
  readonly duration_sec: number | null;
  readonly article: { readonly id: string; readonly label: string; readonly code: string } | null;
}

/** The chosen spaces that are for sale and that the actor sees, in the order of their choice. */
const readCandidates = (database: Queryable, ids: readonly string[], actor: Actor): Promise<SpaceRow[]> =>
  database.query<SpaceRow>(sql`
    SELECT t.id, t.name, t.code, t.path, a.duration_sec,
      CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'label', a.name, 'code', a.code) END AS article
    FROM inventory_items t LEFT JOIN ad_articles a ON a.id = t.ad_article_id AND a.archived_at IS NULL
    WHERE t.id = ANY(${ids}::uuid[]) AND t.status = 'active' AND t.archived_at IS NULL
      AND ${scopeCondition(inventoryItems, actor)}
    ORDER BY array_position(${ids}::uuid[], t.id)`);

/** Divides money among spaces: lines for the form of a quote, with the reason why each space gets no more. */
const distribute = async (database: Queryable, body: DistributeBody, actor: Actor) => {
  const { flight, currency_code: currency, days } = body;
  if (flightDays(flight) === 0 || flightDays(flight) > longestFlight)
    throw invalid({ flight: ['Indique un vuelo de hasta un año.'] });
  const rows = await readCandidates(database, body.inventory_item_ids, actor);
  const ids = rows.map((row) => row.id);
  const spaces = await readSpaces(database, ids);
  const free = await readFreeUnits(database, ids, flight);
  const terms = await readSaleTerms(database, {
    priceListId: body.price_list_id ?? null,
    currency,
    companyId: body.company_id ?? null,
    clientId: body.client_id ?? null,
    brandId: body.brand_id ?? null,
    agencyId: body.agency_id ?? null,
    from: flight.from,
    inventoryItemIds: ids,
    adArticleIds: [],
    packageIds: [],
  });
  const candidates = rows.map((row): BudgetCandidate & { readonly line: Omit<Line, 'units_per_day'> } => {
    const space = spaces.get(row.id);
    const durationSec =
      body.duration_sec ?? row.duration_sec ?? (space?.capacity_unit === 'seconds' ? usualDuration : null);
    const sold = space ? days.filter((one) => space.days.includes(one)) : days;
    const line = {
      id: row.id,
      position: '',
      line_kind: 'airtime',
      inventory_item_id: { id: row.id, label: row.name, code: row.code },
      ad_article_id: row.article,
      description: row.name,
      flight,
      days: sold,
      duration_sec: durationSec,
    };
    const costs = new Map<number, string | null>();
    return {
      id: row.id,
      name: row.name,
      nodes: row.path,
      line,
      takes:
        space && sold.length > 0 ? cellsOf({ flight, days: sold, unitsPerDay: 1, durationSec }, space) : [],
      cost: (units) => {
        const known = costs.get(units);
        if (known !== undefined) return known;
        const { values, totals } = saleLineTotals({ ...line, units_per_day: units }, terms, currency);
        const cost = values.list_price === null ? null : totals.taxable;
        costs.set(units, cost);
        return cost;
      },
    };
  });
  const found = distributeBudget(candidates, {
    amount: body.amount,
    currency,
    aim: body.aim,
    mostPerDay: body.most_per_day,
    free: (node, on) => free.get(node)?.get(on) ?? 0,
  });
  return {
    spent: found.spent,
    left: found.left,
    spaces: found.spaces.map(({ id: key, unitsPerDay, cost, why }, place) => ({
      id: key,
      name: candidates[place]?.name,
      units_per_day: unitsPerDay,
      cost,
      why,
      line:
        unitsPerDay === 0
          ? null
          : { ...candidates[place]?.line, id: undefined, position: undefined, units_per_day: unitsPerDay },
    })),
  };
};

/** Divides the client's money among spaces, for the form of a quote; writes nothing. */
export const distributeRoute = (app: FastifyInstance): void => {
  const { permissions } = quotes;
  app.post<{ Body: DistributeBody }>(
    '/api/quotes/distribute',
    {
      ...routeOptions(accessTo([permissions.create, permissions.updateAll, permissions.updateOwn]), {
        summary: 'Reparte un importe entre espacios según su precio y lo que queda libre; no guarda nada',
        body: {
          type: 'object',
          required: [
            'amount',
            'aim',
            'most_per_day',
            'days',
            'flight',
            'inventory_item_ids',
            'currency_code',
          ],
          additionalProperties: false,
          properties: {
            amount: {
              type: 'string',
              pattern: '^[0-9]{1,15}(\\.[0-9]{1,2})?$',
              description: 'Sin impuestos',
            },
            aim: { type: 'string', enum: Object.keys(distributionAims) },
            most_per_day: { type: 'integer', minimum: 1, maximum: 100 },
            duration_sec: { type: ['integer', 'null'], minimum: 1, maximum: 7200 },
            days: {
              type: 'array',
              minItems: 1,
              maxItems: 7,
              items: { type: 'string', enum: ['1', '2', '3', '4', '5', '6', '7'] },
            },
            flight: {
              type: 'object',
              required: ['from', 'to'],
              additionalProperties: false,
              properties: { from: day, to: day },
            },
            inventory_item_ids: {
              type: 'array',
              minItems: 1,
              maxItems: mostCandidates,
              uniqueItems: true,
              items: { type: 'string', format: 'uuid' },
            },
            price_list_id: id,
            currency_code: { type: 'string', minLength: 3, maxLength: 3 },
            company_id: id,
            client_id: id,
            brand_id: id,
            agency_id: id,
          },
        },
        response: {
          200: {
            type: 'object',
            required: ['data'],
            properties: { data: { type: 'object', additionalProperties: true } },
          },
        },
      }),
      attachValidation: false,
    },
    async (request) => ({ data: await distribute(app.database, request.body, actorOf(request)) }),
  );
};
