import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { ClientActor } from '../../../platform/access.ts';
import type { ChangeContext, Transaction } from '../../../platform/database/database.ts';
import { conflict } from '../../../platform/http/problem.ts';
import { checkCode, codeMinutes, mailCode, useCode } from '../../../public-pages/mailed-code.ts';
import { logAct } from '../../../public-pages/room-log.ts';
import type { Visitor } from '../../../public-pages/visitor.ts';
import { clientContext } from '../../../resource/commands/context.ts';
import { servedOf } from '../../../resource/commands/served-of.ts';
import { runCommand } from '../../../resource/writing/run-command.ts';
import { documentOf } from '../document/print-evidence.ts';
import { insertObjections } from '../objections/insert-objections.ts';
import { actEmail, codeEmail } from './emails.ts';
import { type EvidenceRoom, linkOf } from './room.ts';
import { namedReport } from './share-report.ts';

/** Refuses an act by a link that was withdrawn since its page was read. */
const requireLink = async (tx: Transaction, { linkId }: EvidenceRoom): Promise<void> => {
  const open = await tx.one(sql`
    SELECT 1 AS one FROM evidence_links
    WHERE id = ${linkId}::uuid AND closed_at IS NULL AND expires_on >= business_date() FOR KEY SHARE`);
  if (!open) throw conflict('link_closed', 'El enlace se retiró. Pida uno nuevo a quien se lo envió.');
};

const tellSeller = async (
  { mailer }: FastifyInstance,
  tx: Transaction,
  { seller, reportId, version }: EvidenceRoom,
  act: string,
  text: string | null,
): Promise<string> =>
  mailer.queue(tx, {
    userId: seller.id,
    to: seller.email,
    content: actEmail(namedReport(version.content), {
      name: seller.name,
      act,
      text,
      url: await mailer.address(tx, `/${evidenceReports.screen}/${reportId}?tab=cliente`),
    }),
    goodForHours: 72,
  });

/** Refuses an answer to a report that waits for none, or to another edition than the page showed. */
const refuseUnlessOpen = ({ isOpen, version }: EvidenceRoom, shown = version.hash): void => {
  if (!isOpen)
    throw conflict('not_open', 'El reporte ya no espera una respuesta. Lo que escribió sigue abajo.');
  if (shown !== version.hash)
    throw conflict('other_version', 'Hay una edición más reciente. Léala antes de responder.');
};

/** Mails a code to the recipient of the link, in place of an earlier one. @throws Problem 409, 422 `code` */
export const sendCode = async (
  app: FastifyInstance,
  room: EvidenceRoom,
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
      contentOf: (code) =>
        codeEmail(namedReport(room.version.content), { name: room.recipient, code, minutes: codeMinutes }),
    },
  );
};

/** Runs a command of the report as its client, in the transaction of `tx`. */
const runAsClient = (
  app: FastifyInstance,
  tx: Transaction,
  { reportId, recipient, email }: EvidenceRoom,
  name: string,
  input: Values,
) => {
  const actor: ClientActor = {
    client: recipient,
    email,
    opens: { resource: evidenceReports.name, id: reportId },
  };
  return runCommand(
    clientContext(app, tx, actor),
    servedOf(app, evidenceReports.name),
    name,
    { input },
    reportId,
  );
};

/** What a client states to accept. */
export interface Acceptance {
  readonly accepted_by: string;
  readonly position: string;
  readonly code: string;
  /** Hash of the edition that the page showed. */
  readonly hash: string;
}

/**
 * Accepts the report for the client who proves by the code that they read the mail of the link: the command `accept` with
 * its proof, in one transaction.
 *
 * @throws Problem 409 if the report waits for no answer or the page showed another edition, 422 for a wrong code
 */
export const acceptInRoom = async (
  app: FastifyInstance,
  room: EvidenceRoom,
  change: ChangeContext,
  visitor: Visitor,
  { accepted_by, position, code, hash }: Acceptance,
): Promise<void> => {
  refuseUnlessOpen(room, hash);
  const known = await checkCode(app.database, linkOf(room), { change, visitor }, code);
  const { sha256 } = await documentOf(app, room.version, 'report');
  await app.database.transaction({ ...change, action: 'accept' }, async (tx) => {
    await runAsClient(app, tx, room, 'accept', { accepted_by });
    await useCode(tx, linkOf(room), known);
    await tx.query(sql`
      INSERT INTO evidence_acceptances (report_id, edition, hash, accepted_by, position, email, link_id, ip, user_agent,
        document_hash)
      VALUES (${room.reportId}::uuid, ${room.version.edition}, ${hash}, ${accepted_by}, ${position}, ${room.email},
        ${room.linkId}::uuid, ${visitor.ip}::inet, ${visitor.userAgent}, ${sha256})`);
    await logAct(tx, linkOf(room), 'accepted', visitor);
    await tellSeller(app, tx, room, `${accepted_by} (${position}) aceptó el reporte.`, null);
  });
};

/** What a client objects to: texts by id of the line; `null` for the whole report. */
export type Objections = ReadonlyMap<string | null, string>;

/** Objects to lines of the report for its client, and tells the seller. @throws Problem 409 */
export const objectInRoom = async (
  app: FastifyInstance,
  room: EvidenceRoom,
  change: ChangeContext,
  visitor: Visitor,
  { hash, objections }: { readonly hash: string; readonly objections: Objections },
): Promise<void> => {
  refuseUnlessOpen(room, hash);
  const titles = new Map(room.version.content.lines.map(({ id, title }) => [id, title]));
  const said = [...objections].map(([line, body]) =>
    line === null ? body : `${titles.get(line) ?? 'Renglón'}: ${body}`,
  );
  const whole = said.join('\n');
  const feedback = whole.length > 4000 ? `${whole.slice(0, 3999)}…` : whole;
  await app.database.transaction({ ...change, action: 'object' }, async (tx) => {
    await runAsClient(app, tx, room, 'object', { client_feedback: feedback });
    await requireLink(tx, room);
    await insertObjections(tx, room.reportId, room.recipient, objections);
    await logAct(tx, linkOf(room), 'declined', visitor);
    await tellSeller(app, tx, room, `${room.recipient} objetó el reporte.`, feedback);
  });
};
