import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { invalid } from '../../platform/http/problem.ts';
import { importLimits } from '../limits.ts';
import type { FileColumn, FileFormat } from './read-table.ts';
import type { Upload } from './upload.ts';
import type { TakenVcards } from './vcard-head.ts';

/** What a file turned out to hold. */
export interface ParsedFile {
  readonly format: FileFormat;
  readonly columns: readonly FileColumn[];
  readonly count: number;
}

type Message =
  | { readonly rows: string }
  | { readonly done: ParsedFile }
  | { readonly refused: string }
  | { readonly broken: string };

// Beside this file in the sources, and beside the whole program where it was built.
const program = new URL(`./table-worker${extname(import.meta.url)}`, import.meta.url);
/** Enough for the longest file that is taken; with what is outside of the heap a reading stays below 300 MB. */
const megabytes = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 } as const;

const refused = (message: string) => invalid({ file: [message] });
const unreadable = () =>
  refused('El archivo no se pudo leer. Guárdelo de nuevo como CSV o XLSX y vuelva a subirlo.');

/**
 * Reads a file in a thread of its own, bounded in time and memory, and hands out its rows as JSON text
 * (`[[line, cells], …]`), one batch after the other.
 *
 * @throws Problem 422 with what is wrong with the file. What is wrong with the thread itself is a fault of ours and stays
 *   one.
 */
export const parseFile = async (
  { file, size }: Pick<Upload, 'file' | 'size'>,
  { pasted, vcards }: { pasted: boolean; vcards: TakenVcards },
  take: (rows: string) => Promise<void>,
): Promise<ParsedFile> => {
  const worker = new Worker(program, {
    // Threads share the open files of their process.
    workerData: { file: file.fd, size, pasted, vcards },
    execArgv: [],
    env: {},
    resourceLimits: megabytes,
  });
  const timer = setTimeout(() => void worker.terminate(), importLimits.time);
  try {
    return await new Promise<ParsedFile>((resolve, reject) => {
      let taken: Promise<void> = Promise.resolve();
      worker.on('message', (message: Message) => {
        if ('rows' in message) taken = taken.then(() => take(message.rows));
        else if ('done' in message) taken.then(() => resolve(message.done), reject);
        else reject('refused' in message ? refused(message.refused) : unreadable());
        taken.catch(reject);
      });
      worker.on('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? refused('El archivo es demasiado grande o complejo. Divídalo en partes.')
            : error,
        ),
      );
      worker.on('exit', () => void taken.then(() => reject(unreadable()), reject));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
};
