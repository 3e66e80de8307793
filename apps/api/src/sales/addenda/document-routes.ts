import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { addenda } from '@pauta/domain/sales/addenda/addendum.ts';
import { changesOf } from '@pauta/domain/sales/addenda/line-changes.ts';
import { signedFileName } from '@pauta/domain/sales/addenda/signed-content.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { actorOf } from '../../platform/access.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { documentToSign } from '../contract-proof/document-to-sign.ts';
import { printContract } from '../contract-proof/print-contract.ts';
import { contentToSign, latestRequest } from '../signing/signing-request.ts';
import { readAddendumContent } from './read-addendum-content.ts';

const compared = {
  type: 'object',
  required: ['label', 'before', 'after'],
  properties: {
    label: { type: 'string' },
    before: { type: ['string', 'null'] },
    after: { type: ['string', 'null'] },
  },
} as const;

/** An addendum as people read it: its lines before and after, and its document. */
export const addendumDocumentRoutes = (app: FastifyInstance): void => {
  const { viewAll, viewTeam, viewOwn } = addenda.permissions;
  const access = accessTo([viewAll ?? '', viewTeam, viewOwn]);
  const table = tableOf(addenda);
  const { database } = app;

  /** The addendum, if the caller may see it. */
  const read = async (request: FastifyRequest<{ Params: IdParams }>): Promise<AnyRecord> =>
    parseRecord(await readRecord(database, table, request.params.id, actorOf(request)));

  app.get<{ Params: IdParams }>(
    '/api/addenda/:id/changes',
    routeOptions(access, {
      summary: 'Los renglones que la adenda agrega, cambia o quita, y a quién se factura, antes y después',
      params: idParams,
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: {
            data: {
              type: 'object',
              required: ['lines', 'payers'],
              properties: {
                lines: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['id', 'op', 'title', 'values'],
                    properties: {
                      id: { type: 'string' },
                      op: { type: 'string', enum: ['add', 'change', 'remove'] },
                      title: { type: 'string' },
                      values: { type: 'array', items: compared },
                    },
                  },
                },
                payers: { ...compared, type: ['object', 'null'] },
              },
            },
          },
        },
      },
    }),
    async (request) => ({ data: changesOf(await readAddendumContent(database, await read(request))) }),
  );

  app.get<{ Params: IdParams }>(
    '/api/addenda/:id/addendum.pdf',
    routeOptions(access, {
      summary: 'La adenda en PDF: la que leen los firmantes; en borrador, lo que dice ahora',
      params: idParams,
      response: { 200: { description: 'El documento, en PDF' } },
    }),
    async (request, reply) => {
      const addendum = await read(request);
      const companyId = referenceId(addendum.company_id) ?? '';
      const signing = await latestRequest(database, addendum.id);
      // An addendum that an earlier release applied names the whole version as what was signed.
      if (signing && (signing.outcome === null || signing.outcome === 'completed')) {
        const content = contentToSign(signing);
        if ('addendum' in content) {
          const { bytes } = await documentToSign(app, signing, companyId);
          return sendPdf(reply, bytes, signedFileName(content));
        }
      }
      const content = await readAddendumContent(database, addendum);
      const bytes = await printContract(
        app,
        {
          content,
          hash: null,
          checkUrl: null,
          mark: addendum.status === 'applied' ? null : 'BORRADOR',
          at: String(addendum.updated_at),
        },
        await readLetterhead(app, [companyId]),
      );
      return sendPdf(reply, bytes, signedFileName(content));
    },
  );
};
