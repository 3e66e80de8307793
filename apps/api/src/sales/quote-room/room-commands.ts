import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { isId, referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord, Errors, Values } from '@pauta/domain/resource/resource.ts';
import { quotePaper } from '@pauta/domain/sales/quotes/quote-paper.ts';
import sql, { type Sql } from 'sql-template-tag';
import { tokenHash } from '../../admin/sessions/tokens.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import { newLinkToken } from '../../public-pages/link-token.ts';
import { isUserContext } from '../../resource/commands/context.ts';
import type { CommandHandler, Handler } from '../../resource/commands/handler.ts';
import { shareEmail } from './emails.ts';
import { fileNameOf, letterheadOf, printQuote } from './print-quote.ts';
import { fixVersion } from './quote-version.ts';

/** Where the room of a token is. */
export const roomPath = (token: string): string => `/presupuesto/${token}`;

const wrongExpiry = (expires: string, validUntil: string): Errors | null => {
  if (expires < companyToday()) return { expires_on: ['Elija hoy o un día posterior.'] };
  return expires > validUntil
    ? {
        expires_on: [
          `El presupuesto vale hasta el ${formatCivilDate(validUntil)}. Elija ese día o uno anterior.`,
        ],
      }
    : null;
};

/** Opens a room for its client by a link, which is answered once, and mails it with the document. */
const share: CommandHandler = {
  answer: {
    path: { type: 'string', description: 'Ruta de la página del presupuesto; no se vuelve a mostrar' },
    recipient: { type: 'string' },
    expires_on: { type: 'string', format: 'date' },
    mailed_to: { type: ['string', 'null'], description: 'A quién se envía por correo' },
  },
  run: async ({ tx, server, isDry }, record, input: Values) => {
    const quote = record as AnyRecord;
    const errors = wrongExpiry(String(input.expires_on), String(quote.valid_until));
    if (errors) throw invalid(errors);
    const version = await fixVersion(tx, quote.id);
    const token = newLinkToken();
    await tx.query(sql`
      INSERT INTO quote_links (quote_id, recipient, email, expires_on, token_hash, created_by)
      VALUES (${quote.id}::uuid, ${input.recipient}, ${input.email}, ${input.expires_on}::date, ${tokenHash(token)},
        ${tx.change.actorId}::uuid)`);
    if (input.sends_mail === true && !isDry) {
      const paper = quotePaper(version.content);
      const letterhead = await letterheadOf(server, referenceId(quote.company_id) ?? '', version, tx);
      const document = await printQuote(server, version, letterhead);
      await server.mailer.queue(tx, {
        userId: null,
        to: String(input.email),
        content: shareEmail(
          { number: paper.number, title: paper.title, company: letterhead.name },
          {
            name: String(input.recipient),
            message: (input.message as string | null | undefined) ?? null,
            until: formatCivilDate(String(input.expires_on)),
            url: await server.mailer.address(tx, roomPath(token)),
            attachments: [
              {
                name: `${fileNameOf(paper)}.pdf`,
                type: 'application/pdf',
                content: document.toString('base64'),
              },
            ],
          },
        ),
        goodForHours: 72,
      });
    }
    const { recipient, expires_on, email } = input;
    return {
      path: roomPath(token),
      recipient,
      expires_on,
      mailed_to: input.sends_mail === true ? email : null,
    };
  },
};

/** Reasons for the quotes that `found` does not answer. */
const unless =
  (found: (ids: readonly string[]) => Sql, reason: Reason) =>
  async ({ tx }: { readonly tx: Transaction }, ids: readonly string[]) => {
    const rows = await tx.query<{ quote_id: string }>(found(ids));
    const fine = new Set(rows.map(({ quote_id }) => quote_id));
    return new Map(ids.filter((id) => !fine.has(id)).map((id) => [id, [reason]] as const));
  };

const closeLinks: CommandHandler = {
  refuse: unless(
    (ids) => sql`
      SELECT DISTINCT quote_id FROM quote_links
      WHERE quote_id = ANY(${ids}::uuid[]) AND closed_at IS NULL AND expires_on >= business_date()`,
    { code: 'not_shared', text: 'No tiene enlaces abiertos.' },
  ),
  run: async ({ tx }, record) => {
    await tx.query(sql`
      UPDATE quote_links SET closed_at = now(), code_hash = NULL, code_until = NULL
      WHERE quote_id = ${(record as AnyRecord).id}::uuid AND closed_at IS NULL`);
    return undefined;
  },
};

const reply: CommandHandler = {
  refuse: unless(
    (ids) => sql`SELECT DISTINCT quote_id FROM quote_links WHERE quote_id = ANY(${ids}::uuid[])`,
    { code: 'not_shared', text: 'Compártalo antes con el cliente: así tendrá dónde leer la respuesta.' },
  ),
  run: async (context, record, { body, line_id }) => {
    const { tx } = context;
    if (!isUserContext(context)) throw new Error('only users answer clients');
    const line = typeof line_id === 'string' && isId(line_id) ? line_id : null;
    await tx.query(sql`
      INSERT INTO quote_messages (quote_id, line_id, author, body, created_by)
      SELECT ${(record as AnyRecord).id}::uuid, (
          SELECT l.id FROM quote_lines l WHERE l.id = ${line}::uuid AND l.quote_id = ${(record as AnyRecord).id}::uuid),
        ${context.actor.fullName}, ${body}, ${context.actor.userId}::uuid`);
    return undefined;
  },
};

/** Proves an acceptance that a user records: of the content that was sent. */
export const proveAcceptance = async (
  tx: Transaction,
  quoteId: string,
  acceptedBy: string,
): Promise<void> => {
  const { hash } = await fixVersion(tx, quoteId);
  await tx.query(sql`
    INSERT INTO quote_acceptances (quote_id, hash, accepted_by, created_by)
    VALUES (${quoteId}::uuid, ${hash}, ${acceptedBy}, ${tx.change.actorId}::uuid)`);
};

/** The commands of rooms, of quotes. */
export const roomCommands = { share, close_links: closeLinks, reply } satisfies Readonly<
  Record<string, Handler>
>;
