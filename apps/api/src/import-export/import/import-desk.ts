import { importPermission, type Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Access, type Actor, actorOf } from '../../platform/access.ts';
import { command, etagOf } from '../../platform/command.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, forbidden } from '../../platform/http/problem.ts';
import type { Engine } from '../../resource/engine.ts';
import type { IdParams } from '../../resource/route.ts';
import type { ImportJob, ImportStatus } from '../rows/job.ts';
import { importView, readImport } from './view.ts';

/** Access for users who may import anything; each import checks its own visibility. */
export const importAccess = ({ resources }: Engine): Access => ({
  anyPermission: [...new Set(resources.flatMap((resource) => importPermission(resource) ?? []))],
});

/** The resource of an import; a user who lost the permission to import into it may not continue. */
const resourceOf = (engine: Engine, job: ImportJob, actor: Actor): Resource => {
  const resource = engine.resourceOf(job.resource);
  const permission = resource && importPermission(resource);
  if (!resource || !permission) throw new Error(`${job.resource} takes no imports`);
  if (!actor.permissions.has(permission)) throw forbidden(permission);
  return resource;
};

const states: Readonly<Record<ImportStatus, string>> = {
  reading: 'se está leyendo',
  mapping: 'espera que indique sus columnas',
  checking: 'se está revisando',
  checked: 'ya se revisó',
  committing: 'se está guardando',
  done: 'ya terminó',
  cancelled: 'se canceló',
  failed: 'no terminó',
};

/** @throws Problem 409 if the import is in none of these states */
export const requireStatus = (job: ImportJob, allowed: readonly ImportStatus[], what: string): void => {
  if (allowed.includes(job.status)) return;
  throw conflict('wrong_state', `No se puede ${what}: esta importación ${states[job.status]}.`, {
    extra: { state: job.status },
  });
};

type Work = (
  tx: Transaction,
  job: ImportJob,
  resource: Resource,
  actor: Actor,
) => Promise<void> | Promise<Readonly<Record<string, unknown>> | undefined>;

/** Access of routes to an import, for reading or changing it. */
export interface ImportDesk {
  /** @throws Problem 403 or 404 */
  read(request: FastifyRequest): Promise<{ actor: Actor; job: ImportJob; resource: Resource }>;
  /** Changes an import while it is locked, and returns it with additional results of `work`. */
  change(request: FastifyRequest, work: Work): Promise<FastifyReply>;
}

export const importDesk = ({ engine, database }: FastifyInstance): ImportDesk => ({
  read: async (request) => {
    const actor = actorOf(request);
    const job = await readImport(database, (request.params as IdParams).id, actor);
    return { actor, job, resource: resourceOf(engine, job, actor) };
  },
  change: (request, work) =>
    command(request, async (tx) => {
      const actor = actorOf(request);
      const { id } = request.params as IdParams;
      const job = await readImport(tx, id, actor, { lock: true });
      const resource = resourceOf(engine, job, actor);
      const more = await work(tx, job, resource, actor);
      const now = await readImport(tx, id, actor);
      return {
        status: 200,
        body: { data: await importView(tx, resource, now), ...more },
        headers: { etag: etagOf(now.row_version) },
      };
    }),
});
