import { createHash } from 'node:crypto';
import { clientRegistrations, visitorFields } from '@pauta/domain/crm/registrations/client-registration.ts';
import type { RegistrationDocumentKind } from '@pauta/domain/crm/registrations/documents.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { parseText } from '@pauta/domain/kinds/text.ts';
import { homeCountry } from '@pauta/domain/phone/home-country.ts';
import { parsePhone } from '@pauta/domain/phone/phone.ts';
import { parseValues } from '@pauta/domain/resource/record.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { takeAttempt } from '../../platform/attempts.ts';
import { command } from '../../platform/command.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { addressBlock } from '../../platform/http/address-block.ts';
import { invalid, notFound, tooMany } from '../../platform/http/problem.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { refusal } from '../../resource/route.ts';
import { bodySchema } from '../../resource/schemas.ts';
import { tableOf } from '../../resource/table.ts';
import { updateRecord } from '../../resource/writing/write-record.ts';
import {
  describeDocuments,
  documentBodyLimit,
  documentsSchema,
  kindQuery,
  takeDocument,
} from './document-routes.ts';
import { addDocument, removeDocument } from './documents.ts';
import { replyEmail } from './emails.ts';
import { badLink, findLink, type OpenLink } from './links.ts';
import { nextDue } from './sla.ts';

const table = tableOf(clientRegistrations);
const path = '/api/public/registration-links';
const tokenHeader = 'x-registration-token';

const limits = {
  open: { most: 60, seconds: 600 },
  upload: { most: 60, seconds: 3_600 },
  send: { most: 20, seconds: 3_600 },
} as const;

const longestReply = 2000;

const text = { type: 'string' } as const;
const token = {
  type: 'string',
  maxLength: 100,
  description: 'Lo que sigue a `#continuar=` en el enlace',
} as const;

const summarySchema = {
  type: 'object',
  required: ['folio', 'message', 'expires_at', 'email', 'values', 'documents', 'rules'],
  properties: {
    folio: text,
    message: { ...text, description: 'Lo que se pidió' },
    expires_at: { type: 'string', format: 'date-time' },
    email: text,
    country: {
      type: ['object', 'null'],
      properties: { id: text, label: text, code: { type: ['string', 'null'] } },
    },
    values: { type: 'object', additionalProperties: true, description: 'Los datos que se pueden corregir' },
    ...(documentsSchema.properties as object),
  },
};

const dataOf = (schema: object) => ({ type: 'object', required: ['data'], properties: { data: schema } });
const decided = { 409: refusal('Ya tiene todos los documentos que caben') };

const limit = async (request: FastifyRequest, name: keyof typeof limits): Promise<void> => {
  const taken = await takeAttempt(request.server.database, {
    purpose: `registration-link-${name}`,
    subject: [addressBlock(request.ip)],
    ...limits[name],
  });
  if (!('at' in taken)) throw tooMany(taken.wait);
};

const recordOf = async (database: Queryable, link: OpenLink): Promise<AnyRecord> =>
  parseRecord(await readRecord(database, table, link.client_registration_id, 'system'));

const summaryOf = async (database: Queryable, link: OpenLink) => {
  const record = await recordOf(database, link);
  return {
    folio: record.folio,
    message: link.message,
    expires_at: link.expires_at,
    email: record.contact_email,
    country: record.country_id,
    values: Object.fromEntries(Object.keys(visitorFields).map((name) => [name, record[name]])),
    ...(await describeDocuments(database, record.id, link.id)),
  };
};

/** A visitor's idempotency key is scoped to the link, so keys of other visitors cannot collide with it. */
const scopeIdempotencyKey = (request: FastifyRequest, given: unknown): void => {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !/^[\x21-\x7e]{16,128}$/.test(key)) return;
  request.headers['idempotency-key'] = createHash('sha256')
    .update(`${String(given)} ${key}`)
    .digest('hex');
};

const isObject = (input: unknown): input is Values =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** The visitor's corrections, validated like the original form. @throws Problem 422 by field */
const readCorrections = (given: unknown, record: AnyRecord): Values => {
  if (given === undefined || given === null) return {};
  if (!isObject(given)) throw invalid({ values: ['Envíe los datos como un objeto JSON.'] });
  const country = record.country_id as Reference;
  const { contact_phone: phone } = given;
  const read =
    typeof phone === 'string' && phone.length <= 40 ? parsePhone(phone, country.code ?? homeCountry) : null;
  const values = read?.ok ? { ...given, contact_phone: read.value } : given;
  const parsed = parseValues(visitorFields, values, { current: record, rules: clientRegistrations.rules });
  const errors = {
    ...(parsed.ok ? {} : parsed.errors),
    ...(read && !read.ok && { contact_phone: [read.message] }),
  };
  if (Object.keys(errors).length > 0 || !parsed.ok) throw invalid(errors);
  return parsed.values;
};

const reply = (app: FastifyInstance) => async (request: FastifyRequest) => {
  if (!isObject(request.body)) throw invalid({}, 'Envíe los datos como un objeto JSON.');
  const { token: given, values, message = null } = request.body;
  await limit(request, 'send');
  scopeIdempotencyKey(request, given);
  const read = message === null ? null : parseText(message, { max: longestReply }, true);
  if (read && !read.ok) throw invalid({ message: [read.message] });
  const note = read?.value || null;
  return command(
    request,
    async (tx) => {
      const link = await findLink(tx, given, { lock: true });
      const record = await recordOf(tx, link);
      const corrected = readCorrections(values, record);
      const used = await tx.one<{ documents: number }>(sql`
        UPDATE client_registration_links l SET used_at = now()
        WHERE l.id = ${link.id} AND l.used_at IS NULL AND l.revoked_at IS NULL AND l.expires_at > now()
        RETURNING (SELECT count(*)::integer FROM client_registration_documents d
          WHERE d.link_id = l.id AND d.removed_at IS NULL) AS documents`);
      const moved =
        used &&
        (await updateRecord(
          tx,
          table,
          { id: record.id, version: record.row_version, states: ['info_requested'] },
          corrected,
          { status: 'in_review', visitor_reply: note, due_at: await nextDue(tx) },
        ));
      if (!moved) throw badLink();
      const reviewer = await tx.one<{ id: string; email: string; full_name: string }>(sql`
        SELECT u.id, u.email, u.full_name FROM users u JOIN client_registrations r ON r.reviewer_id = u.id
        WHERE r.id = ${record.id}::uuid AND u.status = 'active'`);
      if (reviewer) {
        const { mailer } = app;
        await mailer.queue(tx, {
          userId: reviewer.id,
          to: reviewer.email,
          content: replyEmail(
            {
              name: reviewer.full_name,
              folio: String(record.folio),
              company: String(corrected.legal_name ?? record.legal_name),
            },
            {
              reply: note,
              documents: used.documents,
              url: await mailer.address(tx, `/crm/client-registrations/${record.id}`),
            },
          ),
          goodForHours: 72,
        });
      }
      return { status: 200, body: { data: { folio: record.folio } } };
    },
    { action: 'visitor_replied' },
  );
};

/**
 * The visitor's side of a request for information. The token is never part of an address: it is sent in a body, or in a
 * header beside a file.
 */
export const registrationResumeRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const config = { access: 'public' } as const;
  const tokenBody = {
    type: 'object',
    required: ['token'],
    additionalProperties: false,
    properties: { token },
  };

  app.post<{ Body: { token: string } }>(
    `${path}/open`,
    {
      config,
      schema: {
        summary: 'Lo que se pidió a quien registró su empresa',
        body: tokenBody,
        response: { 200: dataOf(summarySchema) },
      },
    },
    async (request) => {
      await limit(request, 'open');
      return { data: await summaryOf(database, await findLink(database, request.body.token)) };
    },
  );

  app.post<{ Querystring: { kind: RegistrationDocumentKind } }>(
    `${path}/documents`,
    {
      config: { ...config, files: true },
      bodyLimit: documentBodyLimit,
      schema: {
        summary: 'Agrega un documento con el enlace (multipart/form-data, campo `file`)',
        consumes: ['multipart/form-data'],
        querystring: kindQuery,
        headers: { type: 'object', properties: { [tokenHeader]: token } },
        response: { 201: dataOf(documentsSchema), ...decided },
      },
    },
    async (request) => {
      const given = request.headers[tokenHeader];
      await limit(request, 'upload');
      const { client_registration_id: registrationId } = await findLink(database, given);
      scopeIdempotencyKey(request, given);
      const { kind } = request.query;
      const checked = await takeDocument(request, registrationId, kind);
      return command(request, async (tx) => {
        const link = await findLink(tx, given, { lock: true });
        await addDocument(app, tx, checked, { registrationId, kind, linkId: link.id });
        return { status: 201, body: { data: await describeDocuments(tx, registrationId, link.id) } };
      });
    },
  );

  app.post<{ Params: { documentId: string }; Body: { token: string } }>(
    `${path}/documents/:documentId/remove`,
    {
      config,
      schema: {
        summary: 'Quita un documento que se agregó con el mismo enlace',
        params: { type: 'object', properties: { documentId: { type: 'string', format: 'uuid' } } },
        body: tokenBody,
        response: { 200: dataOf(documentsSchema), ...decided },
      },
    },
    async (request) => {
      const { token: given } = request.body;
      await limit(request, 'upload');
      scopeIdempotencyKey(request, given);
      return command(request, async (tx) => {
        const link = await findLink(tx, given, { lock: true });
        const { client_registration_id: registrationId } = link;
        const { documentId } = request.params;
        if (!(await removeDocument(tx, { registrationId, documentId, linkId: link.id }))) throw notFound();
        return { status: 200, body: { data: await describeDocuments(tx, registrationId, link.id) } };
      });
    },
  );

  app.post(
    `${path}/send`,
    {
      config,
      // Faults of the values become messages at their fields, in the handler.
      attachValidation: true,
      schema: {
        summary: 'Envía lo que se completó: el registro vuelve a revisión',
        description: 'El enlace vale una vez. Lo que no se envía en `values` queda como estaba.',
        body: {
          type: 'object',
          required: ['token'],
          additionalProperties: false,
          properties: {
            token,
            values: { ...bodySchema(visitorFields, { partial: true }), type: ['object', 'null'] },
            message: { type: ['string', 'null'], maxLength: longestReply },
          },
        },
        response: { 200: dataOf({ type: 'object', properties: { folio: text } }) },
      },
    },
    reply(app),
  );
};
