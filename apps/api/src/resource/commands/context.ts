import type { Values } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, type AnyActor, actorOf, type ClientActor, isUser } from '../../platform/access.ts';
import type { Transaction } from '../../platform/database/database.ts';

/** The context in which a command or a hook runs: one transaction and the actor it runs for. */
export interface Context<A extends AnyActor = AnyActor> {
  readonly tx: Transaction;
  readonly actor: A;
  /** The server, for its mailer, files, jobs and engine. */
  readonly server: FastifyInstance;
  /** The current time; a test, or a job for a past day, passes its own. */
  readonly now: Date;
  /** The transaction is rolled back at its end: no number is consumed and nothing outside the database is changed. */
  readonly isDry: boolean;
  /** New records that the same statement inserts before this one. */
  readonly before?: readonly Values[];
  /** The record is inserted by an import. */
  readonly isImport?: true;
}

/** The context of hooks and of commands that users run. */
export type HandlerContext = Context<Actor>;

export const isUserContext = (context: Context): context is HandlerContext => isUser(context.actor);

/** The context of a job; the change context of the transaction contains the user who caused it. */
export const jobContext = (server: FastifyInstance, tx: Transaction): Context<'system'> => ({
  tx,
  actor: 'system',
  server,
  now: new Date(),
  isDry: false,
});

/** The context of a request from a page for people without an account. */
export const clientContext = (
  server: FastifyInstance,
  tx: Transaction,
  actor: ClientActor,
): Context<ClientActor> => ({ tx, actor, server, now: new Date(), isDry: false });

/** The context of a signed-in user's request. */
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
