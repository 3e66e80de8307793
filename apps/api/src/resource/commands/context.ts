import type { Values } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, actorOf } from '../../platform/access.ts';
import type { Transaction } from '../../platform/database/database.ts';

/** Somebody without an account who acts through a link that he was sent. */
export interface ClientActor {
  readonly client: string;
  readonly email: string;
}

/** The product itself, in a job. */
export interface SystemActor {
  /** Name of the job. */
  readonly system: string;
}

/** Who runs a command: a signed-in user, a client with a link, or a job. */
export type AnyActor = Actor | ClientActor | SystemActor;

export const isUser = (actor: AnyActor): actor is Actor => 'userId' in actor;

/** In what a command or a hook runs: one transaction, in the name of somebody. */
export interface Context<A extends AnyActor = AnyActor> {
  readonly tx: Transaction;
  readonly actor: A;
  /** What the server offers: its mailer, its files. */
  readonly server: FastifyInstance;
  /** The present moment; a test or a job of a past day gives its own. */
  readonly now: Date;
  /** The transaction is rolled back at its end: no number is taken, nothing outside the database is touched. */
  readonly isDry: boolean;
  /** New records that the same statement writes before this one. */
  readonly before?: readonly Values[];
}

/** What hooks and state changes run in: a signed-in user acts. */
export type HandlerContext = Context<Actor>;

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
