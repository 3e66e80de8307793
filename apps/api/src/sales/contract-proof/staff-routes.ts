import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { signedFileName } from '@pauta/domain/sales/addenda/signed-content.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { actorOf } from '../../platform/access.ts';
import { attachment } from '../../platform/http/headers.ts';
import { notFound } from '../../platform/http/problem.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import { checkPath } from '../../public-pages/checked-papers.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { readContractContent } from '../signing/read-contract-content.ts';
import { contentToSign, latestRequest } from '../signing/signing-request.ts';
import { contentOf, documentOf, readChain } from './contract-chain.ts';
import { checkChain, exportProof, numberOf } from './contract-proof.ts';
import { documentToSign } from './document-to-sign.ts';
import { printContract } from './print-contract.ts';

const chainAnswer = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      required: ['is_intact', 'versions'],
      properties: {
        is_intact: { type: ['boolean', 'null'], description: 'Si la cadena verifica; null sin firma' },
        versions: {
          type: 'array',
          items: {
            type: 'object',
            required: ['version', 'addendum', 'created_at', 'hash', 'problems', 'path'],
            properties: {
              version: { type: 'integer' },
              addendum: {
                type: ['object', 'null'],
                required: ['id', 'number'],
                properties: { id: { type: 'string' }, number: { type: 'string' } },
              },
              created_at: { type: 'string', format: 'date-time' },
              hash: { type: 'string' },
              problems: { type: 'array', items: { type: 'string' } },
              path: { type: 'string', description: 'Ruta de la página pública que la comprueba' },
            },
          },
        },
      },
    },
  },
} as const;

/** The documents of a contract for staff. */
export const proofStaffRoutes = (app: FastifyInstance): void => {
  const { viewAll, viewTeam, viewOwn } = contracts.permissions;
  const access = accessTo([viewAll ?? '', viewTeam, viewOwn]);
  const table = tableOf(contracts);
  const { database } = app;

  /** The contract, if the caller may see it. */
  const read = async (request: FastifyRequest<{ Params: IdParams }>): Promise<AnyRecord> =>
    parseRecord(await readRecord(database, table, request.params.id, actorOf(request)));

  app.get<{ Params: IdParams; Querystring: { version?: string } }>(
    '/api/contracts/:id/contract.pdf',
    {
      ...routeOptions(access, {
        summary:
          'El contrato en PDF: de una versión, siempre el mismo archivo; por firmar, el que leen los firmantes; en borrador, lo que dice ahora',
        params: idParams,
        querystring: {
          type: 'object',
          properties: {
            version: {
              type: 'string',
              pattern: '^[0-9]{1,4}$',
              description: 'Número de la versión; sin él, la última',
            },
          },
        },
        response: { 200: { description: 'El documento, en PDF' } },
      }),
      // This handler does not look at what its schema refuses, so a wrong version never gets there.
      attachValidation: false,
    },
    async (request, reply) => {
      const contract = await read(request);
      const { version: asked } = request.query;
      const chain = await readChain(database, contract.id);
      const version = asked === undefined ? chain.at(-1) : chain.find((one) => one.version === Number(asked));
      if (version) {
        const { bytes } = await documentOf(app, version);
        const name = `${signedFileName(contentOf(version))} v${version.version}`;
        return sendPdf(reply, bytes, name);
      }
      if (asked !== undefined) throw notFound();
      const signing = await latestRequest(database, contract.id);
      if (signing?.outcome === null) {
        const { bytes } = await documentToSign(app, signing, referenceId(contract.company_id) ?? '');
        const name = signedFileName(contentToSign(signing));
        return sendPdf(reply, bytes, name);
      }
      const content = await readContractContent(database, contract);
      const bytes = await printContract(
        app,
        { content, hash: null, checkUrl: null, mark: 'BORRADOR', at: String(contract.updated_at) },
        await readLetterhead(app, [referenceId(contract.company_id) ?? '']),
      );
      return sendPdf(reply, bytes, signedFileName(content));
    },
  );

  app.get<{ Params: IdParams }>(
    '/api/contracts/:id/contract.json',
    routeOptions(access, {
      summary: 'La prueba del contrato: cada versión con su contenido, sus huellas y la de su documento',
      params: idParams,
      response: { 200: { description: 'La prueba, en JSON' } },
    }),
    async (request, reply) => {
      const chain = await readChain(database, (await read(request)).id);
      if (chain.length === 0) throw notFound();
      const name = `Prueba ${numberOf(chain)}.json`;
      return reply
        .headers({ 'content-disposition': attachment(name), 'cache-control': 'no-store' })
        .type('application/json; charset=utf-8')
        .send(await exportProof(app, chain));
    },
  );

  app.get<{ Params: IdParams }>(
    '/api/contracts/:id/chain',
    routeOptions(access, {
      summary: 'Las versiones del contrato, con sus huellas calculadas de nuevo',
      params: idParams,
      response: { 200: chainAnswer },
    }),
    async (request) => {
      const chain = await readChain(database, (await read(request)).id);
      const check = chain.length === 0 ? null : await checkChain(chain);
      return {
        data: {
          is_intact: check?.isIntact ?? null,
          versions: chain.map(({ version, addendum, at, hash }) => ({
            version,
            addendum,
            created_at: at,
            hash,
            problems: check?.versions[version]?.problems ?? [],
            path: checkPath(hash),
          })),
        },
      };
    },
  );
};
