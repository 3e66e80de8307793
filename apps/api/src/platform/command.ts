import { createHash, createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { type ChangeContext, preparedStatement, type Transaction } from './database/database.ts';
import { invalid, malformed, Problem, preconditionRequired } from './http/problem.ts';
import { openAnswer, sealAnswer } from './http/sealed-answer.ts';

/** The response of a command; its status is 2xx, refusals are thrown as `Problem`. */
export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface CommandOptions {
  /** Action of the audit rows instead of create/update/delete, for example `approve`. */
  action?: string;
  /** The reason, as entered by the user. */
  reason?: string | undefined;
  /** User on whose behalf the actor works. */
  onBehalfOf?: string | null;
  /** The answer contains a secret (a token): it is stored encrypted with a key derived from the `Idempotency-Key`. */
  secret?: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The reply of this request, so that `command` needs only the request. */
    reply: FastifyReply;
  }
}

// A proxy can forward any text as an address; the column of the log accepts only addresses, without an IPv6 zone.
const addressOf = (text: string): string | null => {
  const address = text.split('%', 1)[0] ?? '';
  return isIP(address) === 0 ? null : address;
};

/** The author of this request, for `database.transaction`. */
export const changeOf = (request: FastifyRequest, options: CommandOptions = {}): ChangeContext => ({
  actorId: request.actor?.userId ?? null,
  requestId: request.id,
  ip: addressOf(request.ip),
  action: options.action,
  reason: options.reason,
  onBehalfOf: options.onBehalfOf ?? request.onBehalfOf,
});

/**
 * The version that the caller read (`If-Match: "3"`), to be compared with `row_version`.
 *
 * @throws Problem 428 without the header, 400 if it is not a version
 */
export const expectedVersion = (request: FastifyRequest): number => {
  const header = request.headers['if-match'];
  if (header === undefined || header === '') throw preconditionRequired();
  const version = /^(?:W\/)?"(\d{1,9})(?:-[\w-]{16})?"$/.exec(header)?.[1];
  if (version === undefined)
    throw malformed('La cabecera If-Match no es la versión de un registro, por ejemplo "3".');
  return Number(version);
};

/**
 * The ETag of a version. With `content` it also distinguishes answers of one version, because computed values and
 * values of other records change while the version stays. Both forms are valid for `If-Match`.
 */
export const etagOf = (version: number, content?: string): string =>
  content === undefined
    ? `"${version}"`
    : `"${version}-${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"`;

interface StoredAnswer {
  route: string;
  request_hash: Buffer;
  status: number | null;
  headers: Record<string, string> | null;
  body: string | null;
  sealed: Buffer | null;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const idempotencyKey = (request: FastifyRequest): string | undefined => {
  if (request.method !== 'POST') return undefined;
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{16,128}$/.test(key)) return key;
  throw malformed(
    'La cabecera Idempotency-Key debe tener entre 16 y 128 caracteres sin espacios, por ejemplo un UUID.',
  );
};

const checked = (answer: Answer): Answer => {
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`A command answered ${answer.status}; throw a Problem instead.`);
  return answer;
};

const send = (
  reply: FastifyReply,
  status: number,
  headers: Record<string, string>,
  body: string | undefined,
): FastifyReply => {
  reply.code(status).headers(headers);
  if (body === undefined) return reply.send();
  // Already text, so that the first response and its replays have the same bytes.
  return reply
    .type('application/json; charset=utf-8')
    .serializer((text: unknown) => String(text))
    .send(body);
};

/**
 * Runs the effect of a request in one transaction as its actor and sends the answer. A POST with `Idempotency-Key` has
 * its effect once: repeated requests, also concurrent ones, get the first answer (with `Idempotency-Replayed: true`);
 * the same key with another body or route is a 422.
 *
 * @param work without effects outside of the transaction: it may run up to five times
 */
export const command = async (
  request: FastifyRequest,
  work: (tx: Transaction) => Promise<Answer>,
  options: CommandOptions = {},
): Promise<FastifyReply> => {
  const { reply } = request;
  const { database } = request.server;
  const change = changeOf(request, options);
  const key = idempotencyKey(request);
  const bodyOf = (answer: Answer) => (answer.body === undefined ? undefined : JSON.stringify(answer.body));

  if (key === undefined) {
    const answer = await database.transaction(change, async (tx) => checked(await work(tx)));
    return send(reply, answer.status, answer.headers ?? {}, bodyOf(answer));
  }

  const keyHash = sha256(key);
  const owner = change.actorId ?? 'anonymous';
  const route = `${request.method} ${request.url.split('?', 1)[0]}`;
  // Keyed with a secret that is not stored, so that a dump of the table does not allow fast guessing of passwords in
  // bodies.
  const requestHash = createHmac('sha256', key)
    .update(JSON.stringify([request.query ?? null, request.body ?? null]))
    .digest();

  const outcome = await database.transaction(change, async (tx) => {
    // A concurrent repeated request waits here, on the unique index, until the first one ends.
    const claim = sql`
      INSERT INTO idempotency_keys (key_hash, owner, route, request_hash)
      VALUES (${keyHash}, ${owner}, ${route}, ${requestHash})
      ON CONFLICT (key_hash, owner) DO NOTHING
      RETURNING 1`;
    const claimed = await tx.one(preparedStatement(claim));
    if (!claimed) {
      const stored = await tx.one<StoredAnswer>(sql`
        SELECT route, request_hash, status, headers, body, sealed
        FROM idempotency_keys WHERE key_hash = ${keyHash} AND owner = ${owner}`);
      return { answer: undefined, stored };
    }
    const answer = checked(await work(tx));
    const body = bodyOf(answer);
    const sealed = options.secret && body !== undefined ? sealAnswer(key, body) : null;
    const remember = sql`
      UPDATE idempotency_keys
      SET status = ${answer.status}, headers = ${JSON.stringify(answer.headers ?? {})}::jsonb,
          body = ${sealed ? null : (body ?? null)}, sealed = ${sealed}
      WHERE key_hash = ${keyHash} AND owner = ${owner}`;
    await tx.query(preparedStatement(remember));
    return { answer, body, stored: undefined };
  });

  if (outcome.answer) return send(reply, outcome.answer.status, outcome.answer.headers ?? {}, outcome.body);

  const { stored } = outcome;
  if (!stored || stored.status === null)
    throw new Problem(
      409,
      'in_progress',
      'La misma solicitud se está procesando. Intente de nuevo en unos segundos.',
    );
  if (stored.route !== route || !stored.request_hash.equals(requestHash)) {
    throw invalid(
      {},
      'La clave Idempotency-Key ya se usó con otros datos. Envíe la solicitud con una clave nueva.',
    );
  }
  const body = stored.sealed ? openAnswer(key, stored.sealed) : (stored.body ?? undefined);
  return send(reply, stored.status, { ...stored.headers, 'idempotency-replayed': 'true' }, body);
};
