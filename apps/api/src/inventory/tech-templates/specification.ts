import { specificationOf } from '@pauta/domain/inventory/tech-templates/specification.ts';
import { techTemplates } from '@pauta/domain/inventory/tech-templates/tech-template.ts';
import type { FastifyInstance } from 'fastify';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { actorOf } from '../../platform/access.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import { readTemplate } from '../../printing/template.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { type IdParams, idParams } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';

const layout = readTemplate(new URL('./specification.typ', import.meta.url));

/** The specification of a template as PDF, to be sent to whoever produces the material. */
export const specificationRoutes = (app: FastifyInstance): void => {
  app.get<{ Params: IdParams }>(
    '/api/tech-templates/:id/specification.pdf',
    {
      config: { access: { permission: techTemplates.permissions.viewAll ?? '' } },
      schema: {
        summary: 'La especificación técnica en PDF, para quien produce el material',
        params: idParams,
        response: { 200: { description: 'El documento, en PDF' } },
      },
    },
    async (request, reply) => {
      const template = parseRecord(
        await readRecord(app.database, tableOf(techTemplates), request.params.id, actorOf(request)),
      );
      const { logo, ...letterhead } = await readLetterhead(app, []);
      const document = await app.printer.print(
        layout,
        {
          at: String(template.updated_at),
          ...specificationOf(template),
          letterhead: { ...letterhead, hasLogo: logo !== null },
        },
        logo === null ? {} : { 'logo.png': logo },
      );
      return sendPdf(reply, document, `Especificación ${template.code} v${template.version}`);
    },
  );
};
