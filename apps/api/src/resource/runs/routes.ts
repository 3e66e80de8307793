import { isId } from '@pauta/domain/kinds/reference.ts';
import { permissionsOf } from '@pauta/domain/resource/command.ts';
import sql from 'sql-template-tag';
import { type Actor, actorOf } from '../../platform/access.ts';
import type { Area } from '../../platform/area.ts';
import { command } from '../../platform/command.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { forbidden, notFound } from '../../platform/http/problem.ts';
import { type CommandRun, runCommandJob, runSchema, runView } from '../commands/run.ts';
import { creationHeaders, type IdParams, idParams, refusal, routeOptions } from '../route.ts';
import { workOnRuns } from './work-on-run.ts';

/** @throws Problem 404, also for a run of another user, unless the actor may read the audit log */
const readRun = async (
  database: Queryable,
  id: string,
  { userId, permissions }: Actor,
): Promise<CommandRun> => {
  if (!isId(id)) throw notFound();
  const run = await database.one<CommandRun>(sql`
    SELECT * FROM command_runs
    WHERE id = ${id}::uuid AND (started_by = ${userId}::uuid OR ${permissions.has('audit.view')})`);
  if (!run) throw notFound('Este proceso no existe o es de otra persona.');
  return run;
};

const answer = { 200: { type: 'object', required: ['data'], properties: { data: runSchema } } } as const;

/**
 * Commands that run as jobs.
 *
 * | Call | Answer |
 * |---|---|
 * | `GET /api/runs/{id}` | `{ data: run }`, to the user who started it and to readers of the audit log |
 * | `POST /api/runs/{id}/cancel` | the same; takes effect before the next chunk, and what was done is kept |
 */
export const runsArea: Area = (app) => {
  app.jobs.handle(runCommandJob, workOnRuns(app));

  app.get<{ Params: IdParams }>(
    '/api/runs/:id',
    routeOptions('signed-in', {
      summary: 'El avance de una acción en curso',
      params: idParams,
      response: answer,
    }),
    async (request) => ({
      data: runView(await readRun(app.database, request.params.id, actorOf(request))),
    }),
  );

  app.post<{ Params: IdParams }>(
    '/api/runs/:id/cancel',
    routeOptions('signed-in', {
      summary: 'Detiene una acción en curso; lo que ya hizo se conserva',
      params: idParams,
      headers: creationHeaders,
      response: { ...answer, 403: refusal('Es de otra persona, y falta el permiso de la acción') },
    }),
    (request) =>
      command(request, async (tx) => {
        const actor = actorOf(request);
        const run = await readRun(tx, request.params.id, actor);
        const resource = app.engine.served.get(run.resource)?.table.resource;
        const needed = resource?.commands[run.command];
        if (resource && needed && run.started_by !== actor.userId) {
          const permissions = permissionsOf(resource, needed);
          if (!permissions.some((one) => actor.permissions.has(one))) throw forbidden(permissions);
        }
        const requested = await tx.query(sql`
          UPDATE command_runs SET cancel_requested_at = now()
          WHERE id = ${run.id}::uuid AND state IN ('waiting', 'running') AND cancel_requested_at IS NULL RETURNING 1`);
        // The waiting attempt of a failed chunk would otherwise delay the end of the run.
        if (requested.length > 0) await app.jobs.add(tx, runCommandJob, { id: run.id });
        return { status: 200, body: { data: runView(await readRun(tx, run.id, actor)) } };
      }),
  );
};
