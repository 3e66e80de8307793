import { readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { FileRefused } from './file-text.ts';
import { readSheets } from './read-sheets.ts';
import { readTable, type TableOptions } from './read-table.ts';

// Parsing a large file blocks a thread for seconds, and a hostile one may exhaust its memory, so it must not run in the
// thread that answers requests. Rows are returned as JSON text, which is passed to the database unchanged.
const { file, size, isRaw, ...options } = workerData as TableOptions & {
  file: number;
  size: number;
  /** All sheets as they are, instead of a table with a header. */
  isRaw?: boolean;
};
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
  if (isRaw) parentPort?.postMessage({ done: await readSheets(readInput(), options.pasted) });
  else {
    const { format, columns, rows } = await readTable(readInput(), options);
    for (let from = 0; from < rows.length; from += batch) {
      parentPort?.postMessage({ rows: JSON.stringify(rows.slice(from, from + batch)) });
    }
    parentPort?.postMessage({ done: { format, columns, count: rows.length } });
  }
} catch (error) {
  parentPort?.postMessage(
    error instanceof FileRefused ? { refused: error.message } : { broken: String(error) },
  );
}
