import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import {
  type RegistrationDocumentKind,
  registrationDocumentKinds,
} from '@pauta/domain/crm/registrations/documents.ts';
import type { JsonSchema } from '@pauta/domain/kinds/kind.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readUpload } from '../../files/read-upload.ts';
import { actorOf } from '../../platform/access.ts';
import { command } from '../../platform/command.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';
import { creationHeaders, type IdParams, idParams, refusal } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import {
  addDocument,
  type CheckedDocument,
  checkDocument,
  mostMegabytes,
  readDocumentRules,
  readDocuments,
  removeDocument,
} from './documents.ts';

/** A file above the largest limit is refused by its size, without closing the connection. */
export const documentBodyLimit = mostMegabytes * 1024 * 1024 + 64 * 1024;

export const kindQuery = {
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', enum: Object.keys(registrationDocumentKinds) } },
} as const;

const uuid: JsonSchema = { type: 'string', format: 'uuid' };
const text: JsonSchema = { type: 'string' };

/** The documents of a registration, as reviewers and visitors see them. */
export const documentsSchema: JsonSchema = {
  type: 'object',
  required: ['documents', 'rules'],
  properties: {
    documents: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'kind', 'file', 'created_at', 'author', 'removable'],
        properties: {
          id: uuid,
          kind: { type: 'string', enum: Object.keys(registrationDocumentKinds) },
          file: {
            type: 'object',
            properties: { id: uuid, name: text, mime: text, bytes: { type: 'integer' } },
          },
          created_at: { type: 'string', format: 'date-time' },
          author: { type: ['object', 'null'], properties: { id: uuid, label: text } },
          removable: { type: 'boolean' },
        },
      },
    },
    rules: {
      type: 'array',
      items: {
        type: 'object',
        required: ['kind', 'label', 'required', 'missing', 'extensions', 'mimes', 'max_mb'],
        properties: {
          kind: text,
          label: text,
          required: { type: 'boolean' },
          missing: { type: 'boolean' },
          extensions: { type: 'array', items: text },
          mimes: { type: 'array', items: text },
          max_mb: { type: 'integer' },
        },
      },
    },
  },
};

/** The documents of a registration, with the accepted and the missing kinds. */
export const describeDocuments = async (
  database: Queryable,
  registrationId: string,
  linkId: string | null = null,
) => ({
  documents: await readDocuments(database, registrationId, linkId),
  rules: await readDocumentRules(database, registrationId),
});

/**
 * The file of a request, validated by the rules of its kind; an `Idempotency-Key` then applies to its bytes.
 *
 * @throws Problem 413, 415 or 422
 */
export const takeDocument = async (
  request: FastifyRequest,
  registrationId: string,
  kind: RegistrationDocumentKind,
): Promise<CheckedDocument> => {
  const rules = await readDocumentRules(request.server.database, registrationId);
  const rule = rules.find((one) => one.kind === kind);
  if (!rule) throw invalid({ kind: ['Elija qué documento es.'] });
  const checked = await checkDocument(rule, await readUpload(request, mostMegabytes * 1024 * 1024));
  const { sha256, ...file } = checked.file;
  request.body = { ...file, kind, sha256: sha256.toString('hex') };
  return checked;
};

/** Documents of a registration for those who review it. */
export const registrationDocumentRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const path = '/api/client-registrations/:id/documents';
  const write = { access: { permission: 'client_registrations.review' } } as const;
  const answer = (status: 200 | 201) => ({
    [status]: { type: 'object', required: ['data'], properties: { data: documentsSchema } },
    409: refusal('El registro ya se decidió'),
  });

  app.get<{ Params: IdParams }>(
    path,
    {
      config: { access: { anyPermission: viewPermissions(clientRegistrations) } },
      schema: {
        summary: 'Documentos de un registro de cliente',
        description: 'Cada archivo se baja con `GET /api/files/{id}`.',
        params: idParams,
        response: { 200: { type: 'object', required: ['data'], properties: { data: documentsSchema } } },
      },
    },
    async (request) => {
      const { id } = await readRecord(
        database,
        tableOf(clientRegistrations),
        request.params.id,
        actorOf(request),
      );
      return { data: await describeDocuments(database, id) };
    },
  );

  app.post<{ Params: IdParams; Querystring: { kind: RegistrationDocumentKind } }>(
    path,
    {
      config: { ...write, files: true },
      bodyLimit: documentBodyLimit,
      schema: {
        summary: 'Agrega un documento (multipart/form-data, campo `file`)',
        description: 'Se comprueba el contenido con el catálogo «Tipos de archivos».',
        consumes: ['multipart/form-data'],
        params: idParams,
        querystring: kindQuery,
        headers: creationHeaders,
        response: answer(201),
      },
    },
    async (request) => {
      const { kind } = request.query;
      const { id } = await readRecord(
        database,
        tableOf(clientRegistrations),
        request.params.id,
        actorOf(request),
      );
      const checked = await takeDocument(request, id, kind);
      return command(request, async (tx) => {
        await addDocument(app, tx, checked, { registrationId: id, kind, linkId: null });
        return { status: 201, body: { data: await describeDocuments(tx, id) } };
      });
    },
  );

  app.delete<{ Params: IdParams & { documentId: string } }>(
    `${path}/:documentId`,
    {
      config: write,
      schema: {
        summary: 'Quita un documento de un registro sin decidir',
        params: { type: 'object', properties: { id: uuid, documentId: uuid } },
        response: answer(200),
      },
    },
    (request) =>
      command(request, async (tx) => {
        const { id } = await readRecord(
          tx,
          tableOf(clientRegistrations),
          request.params.id,
          actorOf(request),
        );
        const { documentId } = request.params;
        if (!(await removeDocument(tx, { registrationId: id, documentId, linkId: null }))) throw notFound();
        return { status: 200, body: { data: await describeDocuments(tx, id) } };
      }),
  );
};
