import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { FastifyInstance } from 'fastify';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readTemplate } from '../../printing/template.ts';

const template = readTemplate(new URL('./letter.typ', import.meta.url));

/** A collection letter with its text as it is or was sent. */
export interface PrintedLetter {
  readonly account: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** Companies whose invoices it collects. */
  readonly companies: readonly string[];
}

/**
 * Prints a collection letter, with the letterhead of the companies that issued the invoices.
 *
 * @param database the transaction of a caller that has one
 */
export const printLetter = async (
  app: FastifyInstance,
  { account, recipient, subject, body, day, companies }: PrintedLetter,
  database: Queryable = app.database,
): Promise<Buffer> => {
  const { logo, ...letterhead } = await readLetterhead(app, companies, database);
  return app.printer.print(
    template,
    {
      at: `${day}T12:00:00Z`,
      account,
      recipient,
      subject,
      date: formatCivilDate(day),
      paragraphs: body.split(/\n{2,}/).map((paragraph) => paragraph.split('\n')),
      letterhead: { ...letterhead, hasLogo: logo !== null },
    },
    logo === null ? {} : { 'logo.png': logo },
  );
};

/** Name of the file, without its extension. */
export const letterName = ({ account, day }: PrintedLetter): string => `Carta de cobro ${account} ${day}`;
