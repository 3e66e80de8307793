import { rncOf } from '@pauta/domain/fiscal/do/ecf/build-ecf.ts';
import { ecfIssuers } from '@pauta/domain/fiscal/do/ecf-issuer.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { notFound } from '../../../platform/http/problem.ts';
import { type IdParams, idParams } from '../../../resource/route.ts';
import type { CalledServices, EcfClients } from '../sending/ecf-clients.ts';
import { withoutCertificate } from './sign-documents.ts';

const text = { type: ['string', 'null'] } as const;

/**
 * `POST /api/ecf-issuers/{id}/probe` asks the authority how its services are, signs in with the company's certificate, and
 * looks the company up in the directory of electronic taxpayers. Nothing is written.
 */
export const probeRoute = (app: FastifyInstance, clients: EcfClients): void => {
  app.post<{ Params: IdParams }>(
    `/api/${ecfIssuers.path}/:id/probe`,
    {
      config: { access: { permission: 'finance.manage' } },
      schema: {
        summary: 'Prueba la conexión de la compañía con los servicios de la administración tributaria',
        params: idParams,
        response: {
          200: {
            type: 'object',
            properties: {
              data: {
                type: 'object',
                properties: {
                  access: { ...text, description: 'Por qué no entra; null si entra' },
                  services_failure: text,
                  services: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: {
                        name: { type: 'string' },
                        status: { type: 'string' },
                        isAvailable: { type: 'boolean' },
                      },
                    },
                  },
                  directory: {
                    type: ['object', 'null'],
                    properties: { name: text, reception: text, approval: text, authentication: text },
                  },
                },
              },
            },
          },
        },
      },
    },
    async (request) => {
      const issuer = await app.database.one<CalledServices & { tax_id: string | null }>(sql`
        SELECT e.company_id, e.environment, e.service_url, c.tax_id
        FROM ecf_issuers e JOIN companies c ON c.id = e.company_id
        WHERE e.id = ${request.params.id}::uuid AND e.archived_at IS NULL`);
      if (!issuer) throw notFound();
      const nothing = { services_failure: null, services: [], directory: null };
      let client: Awaited<ReturnType<EcfClients['clientOf']>>;
      try {
        client = await clients.clientOf(issuer);
      } catch {
        return { data: { ...nothing, access: 'La dirección de los servicios debe empezar por https.' } };
      }
      if (!client) return { data: { ...nothing, access: withoutCertificate } };
      const [services, directory] = await Promise.all([
        client.services(),
        client.addressesOf(rncOf(issuer.tax_id) ?? ''),
      ]);
      const isRefused = directory !== null && 'kind' in directory;
      return {
        data: {
          access: isRefused ? directory.message : null,
          services: 'kind' in services ? [] : services,
          services_failure: 'kind' in services ? services.message : null,
          directory: isRefused ? null : directory,
        },
      };
    },
  );
};
