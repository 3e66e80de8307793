import { createHash } from 'node:crypto';
import { clientRegistrations } from '@pauta/domain/crm/client-registration.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressBlock } from '../admin/address-block.ts';
import { takeAttempt } from '../admin/attempts.ts';
import { command } from '../platform/command.ts';
import { invalid, Problem, tooMany } from '../platform/problem.ts';
import { isFresh } from '../resource/etag.ts';
import { parseRecord } from '../resource/read-record.ts';
import { creationHeaders, notModified, refusal, routeOptions, sendJson } from '../resource/route.ts';
import { tableOf } from '../resource/table.ts';
import { insertRecord } from '../resource/write-record.ts';
import { newChallenge, spendChallenge } from './challenge.ts';
import { describeForm, isAllowedOrigin, loadForm, type PublicForm, recentForm } from './public-form.ts';
import { publicRegistrationSchema, readPublicRegistration } from './public-registration.ts';
import { takeFolio } from './registration-hooks.ts';
import { nextDue } from './registration-sla.ts';
import { findSpamSigns, sourceHash } from './registration-spam.ts';

interface FormParams {
  key: string;
}

const bodyLimit = 32 * 1024;
const maxChallenge = 4_000;

const limits = {
  challenge: { most: 60, seconds: 600 },
  registration: { most: 30, seconds: 600 },
  /** Pages without https cannot solve challenges. */
  withoutChallenge: { most: 10, seconds: 3_600 },
} as const;

const originRefused = { 403: refusal('El origen de la página no está autorizado') };
const text = { type: 'string' };
const option = { type: 'object', properties: { id: text, name: text } };
const formAnswer = {
  type: 'object',
  required: ['form'],
  properties: {
    form: {
      type: 'object',
      properties: {
        key: text,
        title: text,
        countries: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              iso2: text,
              name: text,
              calling_code: text,
              tax_id_types: { type: 'array', items: text },
            },
          },
        },
        default_country: text,
        industries: { type: 'array', items: option },
        platforms: { type: 'array', items: option },
        investment_bands: {
          type: 'array',
          items: { type: 'object', properties: { value: text, label: text } },
        },
        notice: { type: 'object', properties: { version: text, text } },
        locale: text,
      },
    },
  },
};
const challengeAnswer = {
  type: 'object',
  required: ['challenge'],
  properties: { challenge: { type: 'object', description: 'Un desafío de altcha-lib 2, firmado' } },
};
const takenAnswer = {
  type: 'object',
  required: ['folio', 'received_at'],
  properties: { folio: text, received_at: { type: 'string', format: 'date-time' } },
};

const keyOf = (request: FastifyRequest): string => (request.params as Partial<FormParams>).key ?? '';

const limit = async (
  app: FastifyInstance,
  request: FastifyRequest,
  form: PublicForm,
  name: keyof typeof limits,
): Promise<void> => {
  const taken = await takeAttempt(app.database, {
    purpose: `public-form-${name}`,
    subject: [form.key, addressBlock(request.ip)],
    ...limits[name],
  });
  if (!('at' in taken)) throw tooMany(taken.wait);
};

const corsHeaders = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'Retry-After, Idempotency-Replayed, X-Request-Id',
});

/** A guest's key counts within the form he fills in, whatever other guests invent for other forms. */
const scopeIdempotencyKey = (request: FastifyRequest, form: PublicForm): void => {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !/^[\x21-\x7e]{16,128}$/.test(key)) return;
  request.headers['idempotency-key'] = createHash('sha256').update(`${form.key} ${key}`).digest('hex');
};

const register = (app: FastifyInstance) => async (request: FastifyRequest) => {
  const form = await loadForm(app.database, keyOf(request));
  const { altcha = null } = (request.body ?? {}) as { altcha?: unknown };
  if (altcha !== null && (typeof altcha !== 'string' || altcha.length > maxChallenge)) {
    throw invalid({ altcha: ['La verificación de seguridad no tiene la forma correcta.'] });
  }
  await limit(app, request, form, 'registration');
  if (altcha === null) await limit(app, request, form, 'withoutChallenge');
  scopeIdempotencyKey(request, form);
  return command(request, async (tx) => {
    const { values, extra, hiddenField } = await readPublicRegistration(tx, form, request.body);
    if (altcha !== null) await spendChallenge(tx, form, altcha);
    const source = sourceHash(request.ip);
    const review = {
      source_hash: source,
      spam_signs: await findSpamSigns(tx, values, { hiddenField, source }),
      due_at: await nextDue(tx),
    };
    const folio = await takeFolio(tx);
    const record = parseRecord(
      await insertRecord(tx, tableOf(clientRegistrations), values, { ...extra, ...review, folio }),
    );
    return { status: 201, body: { folio: record.folio, received_at: record.received_at } };
  });
};

/**
 * The form for guests, also from pages of other origins: the only routes that answer those without being asked by
 * configuration. Nothing here tells whether a company is already a client.
 */
export const publicFormRoutes = async (app: FastifyInstance): Promise<void> => {
  await app.register(async (scope) => {
    const { database } = scope;
    const path = '/api/public/forms/:key';
    const config = { access: 'public' as const };
    const params = { type: 'object', properties: { key: { type: 'string' } } };

    scope.addHook('onRequest', async (request, reply) => {
      reply.header('vary', 'Origin');
      const { origin } = request.headers;
      if (origin === undefined) return;
      const form = await loadForm(database, keyOf(request));
      if (!isAllowedOrigin(form, origin, request)) {
        throw new Problem(
          403,
          'origin_not_allowed',
          'Esta página no puede usar el formulario. Pida que la autoricen.',
        );
      }
      reply.headers(corsHeaders(origin));
    });
    // A refusal that came before the hook above (too many requests) must be readable on the page too.
    scope.addHook('onSend', async (request, reply) => {
      const { origin } = request.headers;
      if (origin === undefined || reply.hasHeader('access-control-allow-origin')) return;
      const form = recentForm(database, keyOf(request));
      if (form && isAllowedOrigin(form, origin, request))
        reply.headers({ ...corsHeaders(origin), vary: 'Origin' });
    });

    const preflight = (_request: FastifyRequest, reply: FastifyReply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'GET, POST, OPTIONS',
          'access-control-allow-headers': 'content-type, idempotency-key',
          'access-control-max-age': '7200',
        })
        .send();
    for (const url of [path, `${path}/challenge`, `${path}/registrations`]) {
      scope.options(url, { config, schema: { hide: true } }, preflight);
    }

    scope.get(
      path,
      routeOptions('public', {
        summary: 'Formulario público',
        params,
        response: { 200: formAnswer, ...notModified, ...originRefused },
      }),
      async (request, reply) => {
        const { text, etag } = await describeForm(database, await loadForm(database, keyOf(request)));
        reply.headers({ etag, 'cache-control': 'public, max-age=300' });
        return isFresh(request, etag) ? reply.code(304).send() : sendJson(reply, text);
      },
    );

    scope.post(
      `${path}/challenge`,
      {
        ...routeOptions('public', {
          summary: 'Prueba de trabajo para un envío',
          params,
          response: { 200: challengeAnswer, ...originRefused },
        }),
        bodyLimit,
      },
      async (request) => {
        const form = await loadForm(database, keyOf(request));
        await limit(scope, request, form, 'challenge');
        return { challenge: await newChallenge(form) };
      },
    );

    scope.post(
      `${path}/registrations`,
      {
        ...routeOptions('public', {
          summary: 'Solicitud de registro como cliente',
          params,
          headers: creationHeaders,
          body: publicRegistrationSchema,
          response: { 201: takenAnswer, ...originRefused },
        }),
        bodyLimit,
      },
      register(scope),
    );
  });
};
