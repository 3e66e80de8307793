import { clients } from '@pauta/domain/crm/clients/client.ts';
import { parseQuery, type QueryParameters } from '@pauta/domain/resource/query/query.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import {
  mostCards,
  type PipelineBoardData,
  type PipelineCard,
} from '@pauta/domain/sales/pipeline/board-card.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { invalid } from '../../platform/http/problem.ts';
import { listConditions } from '../../resource/reading/list.ts';
import { unseen } from '../../resource/reading/record-columns.ts';
import { rowVisibility, viewPermissions } from '../../resource/reading/row-scope.ts';
import { accessTo, routeOptions } from '../../resource/route.ts';
import { listParameters } from '../../resource/schemas.ts';
import { tableOf } from '../../resource/table.ts';

/**
 * `GET /api/opportunities/board`: the rows of the list with the same filters as cards, in the order of closing, by one
 * statement.
 */
export const boardRoutes = (app: FastifyInstance): void => {
  const table = tableOf(opportunities);
  app.get(
    '/api/opportunities/board',
    routeOptions(accessTo(viewPermissions(opportunities)), {
      summary: 'Oportunidades para un tablero',
      description: `Las oportunidades de la lista con los mismos filtros, hasta ${mostCards}, con lo que muestra una tarjeta.`,
      querystring: listParameters(opportunities),
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: { data: { type: 'object', additionalProperties: true } },
        },
      },
    }),
    async (request): Promise<{ data: PipelineBoardData }> => {
      const parsed = parseQuery(opportunities, request.query as QueryParameters);
      if (!parsed.ok) throw invalid(parsed.errors);
      const actor = actorOf(request);
      const cards = await app.database.query<PipelineCard>(sql`
        SELECT t.id, t.row_version, t.name, t.stage_id,
          CASE WHEN ${rowVisibility(clients, actor, 'c')} THEN c.trade_name ELSE ${unseen} END AS client, t.owner_id, u.full_name AS owner,
          t.expected_amount::text, t.currency_code, t.expected_close_date::text, t.stale_on::text, t.next_activity_at,
          ARRAY(
            SELECT p.name FROM opportunity_platforms l JOIN platforms p ON p.id = l.platform_id
            WHERE l.opportunity_id = t.id ORDER BY p.sort_order, p.name) AS platforms,
          to_char(lower(t.flight), 'YYYY-MM') AS flight_month,
          coalesce((SELECT sum(s.pct) FROM opportunity_shares(t) s WHERE s.user_id = ${actor.userId}::uuid), 0)::text AS share_pct
        FROM opportunities t JOIN clients c ON c.id = t.client_id JOIN users u ON u.id = t.owner_id
        WHERE ${listConditions(table, parsed.query, actor)}
        ORDER BY t.expected_close_date, t.id LIMIT ${mostCards + 1}`);
      return { data: { cards: cards.slice(0, mostCards), is_cut: cards.length > mostCards } };
    },
  );
};
