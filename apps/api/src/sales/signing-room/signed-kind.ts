import type { AnyRecord, Resource, Values } from '@pauta/domain/resource/resource.ts';
import type { Context } from '../../resource/commands/context.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { tableOf } from '../../resource/table.ts';
import {
  type DocumentToSign,
  latestRequest,
  openRequest,
  type SigningRequest,
} from '../signing/signing-request.ts';

/** What is to be signed, and what is written into its record with it. */
export interface PreparedDocument extends DocumentToSign {
  readonly columns: Values;
}

/** A kind of document that people sign: contracts, or addenda. */
export interface SignedKind {
  readonly resource: Resource;
  /** Why documents cannot be signed, as commands answer it before they run. */
  readonly refuse: NonNullable<CommandHandler['refuse']>;
  /** What a document that is sent to be signed says. */
  readonly prepare: (context: Context, record: AnyRecord) => Promise<PreparedDocument>;
  /**
   * Makes a document valid that everybody has signed, in the transaction of the last signature, and completes its request.
   *
   * @returns what is written into its record
   * @throws Problem if something is in the way; nothing happened then
   */
  readonly complete: (context: Context, record: AnyRecord, request: SigningRequest) => Promise<Values>;
}

/**
 * A document with the names of everything that it refers to. Whoever sends or signs it may not see all of these records,
 * but every signer reads the same text.
 */
export const readWhole = async (kind: SignedKind, { tx }: Context, id: string): Promise<AnyRecord> =>
  parseRecord(await readRecord(tx, tableOf(kind.resource), id, 'system'));

/** An open request, and what is still to be written into its record. */
export interface OpenRequest {
  readonly request: SigningRequest;
  readonly columns: Values;
}

/**
 * The open request of a document that waits for its signatures. One that an earlier release submitted gets it, and what
 * comes with it, when it is first needed.
 */
export const requestOf = async (
  kind: SignedKind,
  context: Context,
  record: AnyRecord,
): Promise<OpenRequest> => {
  const open = await latestRequest(context.tx, record.id);
  if (open && open.outcome === null) return { request: open, columns: {} };
  const { columns, ...document } = await kind.prepare(context, await readWhole(kind, context, record.id));
  return {
    request: await openRequest(context.tx, document, { order: 'together', sendsMail: false }),
    columns,
  };
};
