import type { Values } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, type AnyActor, actorOf, isUser } from '../../platform/access.ts';
import type { Transaction } from '../../platform/database/database.ts';

/** In what a command or a hook runs: one transaction, in the name of somebody. */
export interface Context<A extends AnyActor = AnyActor> {
  readonly tx: Transaction;
  readonly actor: A;
  /** What the server offers: its mailer, its files, its jobs. */
  readonly server: FastifyInstance;
  /** The present moment; a test or a job of a past day gives its own. */
  readonly now: Date;
  /** The transaction is rolled back at its end: no number is taken, nothing outside the database is touched. */
  readonly isDry: boolean;
  /** New records that the same statement writes before this one. */
  readonly before?: readonly Values[];
}

/** What hooks and the commands of users run in. */
export type HandlerContext = Context<Actor>;

export const isUserContext = (context: Context): context is HandlerContext => isUser(context.actor);

/** The context of a job: the product itself acts, and the change of the transaction says in whose order. */
export const jobContext = (server: FastifyInstance, tx: Transaction): Context<'system'> => ({
  tx,
  actor: 'system',
  server,
  now: new Date(),
  isDry: false,
});

/** The context of a request of a signed-in user. */
export const contextOf = (
  request: FastifyRequest,
  tx: Transaction,
  options: { readonly isDry?: boolean } = {},
): HandlerContext => ({
  tx,
  actor: actorOf(request),
  server: request.server,
  now: new Date(),
  isDry: options.isDry ?? false,
});
