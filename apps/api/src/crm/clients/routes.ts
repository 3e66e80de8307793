import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { similarClients } from '../merging/similar-clients.ts';
import { type CompanyBody, companySchema, readCompany } from './company-body.ts';

const writers = [
  'clients.create',
  'clients.update_all',
  'clients.update_own',
  'client_registrations.approve',
];

/** Additional routes for the screens of clients. */
export const clientRoutes = (app: FastifyInstance): void => {
  const { database } = app;

  app.post<{ Body: CompanyBody }>(
    '/api/clients/duplicates',
    {
      config: { access: { anyPermission: writers } },
      schema: {
        summary: 'Clientes que pueden ser la misma empresa',
        body: companySchema,
      },
    },
    async (request) => {
      const { found, hidden } = await similarClients(
        database,
        await readCompany(database, request.body),
        actorOf(request),
        { except: request.body.except ?? null },
      );
      return { data: found, hidden };
    },
  );
};
