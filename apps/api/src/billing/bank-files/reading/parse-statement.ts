import { extname } from 'node:path';
import { parseInThread } from '../../../import-export/reading/parse-file.ts';
import type { Upload } from '../../../import-export/reading/upload.ts';
import type { ReadStatement, StatementOptions } from './statement.ts';

// In the sources it is in this folder, in the build next to the program's main file.
const program = new URL(`./statement-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Reads a bank statement in a thread with limited time and memory, and returns its rows as JSON text (`[[line, cells],
 * …]`), batch by batch.
 *
 * @throws Problem 422 with the error in the file
 */
export const parseStatement = (
  upload: Pick<Upload, 'file' | 'size'>,
  options: StatementOptions,
  take: (rows: string) => Promise<void>,
): Promise<ReadStatement> => parseInThread<ReadStatement>(program, upload, options, take);
