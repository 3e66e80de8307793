import { extname } from 'node:path';
import type { PlacingProblem } from '@pauta/domain/postsales/placing/placing-problem.ts';
import type { FastifyBaseLogger } from 'fastify';
import { createWorkerProcess } from '../../platform/processes/worker-process.ts';
import type { PlaceAnswer, PlaceRequest, Plan } from './place-request.ts';

/** Plans spots into breaks in a process of its own, one problem at a time. */
export interface Placer {
  /** @throws TooSlow, ProcessEnded when it takes too much time or memory */
  plan(problem: PlacingProblem): Promise<Plan>;
  /** Process id while the process runs. */
  pid(): number | undefined;
  close(): void;
}

// In the sources it is in this folder, in the build next to the program's main file.
const program = new URL(`./place-process${extname(import.meta.url)}`, import.meta.url);

export const createPlacer = ({
  log,
  idle = 30_000,
  timeLimit = 20_000,
  mostMemory = 200_000_000,
}: {
  readonly log: FastifyBaseLogger;
  /** Milliseconds without a problem after which the process ends. */
  readonly idle?: number;
  /** Milliseconds that one problem may take. */
  readonly timeLimit?: number;
  /** Bytes of resident memory above which the process is replaced once its problem is finished. */
  readonly mostMemory?: number;
}): Placer => {
  const placing = createWorkerProcess<PlaceRequest, PlaceAnswer>({
    program,
    name: 'placing',
    log,
    idle,
    timeLimit,
    mostMemory,
    execArgv: ['--max-old-space-size=384'],
  });
  return {
    plan: async (problem) => {
      const answer = await placing.ask({ problem });
      if ('plan' in answer) return answer.plan;
      throw new Error(answer.failure);
    },
    pid: placing.pid,
    close: placing.close,
  };
};
