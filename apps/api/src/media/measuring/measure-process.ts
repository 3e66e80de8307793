// The measuring process: reads media files of strangers, one at a time. The libraries that decode them are native code
// or WebAssembly and take memory as a file demands, so they are in a process of its own, which ends when it is idle
// (`measurer.ts`), and which is ended when a file demands too much.

import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { measureMedia } from './measure-media.ts';
import type { MeasureAnswer, MeasureRequest } from './measure-request.ts';
import { Refused } from './measured.ts';

/** Bytes of resident memory at which the process ends itself. */
const mostMemory = 512 * 1024 * 1024;

// A thread of its own, because decoding blocks this one.
const guard = new Worker(
  `const timer = setInterval(() => {
    if (process.memoryUsage.rss() > ${mostMemory}) process.kill(process.pid, 'SIGKILL');
  }, 20);`,
  { eval: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 8 } },
);
guard.unref();

sharp.cache(false);
sharp.concurrency(1);
// Only the pictures that the library accepts are decoded, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
});

process.on('message', ({ file, mime, decodes }: MeasureRequest) => {
  const answer = (
    outcome:
      | { measured: Awaited<ReturnType<typeof measureMedia>> }
      | { refused: string }
      | { failure: string },
  ): void => {
    process.send?.({ ...outcome, memory: process.memoryUsage.rss() } satisfies MeasureAnswer);
  };
  measureMedia(file, mime, decodes).then(
    (measured) => answer({ measured }),
    (error: unknown) =>
      answer(
        error instanceof Refused
          ? { refused: error.message }
          : { failure: error instanceof Error ? error.message : String(error) },
      ),
  );
});
