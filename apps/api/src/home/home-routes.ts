import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import { dayOf } from '@pauta/domain/calendar/working-time.ts';
import { type HomeNumber, homeCards } from '@pauta/domain/home/cards.ts';
import { parseQuery } from '@pauta/domain/resource/query/query.ts';
import { resourceNamed } from '@pauta/domain/resources.ts';
import sql, { join, raw } from 'sql-template-tag';
import { actorOf } from '../platform/access.ts';
import type { Area } from '../platform/area.ts';
import { listConditions, mostCounted } from '../resource/reading/list.ts';
import { quoted, tableOf } from '../resource/table.ts';
import { seesListed } from './card-access.ts';
import { dashboardRoutes } from './dashboard-routes.ts';

/**
 * `GET /api/home`: the figures of the home page, in one statement. Each is counted with the conditions of the list it
 * links to, so it equals that list's total. `?only=badges` counts only those of the menu, which every page requests.
 */
export const homeArea: Area = (app) => {
  dashboardRoutes(app);
  app.get<{ Querystring: { only?: 'badges' } }>(
    '/api/home',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Lo que espera por usted',
        querystring: {
          type: 'object',
          properties: {
            only: { type: 'string', enum: ['badges'], description: '`badges`: los contadores del menú' },
          },
        },
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const reader = { userId: actor.userId, today: dayOf(new Date(), companyZone) };
      const cards = homeCards.flatMap((card) => {
        const resource = resourceNamed(card.resource.name);
        if (!resource || !seesListed(card, actor)) return [];
        if (request.query.only && card.badge === undefined) return [];
        const parameters = card.query(reader);
        const parsed = parseQuery(resource, parameters);
        if (!parsed.ok) throw new Error(`the list of ${card.name} cannot be asked for`);
        return [{ card, resource, parameters, query: parsed.query }];
      });
      if (cards.length === 0) return { data: [] };
      const counts = cards.map(({ resource, query }, index) => {
        const table = tableOf(resource);
        const where = listConditions(table, query, actor);
        return sql`SELECT ${raw(String(index))} AS place, (SELECT count(*)::integer FROM (
          SELECT FROM ${raw(quoted(table.name))} t WHERE ${where} LIMIT ${raw(String(mostCounted + 1))}) counted) AS total`;
      });
      const rows = await app.database.query<{ place: number; total: number }>(
        sql`${join(counts, ' UNION ALL ')} ORDER BY place`,
      );
      const data = rows.flatMap(({ place, total }): HomeNumber[] => {
        const found = cards[place];
        return found
          ? [
              {
                name: found.card.name,
                query: new URLSearchParams(found.parameters).toString(),
                total: Math.min(total, mostCounted),
                total_is_estimate: total > mostCounted,
              },
            ]
          : [];
      });
      return { data };
    },
  );
};
