import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import {
  type LogRow,
  logChangeLabels,
  logChanges,
  logText,
} from '@pauta/domain/postsales/daily-log/daily-log.ts';
import { placementStates, placements } from '@pauta/domain/postsales/quotas/placement.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import sql from 'sql-template-tag';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { byteOrderMark, csvLine } from '../../import-export/export/csv.ts';
import { actorOf } from '../../platform/access.ts';
import { command } from '../../platform/command.ts';
import { conflict, invalid, notFound } from '../../platform/http/problem.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import { readTemplate } from '../../printing/template.ts';
import { creationHeaders, routeOptions } from '../../resource/route.ts';
import { hashOf, type LogIssue, type LogOf, readIssues, readLog } from './read-log.ts';

const template = readTemplate(new URL('./daily-log.typ', import.meta.url));

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

const stateOf = (status: string): string =>
  placementStates[status as keyof typeof placementStates]?.[0] ?? status;

const saveAs = (reply: FastifyReply, name: string, type: string): FastifyReply =>
  reply
    .headers({
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    })
    .type(type);

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

  const files = {
    csv: async (reply: FastifyReply, { issue, rows }: Content, name: string) =>
      saveAs(reply, `${name}.csv`, 'text/csv; charset=utf-8').send(
        byteOrderMark +
          [
            csvLine(['Hora', 'Corte', 'Código', 'Título', 'Segundos', 'Estado', 'Cambio', 'Emisión']),
            ...rows.map(({ row, change }) =>
              csvLine([
                row.airs_at,
                row.break,
                row.house_number ?? '',
                row.title,
                { digits: String(row.seconds) },
                stateOf(row.status),
                change ?? '',
                { digits: String(issue.number) },
              ]),
            ),
          ].join(''),
      ),
    txt: async (reply: FastifyReply, { rows }: Content, name: string) =>
      saveAs(reply, `${name}.txt`, 'text/plain; charset=us-ascii').send(logText(rows.map(({ row }) => row))),
    pdf: async (reply: FastifyReply, content: Content, _name: string, query: Asked) => {
      const { logo, ...letterhead } = await readLetterhead(app, []);
      const { issue, rows, station: name } = content;
      const isPart = query.changes !== undefined;
      const seconds = rows.reduce((sum, { row }) => sum + row.seconds, 0);
      const document = await app.printer.print(
        template,
        {
          at: issue.created_at,
          title: isPart ? 'Guía comercial: cambios' : 'Guía comercial',
          facts: [
            ['Canal o emisora', name],
            ['Día', formatCivilDate(query.day)],
            ['Emisión', `${issue.number}, ${formatInstant(issue.created_at)}`],
            ['Anuncios', `${formatCount(rows.length)}, ${formatCount(seconds)} s`],
          ],
          columns: [
            ...(isPart ? [{ label: 'Cambio', wide: false }] : []),
            { label: 'Hora', wide: false },
            { label: 'Corte', wide: true },
            { label: 'Código', wide: false },
            { label: 'Título', wide: true },
            { label: 'Segundos', wide: false },
            { label: 'Estado', wide: false },
          ],
          rows: rows.map(({ row, change }) => [
            ...(isPart ? [change ?? ''] : []),
            row.airs_at,
            row.break,
            row.house_number ?? '—',
            row.title,
            formatCount(row.seconds),
            stateOf(row.status),
          ]),
          empty: 'Nada cambió desde la emisión anterior.',
          letterhead: { ...letterhead, hasLogo: logo !== null },
        },
        logo === null ? {} : { 'logo.png': logo },
      );
      return sendPdf(reply, document, { name: `Guía comercial ${query.day}`, plain: 'guia-comercial' });
    },
  } as const;
  for (const [format, send] of Object.entries(files))
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
        const content = await contentOf(app, request.query);
        const name = `guia-${request.query.day}-${content.issue.number}${request.query.changes ? '-cambios' : ''}`;
        return send(reply, content, name, request.query);
      },
    );
};
