import type { FastifyReply, FastifySchema } from 'fastify';
import type { Access } from '../platform/access.ts';

/** One of the permissions, or being signed in when there is none to hold. */
export const accessTo = (permissions: readonly (string | undefined)[]): Access => {
  const names = permissions.filter((name) => name !== undefined);
  return names.length === 0 ? 'signed-in' : { anyPermission: names };
};

/** What all routes of the engine share: faults of a body become messages by field in the handler, not before. */
export const routeOptions = (access: Access, schema: FastifySchema) => ({
  config: { access },
  schema,
  attachValidation: true,
  // The answers are text made by PostgreSQL or by `command`; the schema is for the document.
  serializerCompiler: () => (data: unknown) => (typeof data === 'string' ? data : JSON.stringify(data)),
});

/** A refusal in the document, where the method and the access of the route do not already tell it. */
export const refusal = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** What a write by POST answers when its `If-Match` is missing or old. */
export const versionRefusals = {
  412: refusal('El registro cambió entretanto'),
  428: refusal('Falta If-Match'),
};

const idempotencyKey = {
  'idempotency-key': {
    type: 'string',
    description: 'De 16 a 128 caracteres; una copia recibe la primera respuesta',
  },
};

/** Headers of a write that makes something, in the document. */
export const creationHeaders = { type: 'object', properties: idempotencyKey };

/** Headers of a write to a record; that `If-Match` is there is checked by `expectedVersion`, with 428. */
export const changeHeaders = {
  type: 'object',
  required: ['if-match'],
  properties: {
    'if-match': { type: 'string', description: 'El `ETag` del registro que se cambia, por ejemplo "3"' },
    ...idempotencyKey,
  },
};

export const notModified = { 304: { description: 'Sin cambios', type: 'null' } };

/** Sends text that is already JSON. */
export const sendJson = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(text);

export const idParams = {
  type: 'object',
  properties: { id: { type: 'string', format: 'uuid' } },
} as const;

export interface IdParams {
  id: string;
}
