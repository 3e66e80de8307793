import { proofRuns } from '@pauta/domain/proofs/proof-run.ts';
import type { Area } from '../platform/area.ts';
import { conflict } from '../platform/http/problem.ts';
import type { Invariant } from '../platform/invariants/invariant.ts';
import type { CommandHandler } from '../resource/commands/handler.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { proofRoutes } from './routes.ts';
import { proveEveryNight, startRun } from './start-run.ts';
import { workOnProof, workOnProofs } from './work-on-proof.ts';

const run: CommandHandler<void, null> = {
  answer: { id: { type: 'string', format: 'uuid', description: 'La prueba que empezó' } },
  run: async ({ tx, actor, server }) => {
    const id = await startRun(tx, server.jobs, { userId: actor.userId });
    if (id === undefined)
      throw conflict('in_progress', 'Ya se está probando. Espere a que termine y vea el resultado.');
    return { id };
  },
};

/**
 * Proves every night, and on demand, what always holds (domain §4.1).
 *
 * @example proofsArea(invariants)
 */
export const proofsArea =
  (invariants: readonly Invariant[]): Area =>
  (app) => {
    mountResource(app, proofRuns, { commands: { run } });
    proofRoutes(app, invariants);
    app.jobs.handle(workOnProof, workOnProofs(app, invariants));
    proveEveryNight(app);
  };
