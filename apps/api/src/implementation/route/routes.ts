import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import type { CrewRoute } from '@pauta/domain/implementation/route/crew-route.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { invalid } from '../../platform/http/problem.ts';
import { routeOptions } from '../../resource/route.ts';
import { readRoute } from './read-route.ts';

/** The route of a day of whoever asks. */
export const crewRouteRoutes = (app: FastifyInstance): void => {
  app.get<{ Querystring: { readonly day?: string } }>(
    '/api/work-orders/route',
    routeOptions(
      { permission: 'work_orders.execute' },
      {
        summary: 'Su ruta de un día: las órdenes a su cargo o de sus cuadrillas',
        description:
          'Las programadas hasta ese día y sin terminar, en el orden de visita, con su dirección y sus pasos.',
        querystring: {
          type: 'object',
          properties: {
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
    async (request): Promise<{ data: CrewRoute }> => {
      const { day = companyToday() } = request.query;
      if (!isCivilDate(day))
        throw invalid({ day: ['Ese día no existe. Escriba una fecha como 2026-12-01.'] });
      return { data: await readRoute(app.database, actorOf(request).userId, day) };
    },
  );
};
