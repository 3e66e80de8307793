import { type QuotaPeriod, quotaPeriods } from '@pauta/domain/postsales/quotas/preferences.ts';
import { quotas } from '@pauta/domain/postsales/quotas/quota.ts';
import type { QuotaLedger } from '@pauta/domain/postsales/quotas/quota-ledger.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { invalid } from '../../platform/http/problem.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';
import { type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { readLedger } from './read-ledger.ts';

/** The numbers of a quota by period. */
export const ledgerRoute = (app: FastifyInstance): void => {
  app.get<{ Params: IdParams; Querystring: { readonly by?: string } }>(
    `/api/${quotas.path}/:id/ledger`,
    routeOptions(
      { anyPermission: viewPermissions(quotas) },
      {
        summary: 'El cupo por periodo',
        description:
          'Por mes, semana o día: lo contratado, bonificado, colocado, emitido, no emitido, compensado y lo que falta; y si lo que ' +
          'un periodo cerrado no colocó pasa al siguiente.',
        params: idParams,
        querystring: {
          type: 'object',
          properties: {
            by: {
              type: 'string',
              pattern: '^(month|week|day)$',
              description: 'Mes, semana o día; como se cuenta, si falta',
            },
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
    async (request): Promise<{ data: QuotaLedger }> => {
      const { by = null } = request.query;
      if (by !== null && !(by in quotaPeriods)) throw invalid({ by: ['Elija mes, semana o día.'] });
      const { id } = await readRecord(app.database, tableOf(quotas), request.params.id, actorOf(request));
      return { data: await readLedger(app.database, id, by as QuotaPeriod | null) };
    },
  );
};
