import type { Values } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, actorOf } from '../../platform/access.ts';
import type { Transaction } from '../../platform/database/database.ts';

/** A person without an account who acts through a link sent to them. */
export interface ClientActor {
  readonly client: string;
  readonly email: string;
}

/** The system itself, running a job. */
export interface SystemActor {
  /** Name of the job. */
  readonly system: string;
}

/** The actor that runs a command: a signed-in user, a client with a link, or a job. */
export type AnyActor = Actor | ClientActor | SystemActor;

export const isUser = (actor: AnyActor): actor is Actor => 'userId' in actor;

/** The context in which a command or a hook runs: one transaction and the actor it runs for. */
export interface Context<A extends AnyActor = AnyActor> {
  readonly tx: Transaction;
  readonly actor: A;
  /** The server, for its mailer, files and engine. */
  readonly server: FastifyInstance;
  /** The current time; a test, or a job for a past day, passes its own. */
  readonly now: Date;
  /** The transaction is rolled back at its end: no number is consumed and nothing outside the database is changed. */
  readonly isDry: boolean;
  /** New records that the same statement inserts before this one. */
  readonly before?: readonly Values[];
}

/** The context of hooks and state changes, which always run for a signed-in user. */
export type HandlerContext = Context<Actor>;

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
