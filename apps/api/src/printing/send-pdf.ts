import type { FastifyReply } from 'fastify';

/**
 * Sends a document to be saved as a file.
 *
 * @param name of the file in Spanish, without its extension
 * @param plain a name in ASCII for programs that do not read the other one
 * @example sendPdf(reply, document, { name: `Tarifa ${code}`, plain: 'tarifa' })
 */
export const sendPdf = (
  reply: FastifyReply,
  document: Buffer,
  { name, plain }: { readonly name: string; readonly plain: string },
): FastifyReply =>
  reply
    .headers({
      'content-disposition': `attachment; filename="${plain}.pdf"; filename*=UTF-8''${encodeURIComponent(`${name}.pdf`)}`,
      'cache-control': 'no-store',
    })
    .type('application/pdf')
    .send(document);
