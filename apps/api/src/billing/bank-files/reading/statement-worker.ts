import { readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { FileRefused } from '../../../import-export/reading/file-text.ts';
import { readStatement } from './read-statement.ts';
import type { StatementOptions } from './statement.ts';

// As the thread that reads tables to import: a large or hostile file must not stop the one that answers requests.
const { file, size, ...options } = workerData as StatementOptions & { file: number; size: number };
const batch = 1000;

const readInput = (): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let at = 0; at < size; ) {
    const count = readSync(file, bytes, at, size - at, at);
    if (count === 0) throw new Error('the file became shorter');
    at += count;
  }
  return bytes;
};

try {
  const { rows, ...statement } = await readStatement(readInput(), options);
  for (let from = 0; from < rows.length; from += batch)
    parentPort?.postMessage({ rows: JSON.stringify(rows.slice(from, from + batch)) });
  parentPort?.postMessage({ done: statement });
} catch (error) {
  parentPort?.postMessage(
    error instanceof FileRefused ? { refused: error.message } : { broken: String(error) },
  );
}
