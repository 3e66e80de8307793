import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';
import { type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { accountParts, readAccountDelivery } from './read-account-delivery.ts';

/** What is delivered to a client, or to the clients of an agency. */
export const accountDeliveryRoutes = (app: FastifyInstance): void => {
  const anyPermission = [
    ...new Set(Object.values(accountParts).flatMap(({ resource }) => viewPermissions(resource))),
  ];
  for (const [of, resource] of [
    ['client', clients],
    ['agency', agencies],
  ] as const)
    app.get<{ Params: IdParams }>(
      `/api/${resource.path}/:id/delivery`,
      routeOptions(
        { anyPermission },
        {
          summary: 'Lo que se entrega de sus contratos: cupos, fichas, órdenes, evidencias y lo no emitido',
          description:
            'Las primeras filas de cada parte a su alcance, y cuántas hay; nulo lo que no puede ver.',
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
      async (request) => {
        const actor = actorOf(request);
        const { id } = await readRecord(app.database, tableOf(resource), request.params.id, actor);
        return { data: await readAccountDelivery(app.database, { of, id }, actor) };
      },
    );
};
