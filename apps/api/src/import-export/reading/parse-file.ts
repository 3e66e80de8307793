import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Sheet } from '@pauta/domain/resource/import/sheet.ts';
import { invalid } from '../../platform/http/problem.ts';
import { importLimits } from '../limits.ts';
import type { FileColumn, FileFormat, TableOptions } from './read-table.ts';
import type { Upload } from './upload.ts';

/** The content of a parsed file. */
export interface ParsedFile {
  readonly format: FileFormat;
  readonly columns: readonly FileColumn[];
  readonly count: number;
}

type Message<Result> =
  | { readonly rows: string }
  | { readonly done: Result }
  | { readonly refused: string }
  | { readonly broken: string };

// In the sources it is in this folder, in the build next to the program's main file.
const program = new URL(`./table-worker${extname(import.meta.url)}`, import.meta.url);
/**
 * Enough for the largest accepted file; together with memory outside of the heap a worker thread stays below 300 MB.
 */
const megabytes = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 } as const;

const refused = (message: string) => invalid({ file: [message] });
const unreadable = () =>
  refused('El archivo no se pudo leer. Guárdelo de nuevo como CSV o XLSX y vuelva a subirlo.');

type Given = Pick<Upload, 'file' | 'size'>;

/**
 * Reads a file in a worker thread with limited time and memory.
 *
 * @param program of the thread
 * @throws Problem 422 with the error in the file
 */
export const parseInThread = async <Result>(
  program: URL,
  { file, size }: Given,
  options: object,
  take: (rows: string) => Promise<void>,
): Promise<Result> => {
  const worker = new Worker(program, {
    // Threads share the file descriptors of their process.
    workerData: { file: file.fd, size, ...options },
    execArgv: [],
    env: {},
    resourceLimits: megabytes,
  });
  const timer = setTimeout(() => void worker.terminate(), importLimits.time);
  try {
    return await new Promise<Result>((resolve, reject) => {
      let taken: Promise<void> = Promise.resolve();
      worker.on('message', (message: Message<Result>) => {
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

/**
 * Parses a file in a worker thread with limited time and memory, and returns its rows as JSON text (`[[line, cells],
 * …]`), batch by batch.
 *
 * @throws Problem 422 with the error in the file. A failure of the thread itself is not turned into a Problem.
 */
export const parseFile = (
  upload: Given,
  options: TableOptions,
  take: (rows: string) => Promise<void>,
): Promise<ParsedFile> => parseInThread<ParsedFile>(program, upload, options, take);

/** Reads all sheets of a file in such a thread; see `readSheets`. @throws Problem 422 with the error in the file */
export const parseSheets = (upload: Given, pasted: boolean): Promise<readonly Sheet[]> =>
  parseInThread<readonly Sheet[]>(program, upload, { pasted, isRaw: true }, async () => {});
