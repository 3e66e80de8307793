import { clients } from '@pauta/domain/crm/clients/client.ts';
import { conversionFields } from '@pauta/domain/crm/merging/conversion.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { command, etagOf, expectedVersion } from '../../platform/command.ts';
import { contextOf } from '../../resource/commands/context.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { changeHeaders, type IdParams, idParams, versionRefusals } from '../../resource/route.ts';
import { bodySchema } from '../../resource/schemas.ts';
import { tableOf } from '../../resource/table.ts';
import { conversionOf, convertClient } from './convert-client.ts';

const access = { permission: 'clients.convert' } as const;

const rowCounts = {
  type: 'array',
  items: {
    type: 'object',
    required: ['label', 'count'],
    properties: { label: { type: 'string' }, count: { type: 'integer', minimum: 0 } },
  },
} as const;

/** `GET /api/clients/{id}/conversion`: the preview. `POST …/convert`: converts the client. */
export const convertRoutes = (app: FastifyInstance): void => {
  const { database } = app;

  app.get<{ Params: IdParams }>(
    '/api/clients/:id/conversion',
    {
      config: { access },
      schema: {
        summary: 'Lo que pasaría a la agencia en que se convierta un cliente, y lo que lo impide',
        params: idParams,
        response: {
          200: {
            type: 'object',
            required: ['data'],
            properties: {
              data: {
                type: 'object',
                required: ['agency', 'moves', 'blocks'],
                properties: {
                  agency: {
                    type: ['object', 'null'],
                    description: 'La agencia que ya tiene su identificación fiscal',
                    required: ['id', 'label', 'code', 'archived'],
                    properties: {
                      id: { type: 'string', format: 'uuid' },
                      label: { type: 'string' },
                      code: { type: 'string' },
                      archived: { type: 'boolean' },
                    },
                  },
                  moves: rowCounts,
                  blocks: rowCounts,
                },
              },
            },
          },
        },
      },
    },
    async (request) => {
      const client = parseRecord(
        await readRecord(database, tableOf(clients), request.params.id, actorOf(request)),
      );
      return { data: await conversionOf(database, await app.engine.usesOf(clients.name), client) };
    },
  );

  app.post<{ Params: IdParams }>(
    '/api/clients/:id/convert',
    {
      config: { access },
      schema: {
        summary: 'Convierte en agencia a un cliente que no ha comprado, con sus contactos y su seguimiento',
        params: idParams,
        headers: { type: 'object', properties: changeHeaders.properties },
        // No input is needed if the agency already exists.
        body: bodySchema(conversionFields, { partial: true }),
        response: {
          200: { type: 'object', required: ['data'], properties: { data: { $ref: 'agency#' } } },
          ...versionRefusals,
        },
      },
    },
    async (request) => {
      const version = expectedVersion(request);
      const uses = await app.engine.usesOf(clients.name);
      return command(
        request,
        async (tx) => {
          const agency = await convertClient(contextOf(request, tx), uses, {
            id: request.params.id,
            version,
            input: request.body ?? {},
          });
          return {
            status: 200,
            body: { data: parseRecord(agency) },
            headers: { etag: etagOf(agency.row_version), location: `/api/agencies/${agency.id}` },
          };
        },
        { action: 'convert' },
      );
    },
  );
};
