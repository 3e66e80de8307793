import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../platform/access.ts';
import type { Transaction } from '../platform/database.ts';

/** In what a hook or a transition runs: one transaction of one request of one signed-in person. */
export interface HandlerContext {
  readonly tx: Transaction;
  readonly actor: Actor;
  readonly request: FastifyRequest;
  /** New records that the same statement writes before this one. */
  readonly before?: readonly Values[];
}

/**
 * The effect of a state change, in the transaction that changes the state. The record is locked and in one of the
 * states the transition starts from; the input has passed the fields of the transition. May run again when the
 * transaction is repeated, so it has no effect outside it.
 *
 * @returns further columns of the record to set with the state
 * @throws Problem to refuse
 */
export type TransitionHandler = (
  context: HandlerContext,
  record: AnyRecord,
  input: Values,
) => Promise<void> | Promise<Values | undefined>;
