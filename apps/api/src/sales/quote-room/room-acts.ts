import { hash } from 'node:crypto';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { quotePaper } from '@pauta/domain/sales/quotes/quote-paper.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { ClientActor } from '../../platform/access.ts';
import type { ChangeContext, Transaction } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import { checkCode, codeMinutes, mailCode, useCode } from '../../public-pages/mailed-code.ts';
import { logAct, type RoomLink } from '../../public-pages/room-log.ts';
import type { Visitor } from '../../public-pages/visitor.ts';
import { clientContext } from '../../resource/commands/context.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import { runCommand } from '../../resource/writing/run-command.ts';
import { actEmail, codeEmail } from './emails.ts';
import { letterheadOf, printQuote } from './print-quote.ts';
import type { Room } from './room.ts';

/** The link that opened a room. */
export const linkOf = ({ linkId }: Room): RoomLink => ({ table: 'quote_links', linkId });

/**
 * Refuses an act by a link that was withdrawn since its room was read. Whoever locks the quote too does so before, as the
 * command that withdraws links does.
 */
const requireLink = async (tx: Transaction, { linkId }: Room): Promise<void> => {
  const open = await tx.one(sql`
    SELECT 1 AS one FROM quote_links
    WHERE id = ${linkId}::uuid AND closed_at IS NULL AND expires_on >= business_date() FOR KEY SHARE`);
  if (!open) throw conflict('link_closed', 'El enlace se retiró. Pida uno nuevo a quien se lo envió.');
};

const nameOf = (room: Room) => {
  const { number, title } = quotePaper(room.version.content);
  return { number, title, company: room.version.content.parties.company.name };
};

const tellSeller = async (
  { mailer }: FastifyInstance,
  tx: Transaction,
  room: Room,
  act: string,
  text: string | null,
): Promise<string> =>
  mailer.queue(tx, {
    userId: room.seller.id,
    to: room.seller.email,
    content: actEmail(nameOf(room), {
      name: room.seller.name,
      act,
      text,
      url: await mailer.address(tx, `/${quotes.screen}/${room.quoteId}?tab=cliente`),
    }),
    goodForHours: 72,
  });

/** Stores what the client writes, about a line or the whole quote, and tells the seller. */
export const writeMessage = (
  app: FastifyInstance,
  room: Room,
  change: ChangeContext,
  visitor: Visitor,
  { body, line_id, asks_changes }: { body: string; line_id: string | null; asks_changes: boolean },
): Promise<void> =>
  app.database.transaction(change, async (tx) => {
    await requireLink(tx, room);
    const line = isId(line_id) ? line_id : null;
    await tx.query(sql`
      INSERT INTO quote_messages (quote_id, line_id, link_id, author, body, asks_changes)
      VALUES (${room.quoteId}::uuid,
        (SELECT id FROM quote_lines WHERE id = ${line}::uuid AND quote_id = ${room.quoteId}::uuid),
        ${room.linkId}::uuid, ${room.recipient}, ${body}, ${asks_changes})`);
    await logAct(tx, linkOf(room), asks_changes ? 'asked_changes' : 'commented', visitor);
    await tellSeller(
      app,
      tx,
      room,
      asks_changes ? `${room.recipient} pide cambios.` : `${room.recipient} escribió un comentario.`,
      body,
    );
  });

const refuseUnlessOpen = (room: Room): void => {
  if (!room.isOpen) throw conflict('not_open', 'El presupuesto ya no espera una respuesta.');
};

/**
 * Mails a code to the recipient of the link, in place of an earlier one.
 *
 * @throws Problem 409 if the quote waits for no answer, 422 `code` after too many codes
 */
export const sendCode = async (
  app: FastifyInstance,
  room: Room,
  change: ChangeContext,
  visitor: Visitor,
): Promise<void> => {
  refuseUnlessOpen(room);
  await mailCode(
    app,
    linkOf(room),
    { change, visitor },
    {
      to: room.email,
      contentOf: (code) => codeEmail(nameOf(room), { name: room.recipient, code, minutes: codeMinutes }),
    },
  );
};

const actorOf = ({ quoteId, recipient, email }: Room): ClientActor => ({
  client: recipient,
  email,
  opens: { resource: quotes.name, id: quoteId },
});

/** Runs a command of the quote as its client, in the transaction of `tx`. */
const runAsClient = (app: FastifyInstance, tx: Transaction, room: Room, name: string, input: Values) =>
  runCommand(
    clientContext(app, tx, actorOf(room)),
    servedOf(app, quotes.name),
    name,
    { input },
    room.quoteId,
  );

/** What a client states to accept. */
export interface Acceptance {
  readonly accepted_by: string;
  readonly position: string;
  readonly code: string;
  /** Hash of the version that the page showed. */
  readonly hash: string;
}

/**
 * Accepts the quote for the client who proves by the code that they read the mail of the link: the command `accept`, with
 * the proof of it, in one transaction. The code is good for one acceptance.
 *
 * @throws Problem 409 if the quote waits for no answer or the page showed another version, 422 for a wrong code
 */
export const acceptInRoom = async (
  app: FastifyInstance,
  room: Room,
  change: ChangeContext,
  visitor: Visitor,
  { accepted_by, position, code, hash: shown }: Acceptance,
): Promise<void> => {
  refuseUnlessOpen(room);
  const { version } = room;
  if (shown !== version.hash)
    throw conflict('other_version', 'La página mostraba otra versión. Léala otra vez antes de aceptar.');
  const known = await checkCode(app.database, linkOf(room), { change, visitor }, code);
  const document = await printQuote(app, version, await letterheadOf(app, room.companyId, version));
  await app.database.transaction({ ...change, action: 'accept' }, async (tx) => {
    await runAsClient(app, tx, room, 'accept', { accepted_by, accepted_on: companyToday() });
    await useCode(tx, linkOf(room), known);
    await tx.query(sql`
      INSERT INTO quote_acceptances (quote_id, hash, accepted_by, position, email, link_id, ip, user_agent, document_hash)
      VALUES (${room.quoteId}::uuid, ${shown}, ${accepted_by}, ${position}, ${room.email}, ${room.linkId}::uuid,
        ${visitor.ip}::inet, ${visitor.userAgent}, ${hash('sha256', document, 'hex')})`);
    await logAct(tx, linkOf(room), 'accepted', visitor);
    await tellSeller(app, tx, room, `${accepted_by} (${position}) aceptó el presupuesto.`, null);
  });
};

/** Rejects the quote for its client, with the reason, and tells the seller. @throws Problem 409 */
export const declineInRoom = async (
  app: FastifyInstance,
  room: Room,
  change: ChangeContext,
  visitor: Visitor,
  reason: string,
): Promise<void> => {
  refuseUnlessOpen(room);
  await app.database.transaction({ ...change, action: 'reject' }, async (tx) => {
    await runAsClient(app, tx, room, 'reject', { rejection_reason: reason });
    await requireLink(tx, room);
    await logAct(tx, linkOf(room), 'declined', visitor);
    await tellSeller(app, tx, room, `${room.recipient} rechazó el presupuesto.`, reason);
  });
};
