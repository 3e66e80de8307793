import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { rowVisibility, viewPermissions } from '../../resource/reading/row-scope.ts';
import { allOf } from '../../resource/statement.ts';
import { mostDue, readDueContracts } from './due-contracts.ts';

/** What is due of the contracts that the user sees. */
export const dueRoutes = (app: FastifyInstance): void => {
  app.get<{ Querystring: { readonly company?: string; readonly seller?: string } }>(
    '/api/billing/due',
    {
      config: { access: { anyPermission: viewPermissions(contracts) } },
      schema: {
        summary: 'Lo que está por facturar, por contrato',
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: {
            company: { type: 'string', format: 'uuid', description: 'Solo contratos de esta compañía' },
            seller: { type: 'string', format: 'uuid', description: 'Solo contratos de este vendedor' },
          },
        },
      },
    },
    async (request) => {
      const { company, seller } = request.query;
      const only = allOf([
        rowVisibility(contracts, actorOf(request), 'c'),
        ...(company === undefined ? [] : [sql`c.company_id = ${company}::uuid`]),
        ...(seller === undefined ? [] : [sql`c.owner_id = ${seller}::uuid`]),
      ]);
      const due = await readDueContracts(app.database, only);
      return { data: { contracts: due, is_cut: due.length === mostDue } };
    },
  );
};
