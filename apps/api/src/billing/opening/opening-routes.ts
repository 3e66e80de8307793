import { openings } from '@pauta/domain/billing/opening/opening.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';
import { type IdParams, idParams } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { checkOf, readOpening } from './check-opening.ts';
import { openingFileRoutes } from './opening-files.ts';
import { checkedOpening } from './post-opening.ts';

/** The files of openings, and the dry run: what posting would write, beside the old aging. */
export const openingRoutes = (app: FastifyInstance): void => {
  openingFileRoutes(app);
  const table = tableOf(openings);
  app.get<{ Params: IdParams }>(
    `/api/${openings.path}/:id/check`,
    {
      config: { access: { anyPermission: viewPermissions(openings) } },
      schema: {
        summary: 'Problemas, totales y diferencias de una apertura, sin registrar nada',
        params: idParams,
      },
    },
    async (request) => {
      const record = await readRecord(app.database, table, request.params.id, actorOf(request));
      const opening = checkedOpening(parseRecord(record));
      return { data: checkOf(await readOpening(app.database, opening, Date.now()), opening) };
    },
  );
};
