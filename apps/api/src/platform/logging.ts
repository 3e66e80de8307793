import type { FastifyRequest } from 'fastify';
import pg from 'pg';
import type { LoggerOptions } from 'pino';

// Only these parameters are logged with values: search texts and filters can contain names, e-mail addresses and tax
// ids.
const harmlessQuery = /^(sort|limit|page|f\.status)$/;

// The token of a public page is a segment of its path, and so is the hash of a version of a contract.
const linkToken = /(?<=\/)(?:[A-Za-z0-9_-]{43}|[0-9a-fA-F]{64})(?=\/|$)/g;

/**
 * The address of a request for logs: without the tokens of links, and with values of the query only if they contain no
 * personal data.
 */
export const loggedUrl = (url: string): string => {
  const [whole = '', query] = url.split('?', 2);
  const path = whole.replaceAll(linkToken, '•••');
  if (query === undefined) return path;
  const shown = query.split('&').map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return harmlessQuery.test(name) ? pair : `${name}=…`;
  });
  return `${path}?${shown.join('&')}`;
};

// An error of the database quotes values in its detail ("Key (tax_id)=(…) already exists").
const loggedError = (error: Error) => ({
  type: error.name,
  message: error.message,
  stack: error.stack,
  ...('code' in error ? { code: error.code } : {}),
  ...(error instanceof pg.DatabaseError
    ? { constraint: error.constraint, table: error.table, routine: error.routine }
    : {}),
  ...(error.cause instanceof Error ? { cause: `${error.cause.name}: ${error.cause.message}` } : {}),
});

const secrets = [
  'authorization',
  'cookie',
  'password',
  'current_password',
  'new_password',
  'token',
  'otp',
  'tax_id',
  'idempotency-key',
];

/** Structured logs without passwords, tokens, one-time codes and tax ids. */
export const loggerOptions = (level: string): LoggerOptions => ({
  level,
  redact: {
    paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
    censor: '•••',
  },
  serializers: {
    req: (request: FastifyRequest) => ({
      method: request.method,
      url: loggedUrl(request.url),
      ip: request.ip,
    }),
    err: loggedError,
  },
});
