import type { Tariff } from '@pauta/domain/inventory/prices/tariff/tariff.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { conflict } from '../../../platform/http/problem.ts';
import { sendPdf } from '../../../printing/send-pdf.ts';
import { readTemplate } from '../../../printing/template.ts';
import type { IssuedTariff } from './read-tariff.ts';

const template = readTemplate(new URL('./tariff.typ', import.meta.url));

/** Rows of about eighty pages. More take the printing process seconds and hundreds of megabytes. */
const mostRows = 3000;

const rowsOf = ({ sections }: Tariff): number =>
  sections.reduce((sum, { tables }) => sum + tables.reduce((all, { rows }) => all + rows.length, 0), 0);

/** Whether a tariff is short enough for a document. */
export const isPrintable = (tariff: Tariff): boolean => rowsOf(tariff) <= mostRows;

/**
 * A tariff as PDF; equal tariffs have equal bytes.
 *
 * @throws Problem 409 if it is too long
 */
export const printTariff = (
  { printer }: FastifyInstance,
  { tariff, letterhead: { logo, ...letterhead }, at }: IssuedTariff,
): Promise<Buffer> => {
  if (!isPrintable(tariff)) {
    throw conflict(
      'too_long_to_print',
      `La lista tiene ${formatCount(rowsOf(tariff))} renglones y un PDF admite ${formatCount(mostRows)}. Exporte los precios a un archivo, o divida la lista por plataforma.`,
    );
  }
  return printer.print(
    template,
    { at, ...tariff, letterhead: { ...letterhead, hasLogo: logo !== null } },
    logo === null ? {} : { 'logo.png': logo },
  );
};

/** Sends the PDF of a tariff, named by the code of its list. */
export const sendTariff = async (
  app: FastifyInstance,
  reply: FastifyReply,
  issued: IssuedTariff,
): Promise<FastifyReply> => {
  const document = await printTariff(app, issued);
  return sendPdf(reply, document, `Tarifa ${issued.code}`);
};
