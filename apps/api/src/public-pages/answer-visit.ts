import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takeAttempt } from '../platform/attempts.ts';
import { addressBlock } from '../platform/http/address-block.ts';
import { Problem } from '../platform/http/problem.ts';
import { sendNotice } from './public-page.ts';

const limits = {
  page: { most: 120, seconds: 600 },
  pdf: { most: 30, seconds: 600 },
  form: { most: 40, seconds: 600 },
  media: { most: 1000, seconds: 600 },
} as const;

/** What is visited, as far as its limit depends on it. */
export type VisitKind = keyof typeof limits;

/** What a public address leads to. */
export interface PublicAddress<Open> {
  /** Of the counter of visits, such as `tariff`. */
  readonly purpose: string;
  readonly kind: VisitKind;
  readonly find: () => Promise<Open | undefined>;
  readonly send: (open: Open) => Promise<FastifyReply>;
  /** The same for every reason, so that it does not tell whether there ever was something. */
  readonly sendUnknown: (reply: FastifyReply) => FastifyReply;
  /** Title of the page for a document that cannot be made. */
  readonly failure: string;
}

/** Answers a visit without an account, limited by the address of the visitor. */
export const answerVisit = async <Open>(
  { database }: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { purpose, kind, find, send, sendUnknown, failure }: PublicAddress<Open>,
): Promise<FastifyReply> => {
  const taken = await takeAttempt(database, {
    purpose: `${purpose}-${kind}`,
    subject: [addressBlock(request.ip)],
    ...limits[kind],
  });
  if (!('at' in taken)) {
    reply.code(429).header('retry-after', taken.wait);
    return sendNotice(
      reply,
      'Demasiadas visitas',
      `Se abrió muchas veces desde su conexión. Espere ${Math.ceil(taken.wait / 60)} min e intente de nuevo.`,
    );
  }
  const open = await find();
  if (open === undefined) return sendUnknown(reply);
  try {
    return await send(open);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return sendNotice(reply.code(error.status).headers(error.headers), failure, error.message);
  }
};
