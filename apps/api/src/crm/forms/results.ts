import { formSteps, ownPagesName, publicForms } from '@pauta/domain/crm/forms/public-form.ts';
import { type FormLocale, formLocales } from '@pauta/domain/crm/forms/texts/form-texts.ts';
import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import type { FastifyInstance } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import { byteOrderMark, csvLine } from '../../import-export/export/csv.ts';
import { exportName } from '../../import-export/export/name.ts';
import { actorOf } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { attachment } from '../../platform/http/headers.ts';
import { notFound } from '../../platform/http/problem.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { type IdParams, idParams } from '../../resource/route.ts';
import { nullable } from '../../resource/schemas.ts';
import { tableOf } from '../../resource/table.ts';
import { formLists } from './lists.ts';

const count = { type: 'integer', minimum: 0 };
const counts = { views: count, starts: count, submits: count, clients: count };
const spanQuery = {
  type: 'object',
  additionalProperties: false,
  properties: { days: { type: 'string', enum: ['7', '30', '90', '365'], default: '30' } },
};
type Counts = Record<keyof typeof formSteps, number>;

/** `WITH` query `span`: the first and last of this number of days up to today, in the `zone` of the company. */
const spanOf = (days: number): Sql => sql`
  zone AS MATERIALIZED (SELECT business_time_zone() AS name),
  span AS MATERIALIZED (SELECT business_date() - ${days - 1}::integer AS first, business_date() AS last)`;

/** The same, plus `counted`: events by day and origin. */
const countsOf = (id: string, days: number): Sql => sql`
  ${spanOf(days)},
  counted AS MATERIALIZED (
    SELECT day, origin, sum(views) AS views, sum(starts) AS starts, sum(submits) AS submits, sum(clients) AS clients
    FROM (
      SELECT day, origin, views, starts, 0 AS submits, 0 AS clients FROM public_form_days, span
      WHERE public_form_id = ${id}::uuid AND day BETWEEN first AND last
      UNION ALL
      -- The time zone is read once, and not for each registration.
      SELECT (received_at AT TIME ZONE zone.name)::date, coalesce(page_origin, ''), 0, 0, count(*),
        count(*) FILTER (WHERE status = 'approved')
      FROM client_registrations, zone, span
      WHERE public_form_id = ${id}::uuid AND status <> 'spam'
        AND received_at >= first::timestamp AT TIME ZONE zone.name
        AND received_at < (last + 1)::timestamp AT TIME ZONE zone.name
      GROUP BY 1, 2) AS parts
    GROUP BY day, origin)`;

/** `WITH` query `campaigns`: the results of each campaign. Visits without a further step have no campaign. */
const campaignsOf = (id: string): Sql => sql`
  campaigns AS (
    SELECT utm_campaign AS campaign, utm_source AS source, utm_medium AS medium, ad_network AS network,
      count(*)::integer AS submits, (count(*) FILTER (WHERE status = 'approved'))::integer AS clients
    FROM client_registrations, zone, span
    WHERE public_form_id = ${id}::uuid AND status <> 'spam'
      AND received_at >= first::timestamp AT TIME ZONE zone.name
      AND received_at < (last + 1)::timestamp AT TIME ZONE zone.name
    GROUP BY 1, 2, 3, 4
    ORDER BY submits DESC, clients DESC, 1, 2, 3, 4)`;

const sums = sql`
  coalesce(sum(views), 0)::integer AS views, coalesce(sum(starts), 0)::integer AS starts,
  coalesce(sum(submits), 0)::integer AS submits, coalesce(sum(clients), 0)::integer AS clients`;

const numbersOf = (row: Partial<Counts>, names: readonly string[]) =>
  names.map((name) => ({ digits: String(row[name as keyof Counts]) }));

const dayFile = async (database: Queryable, id: string, days: number): Promise<string> => {
  const rows = await database.query<Counts & { day: string; origin: string }>(sql`
    WITH ${countsOf(id, days)}
    SELECT day::text, origin, ${sums} FROM counted GROUP BY day, origin ORDER BY day DESC, origin`);
  const lines = rows.map(({ day, origin, ...row }) =>
    csvLine([day, origin || ownPagesName, ...numbersOf(row, Object.keys(formSteps))]),
  );
  return csvLine(['Día', 'Sitio', ...Object.values(formSteps)]) + lines.join('');
};

/** The attribution parameters of a campaign, by their columns in the registrations. */
const campaignParts = {
  campaign: clientRegistrations.fields.utm_campaign,
  source: clientRegistrations.fields.utm_source,
  medium: clientRegistrations.fields.utm_medium,
  network: clientRegistrations.fields.ad_network,
} as const;

const campaignFile = async (database: Queryable, id: string, days: number): Promise<string> => {
  const rows = await database.query<Counts & Record<keyof typeof campaignParts, string | null>>(sql`
    WITH ${spanOf(days)}, ${campaignsOf(id)} SELECT * FROM campaigns`);
  const lines = rows.map((row) =>
    csvLine([
      ...Object.entries(campaignParts).map(([name, { kind, options }]) => {
        const value = row[name as keyof typeof campaignParts];
        return value === null ? '' : kind.format(value as never, options as never);
      }),
      ...numbersOf(row, ['submits', 'clients']),
    ]),
  );
  const labels = Object.values(campaignParts).map(({ label }) => label);
  return csvLine([...labels, formSteps.submits, formSteps.clients]) + lines.join('');
};

/** Additional routes for the screens of public forms: lists for the preview, and the results of a form. */
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
        querystring: spanQuery,
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
                  campaigns: {
                    type: 'array',
                    description: 'Sin campaña, red ni fuente: los demás',
                    items: {
                      type: 'object',
                      properties: {
                        ...{ campaign: nullable({ type: 'string' }), source: nullable({ type: 'string' }) },
                        ...{ medium: nullable({ type: 'string' }), network: nullable({ type: 'string' }) },
                        ...{ submits: count, clients: count },
                      },
                    },
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
      const found = await database.one<{ data: object }>(sql`
        WITH ${countsOf(id, Number(request.query.days))}, ${campaignsOf(id)},
        totals AS (SELECT ${sums} FROM counted),
        origins AS (SELECT origin, ${sums} FROM counted GROUP BY origin ORDER BY submits DESC, views DESC, origin),
        per_day AS (
          SELECT d.day::date, ${sums}
          FROM span, generate_series(first::timestamp, last::timestamp, '1 day') AS d(day)
          LEFT JOIN counted ON counted.day = d.day::date GROUP BY d.day ORDER BY d.day DESC)
        SELECT json_build_object('from', first, 'to', last,
          'totals', (SELECT to_json(totals) FROM totals),
          'origins', (SELECT coalesce(json_agg(origins), '[]') FROM origins),
          'campaigns', (SELECT coalesce(json_agg(campaigns), '[]') FROM campaigns),
          'days', (SELECT json_agg(per_day) FROM per_day)) AS data
        FROM span`);
      return { data: found?.data };
    },
  );

  app.get<{ Params: IdParams; Querystring: { days: string; by: 'day' | 'campaign' } }>(
    '/api/public-forms/:id/results/file',
    {
      config: { access },
      schema: {
        summary: 'Los resultados de un formulario por día y sitio, o por campaña, como CSV',
        params: idParams,
        querystring: {
          ...spanQuery,
          properties: {
            ...spanQuery.properties,
            by: { type: 'string', enum: ['day', 'campaign'], default: 'day' },
          },
        },
        response: { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const form = parseRecord(await readRecord(database, tableOf(publicForms), id, actorOf(request)));
      const { by, days } = request.query;
      const file = await (by === 'campaign' ? campaignFile : dayFile)(database, id, Number(days));
      return reply
        .header('content-disposition', attachment(exportName(publicForms, String(form.name), 'csv')))
        .type('text/csv; charset=utf-8')
        .send(byteOrderMark + file);
    },
  );
};
