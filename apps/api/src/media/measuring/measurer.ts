import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyBaseLogger } from 'fastify';
import { createWorkerProcess, ProcessEnded, TooSlow } from '../../platform/processes/worker-process.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { MeasureAnswer, MeasureRequest } from './measure-request.ts';
import { type Measured, Refused } from './measured.ts';

/** Measures stored files in a process of its own, one at a time. */
export interface Measurer {
  /**
   * @param path of the storage
   * @param mime the type detected from the content
   * @throws Refused when the file is not accepted
   * @throws TooSlow, ProcessEnded when it takes too much time or memory even without being decoded
   */
  measure(path: string, mime: string): Promise<Measured>;
  /** Process id while the measuring process runs. */
  pid(): number | undefined;
  close(): void;
}

export interface MeasurerOptions {
  readonly storage: Pick<Storage, 'stream'>;
  readonly log: FastifyBaseLogger;
  /** Milliseconds without a file after which the process ends. */
  readonly idle?: number;
  /** Milliseconds that one file may take. */
  readonly timeLimit?: number;
  /** Bytes of resident memory above which the process is replaced once its file is finished. */
  readonly mostMemory?: number;
}

// In the sources it is in this folder, in the build next to the program's main file.
const program = new URL(`./measure-process${extname(import.meta.url)}`, import.meta.url);

export const createMeasurer = ({
  storage,
  log,
  idle = 30_000,
  timeLimit = 60_000,
  mostMemory = 200_000_000,
}: MeasurerOptions): Measurer => {
  const measuring = createWorkerProcess<MeasureRequest, MeasureAnswer>({
    program,
    name: 'measuring',
    log,
    idle,
    timeLimit,
    mostMemory,
    execArgv: ['--max-old-space-size=192'],
  });
  return {
    measure: async (path, mime) => {
      // The libraries read anywhere in a file, and a storage need not be a local folder.
      const folder = await mkdtemp(join(tmpdir(), 'pauta-measure-'));
      try {
        const file = join(folder, 'file');
        await pipeline(storage.stream(path), createWriteStream(file, { mode: 0o600 }));
        const answer = await measuring.ask({ file, mime, decodes: true }).catch((error: unknown) => {
          const isStream = mime.startsWith('video/') || mime.startsWith('audio/');
          if (!isStream || !(error instanceof TooSlow || error instanceof ProcessEnded)) throw error;
          // What its container says costs little, and a film that is heavy to decode is not a damaged one.
          return measuring.ask({ file, mime, decodes: false });
        });
        if ('measured' in answer) return answer.measured;
        throw 'refused' in answer ? new Refused(answer.refused) : new Error(answer.failure);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    pid: measuring.pid,
    close: measuring.close,
  };
};
