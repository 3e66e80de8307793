import { reports } from '@pauta/domain/reports/reports.ts';
import { longestReportParams, type SavedReport, schedules } from '@pauta/domain/reports/saved-report.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { type Answer, command, etagOf, expectedVersion } from '../../platform/command.ts';
import {
  changeHeaders,
  creationHeaders,
  type IdParams,
  idParams,
  versionRefusals,
} from '../../resource/route.ts';
import {
  archiveSavedReport,
  createSavedReport,
  readSavedReports,
  restoreSavedReport,
  type SavedReportBody,
  updateSavedReport,
} from './saved-reports.ts';

const text = { type: 'string' } as const;
const named = { type: 'object', properties: { id: text, label: text } } as const;
const every = { type: 'string', enum: Object.keys(schedules) } as const;
const name = { type: 'string', maxLength: 1000 } as const;
const params = {
  type: 'string',
  maxLength: longestReportParams,
  description: 'Parámetros del informe, por ejemplo `rows=client_id&columns=month&period=this_year`',
} as const;
const role = {
  type: ['string', 'null'],
  format: 'uuid',
  description: 'Rol cuyos usuarios lo ven y lo reciben; requiere `views.share`',
} as const;

const savedSchema = {
  type: 'object',
  required: [
    'id',
    'report',
    'name',
    'params',
    'owner',
    'is_mine',
    'role',
    'every',
    'next_on',
    'is_archived',
    'row_version',
  ],
  properties: {
    id: { type: 'string', format: 'uuid' },
    report: text,
    name: text,
    params: text,
    owner: named,
    is_mine: { type: 'boolean' },
    role: { ...named, type: ['object', 'null'] },
    every: text,
    next_on: { type: ['string', 'null'], description: 'Día del próximo envío' },
    is_archived: { type: 'boolean', description: 'Eliminado: se puede restaurar' },
    row_version: { type: 'integer' },
  },
} as const;

const oneSaved = { type: 'object', required: ['data'], properties: { data: savedSchema } } as const;
const manySaved = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: savedSchema } },
} as const;

const answer = (saved: SavedReport, status = 200): Answer => ({
  status,
  body: { data: saved },
  headers: { etag: etagOf(saved.row_version) },
});

/**
 * Saved reports.
 *
 * | Call | What it does |
 * |---|---|
 * | `GET /api/saved-reports` | those of the caller, and those shared with a role of theirs; with `archived=true` the caller's deleted ones |
 * | `POST /api/saved-reports` | saves one; shared only with `views.share` |
 * | `PATCH /api/saved-reports/{id}` | name, parameters, role, schedule; only the owner |
 * | `DELETE /api/saved-reports/{id}`, `POST /api/saved-reports/{id}/restore` | archives and restores it; only the owner |
 */
export const savedReportRoutes = (app: FastifyInstance): void => {
  app.database.explainConstraints({
    saved_reports_name_key: { field: 'name', message: 'Ya tiene un informe guardado con ese nombre.' },
  });
  const config = { access: 'signed-in' } as const;
  const change = {
    params: idParams,
    headers: { type: 'object', properties: changeHeaders.properties },
  };
  app.get<{ Querystring: { archived?: string } }>(
    '/api/saved-reports',
    {
      config,
      schema: {
        summary: 'Informes guardados',
        querystring: {
          type: 'object',
          properties: {
            archived: {
              type: 'string',
              enum: ['true', 'false'],
              description: 'Los propios que se eliminaron',
            },
          },
        },
        response: { 200: manySaved },
      },
    },
    async (request) => ({
      data: await readSavedReports(app.database, actorOf(request), request.query.archived === 'true'),
    }),
  );

  app.post<{ Body: SavedReportBody & { report: string } }>(
    '/api/saved-reports',
    {
      config,
      schema: {
        summary: 'Guardar un informe',
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['report', 'name', 'params'],
          properties: {
            report: { type: 'string', enum: reports.map((report) => report.name) },
            name,
            params,
            role_id: role,
            every,
          },
        },
        headers: creationHeaders,
        response: { 201: oneSaved },
      },
    },
    (request) =>
      command(request, async (tx) =>
        answer(await createSavedReport(tx, request.body, actorOf(request)), 201),
      ),
  );

  app.patch<{ Params: IdParams; Body: SavedReportBody }>(
    '/api/saved-reports/:id',
    {
      config,
      schema: {
        summary: 'Cambiar un informe guardado',
        body: {
          type: 'object',
          additionalProperties: false,
          minProperties: 1,
          properties: { name, params, role_id: role, every },
        },
        ...change,
        response: { 200: oneSaved, ...versionRefusals },
      },
    },
    (request) => {
      const version = expectedVersion(request);
      const { id } = request.params;
      return command(request, async (tx) =>
        answer(await updateSavedReport(tx, { id, version, body: request.body }, actorOf(request))),
      );
    },
  );

  app.delete<{ Params: IdParams }>(
    '/api/saved-reports/:id',
    {
      config,
      schema: {
        summary: 'Eliminar un informe guardado',
        ...change,
        response: { 204: { type: 'null', description: 'Eliminado' }, ...versionRefusals },
      },
    },
    (request) => {
      const version = expectedVersion(request);
      const { id } = request.params;
      return command(
        request,
        async (tx) => {
          await archiveSavedReport(tx, { id, version }, actorOf(request));
          return { status: 204 };
        },
        { action: 'archive' },
      );
    },
  );

  app.post<{ Params: IdParams }>(
    '/api/saved-reports/:id/restore',
    {
      config,
      schema: {
        summary: 'Restaurar un informe guardado',
        ...change,
        response: { 200: oneSaved, ...versionRefusals },
      },
    },
    (request) => {
      const version = expectedVersion(request);
      const { id } = request.params;
      return command(
        request,
        async (tx) => answer(await restoreSavedReport(tx, { id, version }, actorOf(request))),
        { action: 'restore' },
      );
    },
  );
};
