import { extname } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../platform/http/problem.ts';
import { fileName } from './file-name.ts';
import { rangeOf } from './range.ts';

/** A stored file, as it is sent. */
export interface SentFile {
  readonly path: string;
  readonly name: string;
  readonly mime: string;
}

/**
 * Sends a stored file, or the part of it that the request asks for.
 *
 * @param disposition `inline` for what a page shows, such as a video that it plays
 * @throws Problem 404 if the storage has lost it
 */
export const sendStoredFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { path, name, mime }: SentFile,
  { disposition, cache }: { readonly disposition: 'attachment' | 'inline'; readonly cache: string },
): Promise<FastifyReply> => {
  const { storage } = request.server;
  const size = await storage.sizeOf(path);
  if (size === undefined) throw notFound('El archivo ya no está en el almacén.');
  reply.headers({
    'accept-ranges': 'bytes',
    'content-type': mime,
    'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(fileName(name, extname(path).slice(1)))}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': cache,
  });
  const range = rangeOf(request.headers.range, size);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  return reply.header('content-length', end - start + 1).send(storage.stream(path, { start, end }));
};
