import { availsStates } from '@pauta/domain/inventory/avails/avails.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendPdf } from '../../printing/send-pdf.ts';
import { readTemplate } from '../../printing/template.ts';
import type { IssuedAvails } from './read-avails.ts';

const template = readTemplate(new URL('./avails.typ', import.meta.url));

/** Sends a sheet of avails as PDF; equal sheets have equal bytes. */
export const sendAvailsPdf = async (
  { printer }: FastifyInstance,
  reply: FastifyReply,
  { avails, letterhead: { logo, ...letterhead }, at }: IssuedAvails,
): Promise<FastifyReply> => {
  const document = await printer.print(
    template,
    { at, ...avails, states: availsStates, letterhead: { ...letterhead, hasLogo: logo !== null } },
    logo === null ? {} : { 'logo.png': logo },
  );
  return sendPdf(reply, document, 'Disponibilidad');
};
