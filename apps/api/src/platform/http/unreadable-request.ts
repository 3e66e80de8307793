import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { malformed, Problem } from './problem.ts';
import { documentOf } from './problem-handler.ts';

/** Maximum size of a request's head; beyond it the HTTP parser allows only closing the connection. */
export const longestHead = 64 * 1024;
/** Longer addresses are refused like any other request, and the connection stays open. */
const longestAddress = 16 * 1024;

const tooLong = () =>
  new Problem(
    431,
    'request_too_long',
    'La dirección o las cabeceras de la solicitud son demasiado largas. Use menos filtros o valores más cortos.',
  );
const tooSlow = () =>
  new Problem(408, 'timeout', 'La solicitud no llegó completa a tiempo. Intente de nuevo.');
const tooLarge = () => new Problem(413, 'too_large', 'Lo que envía es demasiado grande.');

const problems: Readonly<Record<string, () => Problem>> = {
  HPE_HEADER_OVERFLOW: tooLong,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: tooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
};

/** How long a refused client may take to read the answer before the connection is closed. */
const patience = 2_000;

/**
 * Answers requests that the HTTP parser refuses (a malformed line, endless headers, a request that never ends) with a
 * normal problem, announces that the connection closes, and lets the client read the answer first.
 */
export const refuseUnreadable = (error: NodeJS.ErrnoException, socket: Socket): void => {
  // The same request may raise further errors; it was already answered.
  if (socket.writableEnded) return;
  // Node's own check for the same case: an error must not be written into another answer in progress.
  const { _httpMessage: running } = socket as Socket & { _httpMessage?: ServerResponse };
  if (error.code === 'ECONNRESET' || !socket.writable || running?.headersSent) {
    socket.destroy();
    return;
  }
  const problem = (problems[error.code ?? ''] ?? malformed)();
  const requestId = randomUUID();
  const body = JSON.stringify(documentOf(problem, requestId));
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? 'Error'}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), patience).unref();
};

/** Refuses addresses that are too long, before they are looked up. */
export const installLongestAddress = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ raw }) => {
    if ((raw.url?.length ?? 0) > longestAddress) throw tooLong();
  });
};
