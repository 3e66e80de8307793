import { type FormLocale, formLocales } from '@pauta/domain/crm/form-texts/form-texts.ts';
import { publicForms } from '@pauta/domain/crm/public-form.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../platform/access.ts';
import { notFound } from '../platform/problem.ts';
import { readRecord } from '../resource/read-record.ts';
import { type IdParams, idParams } from '../resource/route.ts';
import { tableOf } from '../resource/table.ts';
import { formLists } from './form-lists.ts';

const count = { type: 'integer', minimum: 0 };
const counts = { views: count, starts: count, submits: count, clients: count };
const spans = ['7', '30', '90', '365'];

/** What the screens of public forms need besides the records: lists for the preview, and what came of a form. */
export const publicFormResultRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const access = { permission: 'public_forms.view_all' };

  app.get<{ Querystring: { lang: FormLocale } }>(
    '/api/public-forms/lists',
    {
      config: { access },
      schema: {
        summary: 'Lo que los formularios dan a elegir, para su vista previa',
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: { lang: { type: 'string', enum: formLocales, default: 'es-419' } },
        },
        response: {
          200: { type: 'object', properties: { data: { type: 'object', additionalProperties: true } } },
        },
      },
    },
    async (request) => ({ data: await formLists(database, request.query.lang) }),
  );

  app.get(
    '/api/public-forms/script',
    {
      config: { access },
      schema: {
        summary: 'La versión del script que se pega en una página, con la huella de cada archivo',
        response: {
          200: {
            type: 'object',
            properties: {
              data: {
                type: 'object',
                properties: {
                  release: { type: 'string' },
                  files: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: { path: { type: 'string' }, integrity: { type: 'string' } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    async () => {
      const release = await app.keepWidget();
      if (!release) throw notFound('El script del formulario no está en este servidor.');
      return { data: release };
    },
  );

  app.get<{ Params: IdParams; Querystring: { days: string } }>(
    '/api/public-forms/:id/results',
    {
      config: { access },
      schema: {
        summary: 'Cuántos abren, empiezan y envían el formulario, y cuántos llegan a clientes',
        description:
          'Por sitio y día. Se cuenta en el servidor, sin cookies ni datos personales: `views` son las veces que una ' +
          'página pidió el formulario, `starts` las que alguien dio su primera respuesta.',
        params: idParams,
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: { days: { type: 'string', enum: spans, default: '30' } },
        },
        response: {
          200: {
            type: 'object',
            properties: {
              data: {
                type: 'object',
                properties: {
                  from: { type: 'string', format: 'date' },
                  to: { type: 'string', format: 'date' },
                  totals: { type: 'object', properties: counts },
                  origins: {
                    type: 'array',
                    items: { type: 'object', properties: { origin: { type: 'string' }, ...counts } },
                  },
                  days: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: { day: { type: 'string', format: 'date' }, ...counts },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      await readRecord(database, tableOf(publicForms), id, actorOf(request));
      const days = Number(request.query.days);
      const found = await database.one<{ data: object }>(sql`
        WITH span AS (SELECT business_date() - ${days - 1}::integer AS first, business_date() AS last),
        counted AS (
          SELECT day, origin, views, starts, 0 AS submits, 0 AS clients FROM public_form_days, span
          WHERE public_form_id = ${id}::uuid AND day BETWEEN first AND last
          UNION ALL
          SELECT business_date(received_at), coalesce(page_origin, ''), 0, 0, 1, (status = 'approved')::integer
          FROM client_registrations, span
          WHERE public_form_id = ${id}::uuid AND status <> 'spam'
            AND received_at >= first::timestamp AT TIME ZONE business_time_zone()
            AND received_at < (last + 1)::timestamp AT TIME ZONE business_time_zone()),
        totals AS (
          SELECT coalesce(sum(views), 0)::integer AS views, coalesce(sum(starts), 0)::integer AS starts,
            coalesce(sum(submits), 0)::integer AS submits, coalesce(sum(clients), 0)::integer AS clients FROM counted),
        origins AS (
          SELECT origin, sum(views)::integer AS views, sum(starts)::integer AS starts, sum(submits)::integer AS submits,
            sum(clients)::integer AS clients
          FROM counted GROUP BY origin ORDER BY submits DESC, views DESC, origin LIMIT 100),
        per_day AS (
          SELECT d.day, coalesce(sum(views), 0)::integer AS views, coalesce(sum(starts), 0)::integer AS starts,
            coalesce(sum(submits), 0)::integer AS submits, coalesce(sum(clients), 0)::integer AS clients
          FROM span, generate_series(first::timestamp, last::timestamp, '1 day') AS d(day)
          LEFT JOIN counted ON counted.day = d.day::date GROUP BY d.day ORDER BY d.day DESC)
        SELECT json_build_object('from', first, 'to', last,
          'totals', (SELECT to_json(totals) FROM totals),
          'origins', (SELECT coalesce(json_agg(origins), '[]') FROM origins),
          'days', (SELECT json_agg(json_build_object('day', day::date, 'views', views, 'starts', starts,
            'submits', submits, 'clients', clients)) FROM per_day)) AS data
        FROM span`);
      return { data: found?.data };
    },
  );
};
