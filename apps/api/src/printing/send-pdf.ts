import type { FastifyReply } from 'fastify';
import { attachment } from '../platform/http/headers.ts';

/**
 * Sends a document to be saved as a file.
 *
 * @param name of the file in Spanish, without its extension
 * @example sendPdf(reply, document, `Tarifa ${code}`)
 */
export const sendPdf = (reply: FastifyReply, document: Buffer, name: string): FastifyReply =>
  reply
    .headers({ 'content-disposition': attachment(`${name}.pdf`), 'cache-control': 'no-store' })
    .type('application/pdf')
    .send(document);
