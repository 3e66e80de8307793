import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { Problem, unavailable } from '../platform/http/problem.ts';
import { createWorkerProcess, TooSlow } from '../platform/processes/worker-process.ts';
import type { PrintAnswer, PrintRequest } from './print-request.ts';
import type { Template } from './template.ts';

/** The data of a document: JSON, with the time it is of. */
export interface PrintData {
  /** ISO instant in the properties of the document. Of the data, not of printing, so that equal data makes equal bytes. */
  readonly at: string;
  readonly [name: string]: unknown;
}

export interface Printer {
  /**
   * Renders a document as PDF, tagged, in Spanish, with its fonts. Equal arguments give equal bytes.
   *
   * @param data texts of users are safe here: they are data for the template, never markup
   * @param pictures PNG, JPEG or SVG, by the name under which the template reads them
   * @throws Problem 503 `printing_too_slow` after the time limit, `unavailable` if too many documents wait
   * @example await app.printer.print(tariff, { at: list.updated_at, ...data }, { 'logo.png': logo })
   */
  print(
    template: Template,
    data: PrintData,
    pictures?: Readonly<Record<string, Uint8Array>>,
  ): Promise<Buffer>;
  /** Process id while the printing process runs. */
  pid(): number | undefined;
  /** Ends the process; documents that are being made are refused. */
  close(): void;
}

export interface PrinterOptions {
  readonly log: FastifyBaseLogger;
  /** Milliseconds without a document after which the process ends. */
  readonly idle?: number;
  /** Milliseconds that one document may take. */
  readonly timeLimit?: number;
  /** Bytes of resident memory above which the process is replaced once its document is finished. */
  readonly mostMemory?: number;
  /** Documents that may wait; further ones are refused. */
  readonly mostWaiting?: number;
  /** Bytes of recent documents that are kept, because a public one is requested often. */
  readonly kept?: number;
}

// In the sources it is in this folder, in the build next to the program's main file.
const program = new URL(`./print-process${extname(import.meta.url)}`, import.meta.url);

const tooSlow = (): Problem =>
  new Problem(
    503,
    'printing_too_slow',
    'El documento tardó demasiado en prepararse. Si es muy largo, divídalo; si no, intente de nuevo.',
  );

/** Recent documents by what they were made of, up to a number of bytes; the least recently used are removed first. */
const createRecent = (most: number) => {
  const documents = new Map<string, Buffer>();
  let bytes = 0;
  return {
    get: (key: string): Buffer | undefined => {
      const found = documents.get(key);
      if (found) {
        documents.delete(key);
        documents.set(key, found);
      }
      return found;
    },
    put: (key: string, document: Buffer): void => {
      documents.set(key, document);
      bytes += document.length;
      for (const [oldest, { length }] of documents) {
        if (bytes <= most) break;
        documents.delete(oldest);
        bytes -= length;
      }
    },
  };
};

const keyOf = ({ template, data, createdAt, pictures }: PrintRequest): string => {
  const hash = createHash('sha256').update(JSON.stringify([template.source, data, createdAt]));
  for (const [name, bytes] of Object.entries(pictures)) hash.update(JSON.stringify(name)).update(bytes);
  return hash.digest('base64');
};

/**
 * Prints documents in a separate process (`createWorkerProcess`), one at a time.
 */
export const createPrinter = ({
  log,
  idle = 30_000,
  timeLimit = 20_000,
  mostMemory = 200_000_000,
  mostWaiting = 40,
  kept = 16_000_000,
}: PrinterOptions): Printer => {
  const recent = createRecent(kept);
  const underWay = new Map<string, Promise<Buffer>>();
  const printing = createWorkerProcess<PrintRequest, PrintAnswer>({
    program,
    name: 'printing',
    log,
    idle,
    timeLimit,
    mostMemory,
    // Package downloads of the compiler go to a closed port.
    env: { ALL_PROXY: 'http://127.0.0.1:9' },
    execArgv: ['--expose-gc'],
  });

  const make = async (request: PrintRequest): Promise<Buffer> => {
    try {
      const answer = await printing.ask(request);
      if ('document' in answer) return Buffer.from(answer.document);
      throw new Error(answer.failure);
    } catch (error) {
      throw error instanceof TooSlow ? tooSlow() : error;
    }
  };

  return {
    print: async (template, data, pictures = {}) => {
      const request: PrintRequest = {
        template,
        data: JSON.stringify(data),
        createdAt: Math.floor(Date.parse(data.at) / 1000),
        pictures,
      };
      const key = keyOf(request);
      const known = recent.get(key) ?? underWay.get(key);
      if (known) return known;
      if (underWay.size >= mostWaiting) throw unavailable();
      const made = make(request);
      underWay.set(key, made);
      try {
        const document = await made;
        recent.put(key, document);
        return document;
      } finally {
        underWay.delete(key);
      }
    },
    pid: printing.pid,
    close: printing.close,
  };
};
