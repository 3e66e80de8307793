import { isId } from '@pauta/domain/kinds/reference.ts';
import type { FastifyReply, FastifySchema } from 'fastify';
import type { Access } from '../platform/access.ts';
import { invalid } from '../platform/http/problem.ts';

/** Access with one of the permissions, or for any signed-in user when the list is empty. */
export const accessTo = (permissions: readonly (string | undefined)[]): Access => {
  const names = permissions.filter((name) => name !== undefined);
  return names.length === 0 ? 'signed-in' : { anyPermission: names };
};

/**
 * Options that all routes of the engine share: schema errors of a body reach the handler, which turns them into
 * messages by field.
 */
export const routeOptions = (access: Access, schema: FastifySchema) => ({
  config: { access },
  schema,
  attachValidation: true,
  // Answers are already JSON text, made by PostgreSQL or by `command`; the schema only documents them.
  serializerCompiler: () => (data: unknown) => (typeof data === 'string' ? data : JSON.stringify(data)),
});

/** A refusal for the OpenAPI document, where the method and the access of the route do not already imply it. */
export const refusal = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** Answers of a write by POST whose `If-Match` is missing or outdated. */
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

/** Headers of a creating write, for the OpenAPI document. */
export const creationHeaders = { type: 'object', properties: idempotencyKey };

/** Headers of a write to a record; `expectedVersion` checks that `If-Match` is present, and answers 428. */
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

/** The query of a request about several records. */
export const idsQuery = {
  type: 'object',
  properties: { ids: { type: 'string', description: 'Hasta 100 identificadores separados por comas' } },
};

/** The ids of a request about several records. @throws Problem 422 without any, with more than 100, or with no id */
export const idsOf = ({ ids: given }: Readonly<Record<string, unknown>>): string[] => {
  const ids = typeof given === 'string' ? [...new Set(given.split(','))] : [];
  if (ids.length === 0 || ids.length > 100 || !ids.every(isId))
    throw invalid({ ids: ['Envíe de 1 a 100 identificadores separados por comas.'] });
  return ids;
};
