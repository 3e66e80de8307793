import { fiscalPeriods } from '@pauta/domain/finance/fiscal-period.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { notFound } from '../../platform/http/problem.ts';
import { readCloseItems } from './close-checks.ts';

/** What is still open of a month before it is closed. */
export const closeRoutes = (app: FastifyInstance): void => {
  const { database } = app;

  app.get<{ Params: { id: string } }>(
    `/api/${fiscalPeriods.path}/:id/close`,
    {
      config: { access: { permission: 'fiscal_periods.view_all' } },
      schema: {
        summary: 'Lo que queda pendiente del mes antes de cerrarlo',
        params: { type: 'object', properties: { id: { type: 'string' } } },
      },
    },
    async (request) => {
      const { id } = request.params;
      const period = isId(id)
        ? await database.one<{ company_id: string; month: string }>(
            sql`SELECT company_id, month::text FROM fiscal_periods WHERE id = ${id}::uuid`,
          )
        : null;
      if (!period) throw notFound();
      return { data: await readCloseItems(database, { companyId: period.company_id, month: period.month }) };
    },
  );
};
