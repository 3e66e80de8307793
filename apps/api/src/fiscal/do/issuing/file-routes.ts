import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../../platform/access.ts';
import { attachment } from '../../../platform/http/headers.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { readRecord } from '../../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams } from '../../../resource/route.ts';
import { tableOf } from '../../../resource/table.ts';

/** `GET /api/invoices/{id}/invoice.xml`: the signed e-CF of an invoice, for who may see the invoice. */
export const ecfFileRoutes = (app: FastifyInstance): void => {
  const { viewAll, viewTeam, viewOwn } = invoices.permissions;
  const table = tableOf(invoices);
  app.get<{ Params: IdParams }>(
    '/api/invoices/:id/invoice.xml',
    {
      config: { access: accessTo([viewAll ?? '', viewTeam, viewOwn]) },
      schema: {
        summary: 'El comprobante electrónico firmado, en XML',
        params: idParams,
        response: { 200: { description: 'El comprobante, en XML' } },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await readRecord(app.database, table, id, actorOf(request));
      const file = await app.database.one<{ xml: string; encf: string; rnc: string | null }>(sql`
        SELECT f.xml, d.encf, regexp_replace(c.tax_id, '[^0-9]', '', 'g') AS rnc
        FROM ecf_documents d JOIN ecf_files f ON f.document_id = d.id JOIN companies c ON c.id = d.company_id
        WHERE d.invoice_id = ${id}::uuid`);
      if (!file) throw notFound();
      return reply
        .headers({ 'content-disposition': attachment(`${file.rnc ?? ''}${file.encf}.xml`) })
        .type('application/xml; charset=utf-8')
        .send(file.xml);
    },
  );
};
