import { type QuotePaper, quotePaper } from '@pauta/domain/sales/quotes/quote-paper.ts';
import type { FastifyInstance } from 'fastify';
import { type Letterhead, readLetterhead } from '../../admin/settings/letterhead.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readTemplate } from '../../printing/template.ts';
import type { QuoteVersion } from './quote-version.ts';

const template = readTemplate(new URL('./quote.typ', import.meta.url));

/** The letterhead of a version: its texts are those of the version, logo and colour those of today. */
export const letterheadOf = async (
  app: FastifyInstance,
  companyId: string,
  { content }: Pick<QuoteVersion, 'content'>,
  database?: Queryable,
): Promise<Letterhead> => ({
  ...(await readLetterhead(app, [companyId], database)),
  ...content.parties.company,
});

/** A quote to be printed. */
export interface PrintedQuote extends Omit<QuoteVersion, 'hash'> {
  /** Null: what it says is not fixed yet. */
  readonly hash: string | null;
  /** Printed across every page. */
  readonly isDraft?: boolean;
}

/** A quote as PDF; equal versions have equal bytes. */
export const printQuote = (
  { printer }: FastifyInstance,
  { content, at, hash, isDraft = false }: PrintedQuote,
  { logo, ...letterhead }: Letterhead,
): Promise<Buffer> =>
  printer.print(
    template,
    {
      at,
      ...quotePaper(content),
      mark: isDraft ? 'BORRADOR' : null,
      proof: hash === null ? null : `Huella de esta versión (SHA-256): ${hash}`,
      letterhead: { ...letterhead, hasLogo: logo !== null },
    },
    logo === null ? {} : { 'logo.png': logo },
  );

/** The name of the file of a quote, without its extension. */
export const fileNameOf = ({ number }: Pick<QuotePaper, 'number'>): string => `Presupuesto ${number}`;
