import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import { type LogRow, logChangeLabels, logChanges } from '@pauta/domain/postsales/daily-log/daily-log.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { command } from '../../platform/command.ts';
import { conflict, invalid, notFound } from '../../platform/http/problem.ts';
import { creationHeaders, routeOptions } from '../../resource/route.ts';
import { logFormats, sendLog } from './log-files.ts';
import { hashOf, type LogIssue, type LogOf, readIssues, readLog } from './read-log.ts';

interface Asked {
  readonly station: string;
  readonly day: string;
  readonly issue?: string;
  readonly changes?: string;
}

const station = { type: 'string', format: 'uuid' } as const;
const day = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' } as const;
const querystring = { type: 'object', required: ['station', 'day'], properties: { station, day } } as const;
const fileQuery = {
  ...querystring,
  properties: {
    ...querystring.properties,
    issue: {
      type: 'string',
      pattern: '^[1-9]\\d{0,5}$',
      description: 'Número de la emisión; la última, si falta',
    },
    changes: { type: 'string', pattern: '^1$', description: 'Solo lo que cambió desde la emisión anterior' },
  },
} as const;

const asked = ({ station: id, day: on }: Asked): LogOf => {
  if (!isId(id)) throw invalid({ station: ['Elija una emisora o un canal.'] });
  if (!isCivilDate(on)) throw invalid({ day: ['Ese día no existe. Escriba una fecha como 2026-12-01.'] });
  return { station: id, day: on };
};

/** The rows of a file, with what changed where only changes are asked for. */
interface Content {
  readonly issue: LogIssue;
  readonly station: string;
  readonly rows: readonly { readonly row: LogRow; readonly change: string | null }[];
}

const contentOf = async (app: FastifyInstance, query: Asked): Promise<Content> => {
  const of = asked(query);
  const found = await app.database.one<{ name: string }>(
    sql`SELECT name FROM subdivisions WHERE id = ${of.station}::uuid`,
  );
  if (!found) throw notFound();
  const issues = await readIssues(app.database, of);
  const place =
    query.issue === undefined ? 0 : issues.findIndex(({ number }) => number === Number(query.issue));
  const issue = issues[place];
  if (!issue)
    throw conflict('not_issued', 'La guía de ese día aún no se ha emitido. Emítala primero desde Tráfico.');
  const rows =
    query.changes === undefined
      ? issue.rows.map((row) => ({ row, change: null }))
      : logChanges(issues[place + 1]?.rows ?? [], issue.rows).map(({ row, change }) => ({
          row,
          change: logChangeLabels[change],
        }));
  return { issue, station: found.name, rows };
};

/** The daily log of a station: issued by number, as CSV and text for automation, and printed. */
export const dailyLogRoutes = (app: FastifyInstance): void => {
  const access = { permission: placements.permissions.viewAll ?? '' };
  const download = { permission: placements.permissions.export ?? '' };
  const answers = {
    200: {
      type: 'object',
      required: ['data'],
      properties: { data: { type: 'object', additionalProperties: true } },
    },
  };

  app.get<{ Querystring: Asked }>(
    '/api/placements/daily-log',
    routeOptions(access, {
      summary: 'Las emisiones de la guía comercial de un día',
      description: 'Por número, la última primero; y si lo colocado cambió desde la última.',
      querystring,
      response: answers,
    }),
    async (request) => {
      const of = asked(request.query);
      const [rows, issues] = [await readLog(app.database, of), await readIssues(app.database, of)];
      const [last] = issues;
      return {
        data: {
          rows: rows.length,
          without_material: rows.filter(({ house_number }) => house_number === null).length,
          changes: logChanges(last?.rows ?? [], rows).length,
          issues: issues.map(({ number, rows: { length }, sha256, created_at }) => ({
            number,
            rows: length,
            sha256,
            created_at,
          })),
        },
      };
    },
  );

  app.post<{ Body: { station: string; day: string } }>(
    '/api/placements/daily-log',
    {
      ...routeOptions(
        { permission: 'placements.move' },
        {
          summary: 'Emite la guía comercial de un día',
          description: 'Con el número que sigue. Si nada cambió desde la última emisión, responde esa.',
          headers: creationHeaders,
          body: {
            type: 'object',
            required: ['station', 'day'],
            additionalProperties: false,
            properties: { station, day },
          },
          response: { 201: answers[200] },
        },
      ),
      attachValidation: false,
    },
    async (request) =>
      command(request, async (tx) => {
        const of = asked(request.body);
        const found = await tx.one(sql`SELECT FROM subdivisions WHERE id = ${of.station}::uuid`);
        if (!found) throw invalid({ station: ['Elija una emisora o un canal.'] });
        await tx.query(sql`SELECT lock_station(${of.station}::uuid)`);
        const rows = await readLog(tx, of);
        if (rows.length === 0)
          throw conflict(
            'nothing_placed',
            'Ese día no tiene nada en sus cortes. Coloque algo y emita la guía después.',
          );
        const [last] = await readIssues(tx, of);
        const sha256 = hashOf(rows);
        if (last?.sha256 === sha256.toString('hex'))
          return { status: 201, body: { data: { number: last.number, rows: rows.length, is_new: false } } };
        const number = (last?.number ?? 0) + 1;
        await tx.query(sql`
          INSERT INTO daily_log_issues (subdivision_id, day, number, rows, sha256, created_by)
          VALUES (${of.station}::uuid, ${of.day}::date, ${number}, ${JSON.stringify(rows)}::jsonb, ${sha256},
            ${actorOf(request).userId}::uuid)`);
        return { status: 201, body: { data: { number, rows: rows.length, is_new: true } } };
      }),
  );

  for (const format of logFormats)
    app.get<{ Querystring: Asked }>(
      `/api/placements/daily-log.${format}`,
      {
        ...routeOptions(download, {
          summary: `La guía comercial de un día, en ${format.toUpperCase()}`,
          querystring: fileQuery,
          response: { 200: { description: 'El archivo' } },
        }),
        attachValidation: false,
      },
      async (request, reply) => {
        const { issue, rows, station: name } = await contentOf(app, request.query);
        const { day: on, changes } = request.query;
        const isPart = changes !== undefined;
        const seconds = rows.reduce((sum, { row }) => sum + row.seconds, 0);
        return sendLog(app, reply, format, {
          name: `guia-${on}-${issue.number}${isPart ? '-cambios' : ''}`,
          title: isPart ? 'Guía comercial: cambios' : 'Guía comercial',
          at: issue.created_at,
          facts: [
            ['Canal o emisora', name],
            ['Día', formatCivilDate(on)],
            ['Emisión', `${issue.number}, ${formatInstant(issue.created_at)}`],
            ['Anuncios', `${formatCount(rows.length)}, ${formatCount(seconds)} s`],
          ],
          empty: 'Nada cambió desde la emisión anterior.',
          rows: rows.map(({ row, change }) => ({ row, more: [change ?? '', String(issue.number)] })),
          more: ['Cambio', 'Emisión'],
          printed: isPart ? ['Cambio'] : [],
        });
      },
    );
};
