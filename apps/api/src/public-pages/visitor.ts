import type { FastifyRequest } from 'fastify';
import { changeOf } from '../platform/command.ts';

/** Where somebody without an account is connected from. */
export interface Visitor {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** Where a request comes from. */
export const visitorOf = (request: FastifyRequest): Visitor => ({
  ip: changeOf(request).ip,
  userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
});
