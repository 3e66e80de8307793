import { agencyCommissions } from '@pauta/domain/billing/commissions/agency-commission.ts';
import type { CommissionOutlook, OpenSale } from '@pauta/domain/billing/commissions/commission-outlook.ts';
import type { CommissionPlan } from '@pauta/domain/billing/commissions/estimate-commission.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw, type Sql } from 'sql-template-tag';
import { type Actor, actorOf } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';
import { reachBy, rowScope, rowVisibility, viewPermissions } from '../../resource/reading/row-scope.ts';
import { accessTo, refusal, routeOptions } from '../../resource/route.ts';

/** Most sales of one answer; the next to close first. */
const mostSales = 200;

/** Condition on `u.id`, a user, to be among those whose commissions the actor may see. */
const seenSellers = (actor: Actor): Sql => {
  const { viewOwn, viewTeam } = agencyCommissions.permissions;
  const [own, team] = [reachBy(actor, viewOwn), reachBy(actor, viewTeam)];
  switch (rowScope(agencyCommissions, actor)) {
    case 'all':
      return raw('true');
    case 'team':
      return sql`u.id IN (
        WITH RECURSIVE team AS (
          SELECT unnest(${team}::uuid[]) AS id UNION SELECT a.id FROM actors a JOIN team ON a.leader_id = team.id)
        SELECT id FROM team UNION ALL SELECT unnest(${own}::uuid[]))`;
    default:
      return sql`u.id = ANY(${own}::uuid[])`;
  }
};

/** Users who sold or are selling something, whose commissions the actor may see. */
const readSellers = (database: Queryable, actor: Actor) =>
  database.query<CommissionOutlook['sellers'][number]>(sql`
    SELECT u.id, u.full_name AS name FROM users u
    WHERE u.status = 'active' AND ${seenSellers(actor)} AND (
      EXISTS (SELECT FROM opportunities o WHERE o.owner_id = u.id)
      OR EXISTS (SELECT FROM quotes q WHERE q.owner_id = u.id)
      OR EXISTS (SELECT FROM order_line_sellers s WHERE s.user_id = u.id)
      OR EXISTS (SELECT FROM portfolio_assignments p WHERE p.user_id = u.id AND p.valid @> business_date()))
    ORDER BY u.full_name, u.id`);

const readPlans = (database: Queryable, sellerId: string) =>
  database.query<CommissionPlan>(sql`
    SELECT w.sale, t.name, t.base, commission_accrual(t) AS accrual, t.default_pct::text,
      coalesce(t.tiers, '[]'::jsonb) AS tiers
    FROM unnest(ARRAY['direct', 'agency']) AS w (sale)
      CROSS JOIN LATERAL seller_plan(${sellerId}::uuid, w.sale, business_date()) t`);

/** The share of a seller in a sale with these parties, if it were signed today. */
const shareOf = (alias: 'o' | 'q', sellerId: string, opportunity: string): Sql => sql`
  CROSS JOIN LATERAL (
    SELECT s.pct FROM sale_shares(jsonb_populate_record(NULL::contracts, jsonb_build_object(
      'opportunity_id', ${raw(opportunity)}, 'client_id', ${raw(alias)}.client_id, 'owner_id', ${raw(alias)}.owner_id)),
      business_date()) s
    WHERE s.user_id = ${sellerId}::uuid) s`;

const readSales = (database: Queryable, actor: Actor, sellerId: string) =>
  database.query<OpenSale>(sql`
    SELECT * FROM (
      SELECT 'quote' AS kind, q.id, concat_ws(' · ', q.number, q.name) AS label, c.trade_name AS client,
        q.currency_code AS currency, CASE WHEN q.agency_id IS NULL THEN 'direct' ELSE 'agency' END AS sale,
        l.gross::text, l.net::text, l.taxable::text, q.net::text AS worth, s.pct::text AS share
      FROM quotes q JOIN clients c ON c.id = q.client_id CROSS JOIN LATERAL (
          SELECT coalesce(sum(b.gross), 0) AS gross, coalesce(sum(b.net), 0) AS net, coalesce(sum(b.taxable), 0) AS taxable
          FROM quote_lines b LEFT JOIN inventory_items i ON i.id = b.inventory_item_id
            LEFT JOIN ad_articles r ON r.id = coalesce(b.ad_article_id, i.ad_article_id)
          WHERE b.quote_id = q.id AND coalesce(r.is_commissionable, true)) l
        ${shareOf('q', sellerId, 'q.opportunity_id')}
      WHERE q.status IN ('draft', 'sent', 'accepted') AND q.archived_at IS NULL AND q.net > 0
        AND ${rowVisibility(quotes, actor, 'q')}
      UNION ALL
      SELECT 'opportunity', o.id, concat_ws(' · ', o.number, o.name), c.trade_name, o.currency_code,
        CASE WHEN o.agency_id IS NULL THEN 'direct' ELSE 'agency' END, o.expected_amount::text, o.expected_amount::text,
        o.expected_amount::text, o.expected_amount::text, s.pct::text
      FROM opportunities o JOIN clients c ON c.id = o.client_id
        ${shareOf('o', sellerId, 'o.id')}
      WHERE o.result = 'open' AND o.archived_at IS NULL AND o.expected_amount > 0 AND NOT EXISTS (
          SELECT FROM quotes q WHERE q.opportunity_id = o.id AND q.status IN ('draft', 'sent', 'accepted')
            AND q.archived_at IS NULL AND q.net > 0)
        AND ${rowVisibility(opportunities, actor, 'o')}) sales
    ORDER BY kind DESC, label, id LIMIT ${mostSales}`);

/** What a seller earns by today's plans, and their open sales: from it the page calculates what they would earn. */
export const outlookRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  app.get<{ Querystring: { seller_id?: string } }>(
    '/api/seller-commissions/outlook',
    routeOptions(accessTo(viewPermissions(agencyCommissions)), {
      summary: 'Los planes de hoy de un ejecutivo y sus ventas abiertas, para calcular lo que ganaría',
      response: {
        200: { description: 'Planes y ventas', type: 'object', additionalProperties: true },
        404: refusal('El ejecutivo no existe o no está a su alcance'),
      },
      querystring: {
        type: 'object',
        additionalProperties: false,
        properties: { seller_id: { type: 'string', format: 'uuid' } },
      },
    }),
    async (request) => {
      const actor = actorOf(request);
      const sellers = await readSellers(database, actor);
      const asked = request.query.seller_id;
      const seller = asked
        ? sellers.find(({ id }) => id === asked)
        : (sellers.find(({ id }) => id === actor.userId) ?? sellers[0]);
      if (asked && !seller) throw notFound();
      const data: CommissionOutlook = {
        sellers,
        seller_id: seller?.id ?? null,
        plans: seller ? await readPlans(database, seller.id) : [],
        sales: seller ? await readSales(database, actor, seller.id) : [],
      };
      return { data };
    },
  );
};
