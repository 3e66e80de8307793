import { durationWithin, usageAreas } from '@pauta/domain/admin/users/usage.ts';
import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { invalid } from '../../platform/http/problem.ts';
import { orTooSlow } from '../../resource/reading/too-slow.ts';
import { createUsageRecorder } from './usage-recorder.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The list in the response of this request was empty. */
    foundNothing: boolean;
  }
}

const period = 15_000;
const hour = 3_600_000;

/** Counts each response; the counts are written to the database asynchronously. */
const installRecorder = (app: FastifyInstance): void => {
  const recorder = createUsageRecorder(app.database);
  const flush = () =>
    recorder.flush().catch((error: unknown) => {
      app.log.warn({ err: error }, 'writing the use of screens failed; it is tried again');
    });
  app.decorateRequest('foundNothing', false);
  app.addHook('onSend', async (request, _reply, payload) => {
    if (typeof payload === 'string' && payload.startsWith('{"data":[],"next_cursor"'))
      request.foundNothing = true;
    return payload;
  });
  app.addHook('onResponse', async (request, reply) => {
    const { actor, routeOptions } = request;
    if (!actor || routeOptions.url === undefined) return;
    const isSearch = Boolean((request.query as { q?: string } | undefined)?.q);
    recorder.note({
      method: request.method,
      route: routeOptions.url,
      userId: actor.userId,
      status: reply.statusCode,
      milliseconds: reply.elapsedTime,
      isSearch,
      isEmpty: isSearch && request.foundNothing,
    });
  });
  const timer = setInterval(flush, period);
  timer.unref();
  const forget = setInterval(() => {
    app.database
      .query(sql`DELETE FROM usage_daily WHERE day < business_date() - 400`)
      .catch((error: unknown) =>
        app.log.warn({ err: error }, 'forgetting old use failed; it is tried again'),
      );
  }, hour);
  forget.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    clearInterval(forget);
    await flush();
  });
  app.decorate('flushUsage', () => recorder.flush());
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes all pending counts immediately. */
    flushUsage: () => Promise<void>;
  }
}

interface Sums {
  hits: number;
  users: number;
  searches: number;
  empty: number;
  writes: number;
  exports: number;
  imports: number;
  errors: number;
  refusals: number;
  mean_ms: number;
  buckets: number[];
}

const sums = sql`
  sum(hits)::integer AS hits, count(DISTINCT user_id)::integer AS users,
  coalesce(sum(hits) FILTER (WHERE action = 'search'), 0)::integer AS searches, sum(empty)::integer AS empty,
  coalesce(sum(hits) FILTER (WHERE action = 'write'), 0)::integer AS writes,
  coalesce(sum(hits) FILTER (WHERE action = 'export'), 0)::integer AS exports,
  coalesce(sum(hits) FILTER (WHERE action = 'import'), 0)::integer AS imports,
  sum(errors)::integer AS errors, sum(refusals)::integer AS refusals,
  round(sum(total_ms)::numeric / nullif(sum(hits), 0))::integer AS mean_ms,
  ARRAY[sum(buckets[1]), sum(buckets[2]), sum(buckets[3]), sum(buckets[4]), sum(buckets[5]), sum(buckets[6]),
    sum(buckets[7]), sum(buckets[8]), sum(buckets[9]), sum(buckets[10])]::integer[] AS buckets`;

/** Counts without the histogram: the 95th percentile of the duration, -1 if it is above the highest class. */
const usageAnswer = <T extends Sums>({ buckets, ...row }: T) => {
  const p95 = durationWithin(buckets, 0.95);
  return { ...row, p95_ms: p95 === Number.POSITIVE_INFINITY ? -1 : p95 };
};

const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

const readPeriod = ({ from, to }: { from: string; to: string }): void => {
  const errors: Record<string, string[]> = {};
  if (!isCivilDate(from)) errors.from = ['Escriba una fecha válida.'];
  if (!isCivilDate(to)) errors.to = ['Escriba una fecha válida.'];
  else if (!errors.from && (days(from, to) < 0 || days(from, to) > 400)) {
    errors.to = ['Elija un periodo de 400 días como máximo, que termine después de empezar.'];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
};

/** `GET /api/usage?from=&to=&user=&role=`: usage of each screen by user, and its response times. */
export const usageRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  installRecorder(app);

  app.get<{ Querystring: { from: string; to: string; user?: string; role?: string } }>(
    '/api/usage',
    {
      config: { access: { permission: 'reports.usage' } },
      schema: {
        summary: 'Estadísticas de uso',
        description:
          'Por pantalla, por día y por persona, de lo que respondió la API. `p95_ms` es el tope de la clase de ' +
          'duración que 95 de cada 100 respuestas no pasaron; -1, más de 5 segundos.',
        querystring: {
          type: 'object',
          required: ['from', 'to'],
          properties: {
            from: { type: 'string', maxLength: 10 },
            to: { type: 'string', maxLength: 10 },
            user: { type: 'string', format: 'uuid' },
            role: { type: 'string', format: 'uuid', description: 'Solo de quienes tienen hoy este rol' },
          },
        },
        response: {
          200: {
            type: 'object',
            required: ['data'],
            properties: { data: { type: 'object', additionalProperties: true } },
          },
        },
      },
    },
    async ({ query }) => {
      readPeriod(query);
      const where = sql`WHERE day BETWEEN ${query.from}::date AND ${query.to}::date
        AND (${query.user ?? null}::uuid IS NULL OR user_id = ${query.user ?? null}::uuid)
        AND (${query.role ?? null}::uuid IS NULL
          OR user_id IN (SELECT h.user_id FROM user_roles h WHERE h.role_id = ${query.role ?? null}::uuid))`;
      const [areas, byDay, people, [total]] = await orTooSlow(
        Promise.all([
          database.query<Sums & { area: string }>(
            sql`SELECT area, ${sums} FROM usage_daily ${where} GROUP BY area ORDER BY sum(hits) DESC, area`,
          ),
          database.query<Sums & { day: string }>(
            sql`SELECT day::text AS day, ${sums} FROM usage_daily ${where} GROUP BY day ORDER BY day`,
          ),
          database.query<Sums & { id: string; full_name: string; last_day: string }>(sql`
            SELECT p.id, p.full_name, s.* FROM (
              SELECT user_id, max(day)::text AS last_day, ${sums} FROM usage_daily ${where} GROUP BY user_id) s
            JOIN users p ON p.id = s.user_id ORDER BY s.hits DESC, p.id LIMIT 200`),
          database.query<Sums>(sql`SELECT ${sums} FROM usage_daily ${where}`),
        ]),
      );
      return {
        data: {
          areas: areas.map((row) => ({
            ...usageAnswer(row),
            label: usageAreas.get(row.area)?.label ?? row.area,
            screen: usageAreas.get(row.area)?.screen ?? null,
          })),
          days: byDay.map(usageAnswer),
          people: people.map(usageAnswer),
          total: total && total.hits !== null ? usageAnswer(total) : null,
        },
      };
    },
  );
};
