import { statementPaper } from '@pauta/domain/billing/accounts/statement-paper.ts';
import type { FastifyInstance } from 'fastify';
import { readLetterhead } from '../../../admin/settings/letterhead.ts';
import { readTemplate } from '../../../printing/template.ts';
import type { ReadStatement } from './read-statement.ts';

const template = readTemplate(new URL('./statement.typ', import.meta.url));

/** Prints a statement of account, with the letterhead of the companies that issued its invoices. */
export const printStatement = async (
  app: FastifyInstance,
  { companies, ...statement }: ReadStatement,
): Promise<Buffer> => {
  const { logo, ...letterhead } = await readLetterhead(app, companies);
  return app.printer.print(
    template,
    {
      at: `${statement.today}T12:00:00Z`,
      ...statementPaper(statement),
      letterhead: { ...letterhead, hasLogo: logo !== null },
    },
    logo === null ? {} : { 'logo.png': logo },
  );
};

/** Name of the file, without its extension. */
export const statementName = ({ name, today }: ReadStatement): string => `Estado de cuenta ${name} ${today}`;
