import { createHash } from 'node:crypto';
import { formLayouts, formThemes } from '@pauta/domain/crm/forms/public-form.ts';
import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { takeNumber } from '../../admin/settings/take-number.ts';
import { takeAttempt } from '../../platform/attempts.ts';
import { command } from '../../platform/command.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { addressBlock, addressNetwork } from '../../platform/http/address-block.ts';
import { invalid, Problem, tooMany } from '../../platform/http/problem.ts';
import { isFresh } from '../../resource/reading/etag.ts';
import { parseRecord } from '../../resource/reading/read-record.ts';
import { creationHeaders, notModified, refusal, routeOptions, sendJson } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { insertRecord } from '../../resource/writing/write-record.ts';
import { nextDue } from '../registrations/sla.ts';
import { findSpamSigns, sourceHash } from '../registrations/spam.ts';
import { newChallenge, spendChallenge } from './challenge.ts';
import { createFormCounter, type FormCounter } from './counter.ts';
import { formFrameRoutes } from './frame.ts';
import {
  cannotProveWork,
  describeForm,
  isOwnSite,
  loadForm,
  type PublicForm,
  pageOf,
} from './public-form.ts';
import { publicRegistrationSchema, readPublicRegistration } from './public-registration.ts';

interface FormParams {
  key: string;
}

const bodyLimit = 32 * 1024;
const maxChallenge = 4_000;

/**
 * Limits per address, per network, and per form. An address may be an office with thirty people who fill in the form at
 * the same time, resubmit it after an error, and request another challenge: the limit allows four requests of each kind
 * for all of them. Automated clients are slowed down by the proof of work long before. The limit per form counts only
 * accepted submissions: otherwise a few networks could block it for everybody with requests that cost them nothing.
 */
const limits = {
  challenge: { address: 120, network: 240, seconds: 600 },
  registration: { address: 120, network: 240, seconds: 600 },
  taken: { form: 600, seconds: 600 },
  /** Pages without https cannot solve challenges, so these limits are the only protection there. */
  withoutChallenge: { address: 60, network: 90, seconds: 3_600 },
  takenWithoutChallenge: { form: 120, seconds: 3_600 },
} as const;

const originRefused = { 403: refusal('El origen de la página no está autorizado') };
const text = { type: 'string' };
const option = {
  type: 'object',
  properties: {
    id: text,
    name: text,
    lang: { ...text, description: 'Idioma del nombre, donde no es el del formulario' },
  },
};
const formAnswer = {
  type: 'object',
  required: ['form'],
  properties: {
    form: {
      type: 'object',
      properties: {
        key: text,
        title: text,
        intro: text,
        submit_label: text,
        hidden: { type: 'array', items: text, description: 'Preguntas que no se hacen' },
        theme: { type: 'string', enum: Object.keys(formThemes) },
        primary_color: text,
        thanks: { type: 'object', properties: { title: text, text, url: text } },
        countries: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              iso2: text,
              name: text,
              calling_code: text,
              tax_id_types: { type: 'array', items: text },
              tax_ids: {
                type: 'array',
                items: { type: 'object', properties: { type: text, label: text, example: text } },
              },
              phone_example: text,
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
        layout: { type: 'string', enum: Object.keys(formLayouts) },
        texts: {
          type: 'object',
          additionalProperties: true,
          description: 'Todo lo que el formulario dice, en el idioma pedido',
        },
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
  database: Queryable,
  request: FastifyRequest,
  form: PublicForm,
  name: keyof typeof limits,
): Promise<void> => {
  const { seconds, ...most } = limits[name];
  const subjects: Readonly<Record<string, readonly string[]>> = {
    address: [form.key, addressBlock(request.ip)],
    network: [form.key, addressNetwork(request.ip)],
    form: [form.key],
  };
  for (const [part, count] of Object.entries(most)) {
    const taken = await takeAttempt(database, {
      purpose: `public-form-${name}-${part}`,
      subject: subjects[part] ?? [],
      most: count,
      seconds,
    });
    if (!('at' in taken)) throw tooMany(taken.wait);
  }
};

const corsHeaders = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'Retry-After, Idempotency-Replayed, X-Request-Id',
});

/** A guest's idempotency key is scoped to the form, so keys of guests of other forms cannot collide with it. */
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
  const isUnproven = altcha === null && (await cannotProveWork(request));
  await limit(app.database, request, form, 'registration');
  if (isUnproven) await limit(app.database, request, form, 'withoutChallenge');
  scopeIdempotencyKey(request, form);
  return command(request, async (tx) => {
    const { values, extra, hiddenField } = await readPublicRegistration(tx, form, request.body);
    if (!isUnproven) await spendChallenge(tx, form, altcha);
    const source = sourceHash(request.ip);
    const review = {
      source_hash: source,
      spam_signs: await findSpamSigns(tx, values, { hiddenField, source }),
      due_at: await nextDue(tx),
    };
    await limit(tx, request, form, isUnproven ? 'takenWithoutChallenge' : 'taken');
    const folio = await takeNumber(tx, { series: 'registration' });
    const record = parseRecord(
      await insertRecord(tx, tableOf(clientRegistrations), values, {
        ...extra,
        ...review,
        folio,
        page_origin: (await pageOf(form, request)) || null,
      }),
    );
    return { status: 201, body: { folio: record.folio, received_at: record.received_at } };
  });
};

const period = 5_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes all pending counts of visits immediately. */
    flushFormCounts: () => Promise<void>;
  }
}

/** Visits are written to the database asynchronously. */
const installCounter = (app: FastifyInstance): FormCounter => {
  const counter = createFormCounter(app.database);
  const flush = () =>
    counter.flush().catch((error: unknown) => {
      app.log.warn({ err: error }, 'counting visits of public forms failed; it is tried again');
    });
  const timer = setInterval(flush, period);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await flush();
  });
  app.decorate('flushFormCounts', () => counter.flush());
  return counter;
};

/**
 * The public form, also for pages of other origins: the only routes that allow other origins without configuration. No
 * response reveals whether a company is already a client.
 */
export const publicFormRoutes = async (app: FastifyInstance): Promise<void> => {
  const counter = installCounter(app);
  formFrameRoutes(app);
  await app.register(async (scope) => {
    const { database } = scope;
    const path = '/api/public/forms/:key';
    const config = { access: 'public' as const, isForCrowds: true };
    const params = { type: 'object', properties: { key: { type: 'string' } } };
    const guestOptions = (schema: FastifySchema) => ({ ...routeOptions('public', schema), config });

    const notAllowed = () =>
      new Problem(
        403,
        'origin_not_allowed',
        'Esta página no puede usar el formulario. Pida que la autoricen.',
      );
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('vary', 'Origin');
      if (request.headers.origin === undefined) return;
      if (request.method === 'OPTIONS') {
        if (!(await isOwnSite(database, keyOf(request), request))) throw notAllowed();
        return;
      }
      const form = await loadForm(database, keyOf(request));
      if ((await pageOf(form, request)) === undefined) throw notAllowed();
    });
    // Also for refusals, including those before the hook above (too many requests), because the page must be able to
    // show the reason. The response of a preflight is not readable, so the form's first request is made without one.
    scope.addHook('onSend', async (request, reply) => {
      const { origin } = request.headers;
      const isRefusedPreflight = request.method === 'OPTIONS' && reply.statusCode >= 400;
      if (origin !== undefined && !isRefusedPreflight) reply.headers(corsHeaders(origin));
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

    scope.get<{ Querystring: { lang?: unknown } }>(
      path,
      guestOptions({
        summary: 'Formulario público',
        params,
        querystring: {
          type: 'object',
          properties: {
            lang: { type: 'string', maxLength: 35, description: 'Idioma de la página (BCP 47)' },
          },
        },
        response: { 200: formAnswer, ...notModified, ...originRefused },
      }),
      async (request, reply) => {
        const form = await loadForm(database, keyOf(request));
        const { lang } = request.query;
        const { text, etag } = await describeForm(
          database,
          form,
          typeof lang === 'string' ? lang : undefined,
        );
        const page = (await pageOf(form, request)) ?? null;
        if (page !== null) counter.note(form.id, page, 'views');
        reply.headers({ etag, 'cache-control': 'public, max-age=300' });
        return isFresh(request, etag) ? reply.code(304).send() : sendJson(reply, text);
      },
    );

    scope.post<{ Querystring: { again?: string } }>(
      `${path}/challenge`,
      {
        ...guestOptions({
          summary: 'Prueba de trabajo para un envío',
          params,
          querystring: {
            type: 'object',
            properties: {
              again: { type: 'string', maxLength: 1, description: 'No es la primera de esta visita' },
            },
          },
          response: { 200: challengeAnswer, ...originRefused },
        }),
        bodyLimit,
      },
      async (request) => {
        const form = await loadForm(database, keyOf(request));
        await limit(database, request, form, 'challenge');
        const page = (await pageOf(form, request)) ?? null;
        // A slow visitor requests another challenge; the start was already counted.
        if (page !== null && request.query.again === undefined) counter.note(form.id, page, 'starts');
        return { challenge: await newChallenge(form) };
      },
    );

    scope.post(
      `${path}/registrations`,
      {
        ...guestOptions({
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
