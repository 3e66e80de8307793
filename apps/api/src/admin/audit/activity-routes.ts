import { auditEntries } from '@pauta/domain/admin/audit/audit-entry.ts';
import { auditActionLabel, auditFieldLabel, entityLabels } from '@pauta/domain/admin/audit/audit-labels.ts';
import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import { everyFieldOf } from '@pauta/domain/resource/query/listed-fields.ts';
import { type ListQuery, parseQuery } from '@pauta/domain/resource/query/query.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { recordExport } from '../../import-export/export/record-export.ts';
import { tableFile, tableFormats, tableTypes } from '../../import-export/export/table-file.ts';
import { type Access, type Actor, actorOf } from '../../platform/access.ts';
import { attachment } from '../../platform/http/headers.ts';
import { invalid } from '../../platform/http/problem.ts';
import { listPage } from '../../resource/reading/list.ts';
import { orTooSlow } from '../../resource/reading/too-slow.ts';
import { tableOf } from '../../resource/table.ts';
import { type ActivityEvent, activityColumns } from './activity-columns.ts';
import { describeRecords } from './audited-records.ts';
import { readRecordAmounts } from './record-amounts.ts';

interface Listed {
  data: {
    id: string;
    at: string;
    actor_id: { id: string; label: string } | null;
    action: string;
    entity: string;
    record_id: string;
    fields: string[];
  }[];
  next_cursor: string | null;
  total: number;
  total_is_estimate: boolean;
}

const startedAt = Date.now();
const anything = { type: 'object', additionalProperties: true };
const answer = { 200: { type: 'object', properties: { data: anything } } };
const listAnswer = { 200: { type: 'object', additionalProperties: true } };
const filters = ['f.at', 'f.actor_id', 'f.action', 'f.entity'];
const allowed = [...filters, 'limit', 'cursor'];

/** Events in one file. */
const mostExported = 10_000;

/**
 * Current activity: connected users, actions over time, and the health of the server. Values of records are not
 * included.
 */
export const activityRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const access: Access = { permission: 'reports.activity' };
  const table = tableOf(auditEntries);

  app.get(
    '/api/activity',
    { config: { access }, schema: { summary: 'Lo que pasa ahora', response: answer } },
    async (request) => {
      const [people, signIns, hours] = await Promise.all([
        database.query(sql`
          SELECT u.id, u.full_name, max(s.last_used_at) AS last_used_at, min(s.created_at) AS since,
            count(*)::integer AS sessions
          FROM sessions s JOIN users u ON u.id = s.user_id
          WHERE s.revoked_at IS NULL AND s.expires_at > now() AND s.last_used_at > now() - interval '12 hours'
            AND u.status = 'active'
          GROUP BY u.id ORDER BY max(s.last_used_at) DESC, u.id LIMIT 100`),
        database.query(sql`
          SELECT audit_key(l.id) AS id, l.at, l.action, u.id AS user_id, u.full_name
          FROM audit_log l LEFT JOIN users u ON u.id::text = l.entity_id
          WHERE l.entity = 'users' AND l.action IN ('login', 'login_failed', 'login_refused')
            AND l.at > now() - interval '30 days'
          ORDER BY l.at DESC LIMIT 20`),
        database.query(sql`
          SELECT to_char(h.hour AT TIME ZONE ${companyZone}, 'YYYY-MM-DD"T"HH24:00') AS hour,
            count(l.id)::integer AS changes
          FROM generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') AS h(hour)
          -- The first condition alone leaves out the partitions of other months.
          LEFT JOIN audit_log l ON l.at >= now() - interval '1 day' AND l.at >= h.hour AND l.at < h.hour + interval '1 hour'
          GROUP BY h.hour ORDER BY h.hour`),
      ]);
      return {
        data: { people, sign_ins: signIns, hours, system: await systemOf(actorOf(request).permissions) },
      };
    },
  );

  /** Server metrics, for users with the permission. */
  const systemOf = async (permissions: ReadonlySet<string>) => {
    if (!permissions.has('system.view')) return null;
    const row = await database.one<Record<string, unknown>>(sql`
      SELECT current_setting('server_version') AS database_version, pg_database_size(current_database()) AS database_bytes,
        (SELECT max(number) FROM schema_migrations) AS migration,
        audit_unsealed()::integer AS unsealed,
        (SELECT count(*)::integer FROM mails WHERE sent_at IS NULL AND failed_at IS NULL) AS mails_waiting,
        (SELECT count(*)::integer FROM mails WHERE failed_at > now() - interval '7 days') AS mails_failed`);
    return {
      ...row,
      node_version: process.versions.node,
      memory_bytes: process.memoryUsage.rss(),
      uptime_seconds: Math.round((Date.now() - startedAt) / 1000),
    };
  };

  /** The parameters of the time line. @throws Problem 422 */
  const asked = (request: FastifyRequest) => {
    const given = Object.fromEntries(
      Object.entries(request.query as Record<string, string | undefined>).filter(([name]) =>
        allowed.includes(name),
      ),
    );
    const parsed = parseQuery(auditEntries, given);
    if (!parsed.ok) throw invalid(parsed.errors);
    return { query: parsed.query, given, actor: actorOf(request) };
  };

  /** A page of the time line: the rows of the log without their values, reasons and addresses. */
  const readEvents = async (
    query: ListQuery,
    actor: Actor,
  ): Promise<Omit<Listed, 'data'> & { data: ActivityEvent[] }> => {
    // The rows of the log are visible to readers of this list.
    const reader = { ...actor, permissions: new Set([...actor.permissions, 'audit.view']) };
    const page = JSON.parse(
      await orTooSlow(listPage(database, table, query, reader, { fields: everyFieldOf(auditEntries) })),
    ) as Listed;
    const records = page.data.map(({ entity, record_id: id }) => ({ entity, id }));
    const [about, amounts] = await Promise.all([
      describeRecords(database, records, actor),
      readRecordAmounts(database, records, actor),
    ]);
    return {
      ...page,
      data: page.data.map(({ id, at, actor_id, action, entity, fields }, index) => ({
        id,
        at,
        actor: actor_id,
        action,
        action_label: auditActionLabel(entity, action),
        entity,
        entity_label: entityLabels[entity] ?? entity,
        about: about[index] ?? { title: null, path: null },
        amount: amounts[index] ?? null,
        fields: fields.map((field) => auditFieldLabel(entity, field)),
      })),
    };
  };

  app.get<{ Querystring: Record<string, string | undefined> }>(
    '/api/activity/events',
    {
      config: { access },
      schema: {
        summary: 'Línea de tiempo: qué se hizo, quién y cuándo',
        description:
          'Los filtros y páginas de la auditoría (usuario, acción, tipo, fecha), sin valores ni motivos.',
        querystring: {
          type: 'object',
          properties: Object.fromEntries(allowed.map((name) => [name, { type: 'string' }])),
        },
        response: listAnswer,
      },
    },
    async (request) => {
      const { query, actor } = asked(request);
      return readEvents(query, actor);
    },
  );

  app.get<{ Querystring: Record<string, string | undefined> }>(
    '/api/activity/events/file',
    {
      config: { access },
      schema: {
        summary: 'Línea de tiempo en un archivo',
        description: `CSV o XLSX con lo último, hasta ${mostExported} movimientos. Queda en los logs de auditoría.`,
        querystring: {
          type: 'object',
          properties: {
            ...Object.fromEntries(filters.map((name) => [name, { type: 'string' }])),
            format: { type: 'string', enum: [...tableFormats], default: 'csv' },
          },
        },
        response: { 200: { description: 'El archivo' } },
      },
    },
    async (request, reply) => {
      const format = request.query.format === 'xlsx' ? 'xlsx' : 'csv';
      const { query, given, actor } = asked(request);
      const events: ActivityEvent[] = [];
      for (let cursor: string | null = null; events.length < mostExported; ) {
        const page = await readEvents({ ...query, limit: 1000, cursor }, actor);
        events.push(...page.data);
        cursor = page.next_cursor;
        if (cursor === null) break;
      }
      await recordExport(request, {
        resource: auditEntries.name,
        format,
        rows: events.length,
        content: { of: 'activity', ...given },
      });
      return reply
        .headers({
          'content-type': tableTypes[format],
          'content-disposition': attachment(`Actividad del sistema.${format}`),
        })
        .send(tableFile(format, 'Actividad', activityColumns, events));
    },
  );

  app.get<{ Querystring: { days: number; user?: string } }>(
    '/api/activity/heatmap',
    {
      config: { access },
      schema: {
        summary: 'Cuánto se hizo por hora, día, persona y tipo de registro',
        querystring: {
          type: 'object',
          properties: {
            days: { type: 'string', pattern: '^([1-9]|[1-8]\\d|9[0-2])$', default: '28' },
            user: { type: 'string', format: 'uuid' },
          },
        },
        response: answer,
      },
    },
    async ({ query }) => {
      const rows = await orTooSlow(
        database.query<{
          weekday: number | null;
          hour: number | null;
          day: string | null;
          actor_id: string | null;
          entity: string | null;
          is_person: boolean;
          count: number;
        }>(sql`
          SELECT weekday, hour, day::text AS day, actor_id, entity, grouping(actor_id) = 0 AS is_person, count(*)::integer AS count
          FROM (
            SELECT extract(isodow FROM l.at AT TIME ZONE ${companyZone})::integer AS weekday,
              extract(hour FROM l.at AT TIME ZONE ${companyZone})::integer AS hour,
              (l.at AT TIME ZONE ${companyZone})::date AS day, l.actor_id, l.entity
            FROM audit_log l
            WHERE l.at >= (business_date() - (${Number(query.days)}::integer - 1))::timestamp AT TIME ZONE ${companyZone}
              AND l.actor_id IS NOT NULL
              AND (${query.user ?? null}::uuid IS NULL OR l.actor_id = ${query.user ?? null}::uuid)) moved
          GROUP BY GROUPING SETS ((weekday, hour), (day), (actor_id), (entity))`),
      );
      const people = rows.filter((row) => row.is_person);
      const names = await database.query<{ id: string; full_name: string }>(
        sql`SELECT id, full_name FROM users WHERE id = ANY(${people.map((row) => row.actor_id)}::uuid[])`,
      );
      const nameOf = new Map(names.map(({ id, full_name }) => [id, full_name]));
      const byCount = (a: { count: number }, b: { count: number }) => b.count - a.count;
      return {
        data: {
          cells: rows.flatMap(({ weekday, hour, count }) =>
            weekday === null || hour === null ? [] : [{ weekday, hour, count }],
          ),
          days: rows
            .flatMap(({ day, count }) => (day === null ? [] : [{ day, count }]))
            .sort((a, b) => (a.day < b.day ? -1 : 1)),
          people: people
            .map(({ actor_id: id, count }) => ({ id, full_name: nameOf.get(id ?? '') ?? '', count }))
            .sort(byCount)
            .slice(0, 50),
          entities: rows
            .flatMap(({ entity, count }) =>
              entity === null ? [] : [{ entity, label: entityLabels[entity] ?? entity, count }],
            )
            .sort(byCount),
        },
      };
    },
  );
};
