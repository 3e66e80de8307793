import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { addenda } from '@pauta/domain/sales/addenda/addendum.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { readContractTerms } from './addendum-terms.ts';

/** What the form of an addendum looks up besides prices: what its contract agreed. */
export const addendumTermsRoutes = (app: FastifyInstance): void => {
  const { permissions } = addenda;
  app.get<{ Params: IdParams }>(
    '/api/addenda/:id/terms',
    routeOptions(accessTo([permissions.updateAll, permissions.updateOwn]), {
      summary: 'Renglones en vigor del contrato de una adenda',
      params: idParams,
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: { data: { type: 'object', additionalProperties: true } },
        },
      },
    }),
    async (request) => {
      const record = parseRecord(
        await readRecord(app.database, tableOf(addenda), request.params.id, actorOf(request)),
      );
      return { data: await readContractTerms(app.database, (record.contract_id as Reference).id) };
    },
  );
};
