import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import type { ContractContent } from '@pauta/domain/sales/contracts/contract-content.ts';
import { textFields } from '@pauta/domain/sales/contracts/texts/fill-text.ts';
import { textValues } from '@pauta/domain/sales/contracts/texts/text-values.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { readContractContent } from '../signing/read-contract-content.ts';
import { latestRequest } from '../signing/signing-request.ts';

const clause = {
  type: 'object',
  required: ['title', 'paragraphs'],
  properties: {
    title: { type: ['string', 'null'] },
    paragraphs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['text', 'is_item'],
        properties: { text: { type: 'string' }, is_item: { type: 'boolean' } },
      },
    },
  },
} as const;

const answer = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      required: ['is_fixed', 'terms', 'values'],
      properties: {
        is_fixed: { type: 'boolean', description: 'Si son las que se enviaron a firma' },
        terms: {
          description: 'Null sin condiciones generales',
          oneOf: [
            { type: 'null' },
            {
              type: 'object',
              required: ['name', 'clauses'],
              properties: { name: { type: 'string' }, clauses: { type: 'array', items: clause } },
            },
          ],
        },
        values: {
          type: 'object',
          description: 'Con qué se llenan los campos de un texto en este contrato',
          required: Object.keys(textFields),
          properties: Object.fromEntries(Object.keys(textFields).map((name) => [name, { type: 'string' }])),
        },
      },
    },
  },
} as const;

/** The terms of a contract: those that were sent to be signed, or those that would be sent now. */
export const termsRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const table = tableOf(contracts);
  app.get<{ Params: IdParams }>(
    '/api/contracts/:id/terms',
    routeOptions(accessTo(viewPermissions(contracts)), {
      summary:
        'Las condiciones de un contrato: las que se enviaron a firma, o las que llevaría si se enviara ahora',
      params: idParams,
      response: { 200: answer },
    }),
    async (request) => {
      const contract = parseRecord(await readRecord(database, table, request.params.id, actorOf(request)));
      const signing = await latestRequest(database, contract.id);
      const isFixed = signing !== undefined && (signing.outcome === null || signing.outcome === 'completed');
      const content = isFixed
        ? (JSON.parse(signing.content) as ContractContent)
        : await readContractContent(database, contract);
      return {
        data: { is_fixed: isFixed, terms: content.terms ?? null, values: textValues(content) },
      };
    },
  );
};
