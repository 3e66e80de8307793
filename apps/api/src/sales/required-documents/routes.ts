import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { documentBlocks } from '@pauta/domain/sales/contracts/documents/document-requirement.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { requiredDocuments } from './required-documents.ts';

const reference = {
  type: 'object',
  required: ['id', 'label'],
  properties: { id: { type: 'string' }, label: { type: 'string' } },
} as const;

/** The documents that a contract needs, with whether it has them today. */
export const requiredDocumentRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const table = tableOf(contracts);
  app.get<{ Params: IdParams }>(
    '/api/contracts/:id/required-documents',
    routeOptions(accessTo(viewPermissions(contracts)), {
      summary: 'Los documentos que un contrato necesita, y cuáles faltan hoy',
      params: idParams,
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: {
            data: {
              type: 'array',
              items: {
                type: 'object',
                required: ['id', 'name', 'file_type', 'blocks', 'is_missing', 'expired_on'],
                properties: {
                  id: { type: 'string' },
                  name: { type: 'string' },
                  file_type: reference,
                  blocks: { type: 'string', enum: Object.keys(documentBlocks) },
                  is_missing: { type: 'boolean' },
                  expired_on: { type: ['string', 'null'], format: 'date' },
                },
              },
            },
          },
        },
      },
    }),
    async (request) => {
      const { id } = await readRecord(database, table, request.params.id, actorOf(request));
      return { data: await requiredDocuments(database, [String(id)], companyToday()) };
    },
  );
};
