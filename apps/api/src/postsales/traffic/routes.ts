import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import type { MakegoodProposals } from '@pauta/domain/postsales/traffic/makegood.ts';
import type { TrafficDay } from '@pauta/domain/postsales/traffic/traffic-day.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { invalid } from '../../platform/http/problem.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { proposeMakegoods } from './makegood-slots.ts';
import { readTrafficDay } from './read-day.ts';

/** Reading what a station has on a day. */
export const trafficRoutes = (app: FastifyInstance): void => {
  app.get<{ Querystring: { readonly station?: string; readonly day?: string } }>(
    '/api/placements/day',
    routeOptions(
      { permission: placements.permissions.viewAll ?? '' },
      {
        summary: 'Los cortes de una emisora o canal en un día',
        description:
          'Sus cortes en el orden de su hora, con lo que cada uno tiene; lo colocado ese día fuera de un corte; y las unidades ' +
          'contratadas por colocar.',
        querystring: {
          type: 'object',
          properties: {
            station: { type: 'string', format: 'uuid', description: 'La primera que tiene cortes, si falta' },
            day: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'Hoy, si falta' },
          },
        },
        response: {
          200: {
            type: 'object',
            required: ['data'],
            properties: { data: { type: 'object', additionalProperties: true } },
          },
        },
      },
    ),
    async (request): Promise<{ data: TrafficDay }> => {
      const { station = null, day = companyToday() } = request.query;
      if (station !== null && !isId(station)) throw invalid({ station: ['Elija una emisora o un canal.'] });
      if (!isCivilDate(day))
        throw invalid({ day: ['Ese día no existe. Escriba una fecha como 2026-12-01.'] });
      return { data: await readTrafficDay(app.database, actorOf(request), { station, day }) };
    },
  );

  app.get<{ Params: IdParams }>(
    '/api/placements/:id/makegoods',
    routeOptions(
      { permission: 'placements.makegood' },
      {
        summary: 'Lugares de igual valor para lo que no se emitió',
        description:
          'En su espacio o en otros de su emisora o canal, del mismo precio o uno mayor y en la misma franja o una mejor, en los ' +
          'días que quedan del vuelo; y lo que compensar cambia en la factura.',
        params: idParams,
        response: {
          200: {
            type: 'object',
            required: ['data'],
            properties: { data: { type: 'object', additionalProperties: true } },
          },
        },
      },
    ),
    async (request): Promise<{ data: MakegoodProposals }> => {
      const actor = actorOf(request);
      // Whoever may not see the placement does not learn of it.
      const { id } = await readRecord(app.database, tableOf(placements), request.params.id, actor);
      return { data: await proposeMakegoods(app.database, actor, id) };
    },
  );
};
