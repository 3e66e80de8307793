import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { tokenHash } from '../../admin/sessions/tokens.ts';
import { type EmailContent, paragraphsOf } from '../../mail/email.ts';
import { invalid } from '../../platform/http/problem.ts';
import { newLinkToken } from '../../public-pages/link-token.ts';
import type { CommandHandler, Handler } from '../../resource/commands/handler.ts';
import { measureFile } from '../measuring/measure-job.ts';

/** Where the page of a token is. */
export const mediaPath = (token: string): string => `/archivo/${token}`;

const shareEmail = (
  title: string,
  mail: {
    readonly name: string;
    readonly message: string | null;
    readonly until: string;
    readonly url: string;
  },
): EmailContent => ({
  subject: `Archivo: ${title}`,
  name: mail.name,
  paragraphs: [
    ...paragraphsOf(mail.message ?? ''),
    `Le compartimos «${title}». Puede verlo y descargarlo hasta el ${mail.until}.`,
  ],
  action: { label: 'Ver el archivo', url: mail.url },
  note: 'El enlace es solo para usted: quien lo tenga ve el archivo. Si no lo esperaba, no haga nada.',
});

const share: CommandHandler<unknown, AnyRecord> = {
  answer: {
    path: { type: 'string', description: 'Ruta de la página del archivo; no se vuelve a mostrar' },
    recipient: { type: 'string' },
    expires_on: { type: 'string', format: 'date' },
    mailed_to: { type: ['string', 'null'], description: 'A quién se envía por correo' },
  },
  run: async ({ tx, server: { mailer }, isDry }, media, input) => {
    const expires = String(input.expires_on);
    if (expires < companyToday()) throw invalid({ expires_on: ['Elija hoy o un día posterior.'] });
    const sends = input.sends_mail === true;
    if (sends && isEmpty(input.email)) throw invalid({ email: ['Escriba el correo al que se envía.'] });
    const token = newLinkToken();
    await tx.query(sql`
      INSERT INTO media_links (media_file_id, recipient, email, expires_on, token_hash, created_by)
      VALUES (${media.id}::uuid, ${input.recipient}, ${input.email ?? null}, ${expires}::date, ${tokenHash(token)},
        ${tx.change.actorId}::uuid)`);
    if (sends && !isDry)
      await mailer.queue(tx, {
        userId: null,
        to: String(input.email),
        content: shareEmail(String(media.title), {
          name: String(input.recipient),
          message: (input.message as string | null | undefined) ?? null,
          until: formatCivilDate(expires),
          url: await mailer.address(tx, mediaPath(token)),
        }),
        goodForHours: 72,
      });
    return {
      path: mediaPath(token),
      recipient: input.recipient,
      expires_on: expires,
      mailed_to: sends ? input.email : null,
    };
  },
};

const closeLinks: CommandHandler<unknown, AnyRecord> = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string }>(sql`
      SELECT m.id FROM media_files m WHERE m.id = ANY(${[...ids]}::uuid[]) AND NOT EXISTS (
        SELECT FROM media_links k
        WHERE k.media_file_id = m.id AND k.closed_at IS NULL AND k.expires_on >= business_date())`);
    return new Map(rows.map(({ id }) => [id, [{ code: 'no_links', text: 'No hay enlaces abiertos.' }]]));
  },
  run: async ({ tx }, media) => {
    await tx.query(sql`
      UPDATE media_links SET closed_at = now() WHERE media_file_id = ${media.id}::uuid AND closed_at IS NULL`);
    return undefined;
  },
};

/** Writes or withdraws who approved a file. */
const setApproval =
  (isApproved: boolean): CommandHandler<unknown, AnyRecord>['run'] =>
  async ({ tx, actor, now }, media) => {
    await tx.query(sql`
      UPDATE media_files SET approved_by_id = ${isApproved ? actor.userId : null}::uuid,
        approved_at = ${isApproved ? now : null} WHERE id = ${media.id}::uuid`);
    return undefined;
  };

const measureAgain: CommandHandler<unknown, AnyRecord> = {
  run: async ({ tx, server: { jobs }, isDry }, media) => {
    if (!isDry) await jobs.add(tx, measureFile, { id: (media.file as StoredFile).id });
    return undefined;
  },
};

/** Server code of the commands of media files. */
export const mediaHandlers: Readonly<Record<string, Handler>> = {
  approve: { run: setApproval(true) } as CommandHandler,
  withdraw_approval: { run: setApproval(false) } as CommandHandler,
  share: share as CommandHandler,
  close_links: closeLinks as CommandHandler,
  measure_again: measureAgain as CommandHandler,
};
