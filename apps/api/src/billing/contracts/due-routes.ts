import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { rowVisibility, viewPermissions } from '../../resource/reading/row-scope.ts';
import { mostDue, readDueContracts } from './due-contracts.ts';

/** What is due of the contracts that the user sees. */
export const dueRoutes = (app: FastifyInstance): void => {
  app.get(
    '/api/billing/due',
    {
      config: { access: { anyPermission: viewPermissions(contracts) } },
      schema: { summary: 'Lo que está por facturar, por contrato' },
    },
    async (request) => {
      const due = await readDueContracts(app.database, rowVisibility(contracts, actorOf(request), 'c'));
      return { data: { contracts: due, is_cut: due.length === mostDue } };
    },
  );
};
