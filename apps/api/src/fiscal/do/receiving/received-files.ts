import { readContents } from '@pauta/domain/fiscal/do/receiving/read-contents.ts';
import { receivedDocuments } from '@pauta/domain/fiscal/received-documents/received-document.ts';
import type { FastifyInstance } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import { actorOf } from '../../../platform/access.ts';
import { attachment } from '../../../platform/http/headers.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { readRecord } from '../../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams } from '../../../resource/route.ts';
import { tableOf } from '../../../resource/table.ts';
import { readSignedXml } from '../signing/read-signed-xml.ts';

interface NamedFile {
  readonly name: string;
  readonly xml: string | null;
}

const files: Readonly<Record<string, readonly [summary: string, query: (id: string) => Sql]>> = {
  'document.xml': [
    'El comprobante recibido, en XML',
    (id) => sql`
      SELECT d.issuer_rnc || d.encf || '.xml' AS name, f.xml FROM received_documents d
        JOIN received_document_files f ON f.document_id = d.id WHERE d.id = ${id}::uuid`,
  ],
  'acknowledgement.xml': [
    'El acuse de recibo que se respondió, en XML',
    (id) => sql`
      SELECT regexp_replace(c.tax_id, '[^0-9]', '', 'g') || 'ARECF' || d.encf || '.xml' AS name, f.acknowledgement AS xml
      FROM received_documents d JOIN companies c ON c.id = d.company_id
        JOIN received_document_files f ON f.document_id = d.id WHERE d.id = ${id}::uuid`,
  ],
  'answer.xml': [
    'La aprobación o el rechazo comercial, en XML',
    (id) => sql`
      SELECT a.file_name AS name, a.xml FROM received_document_answers a WHERE a.document_id = ${id}::uuid`,
  ],
};

const text = { type: ['string', 'null'] } as const;
const contents = {
  type: 'object',
  properties: {
    data: {
      type: 'object',
      properties: {
        ...Object.fromEntries(
          [
            'issuer_address',
            'issuer_phone',
            'issuer_email',
            'internal_no',
            'purchase_order',
            'payment',
            'taxable',
            'exempt',
          ].map((name) => [name, text]),
        ),
        lines: {
          type: 'array',
          items: {
            type: 'object',
            properties: Object.fromEntries(
              ['description', 'detail', 'quantity', 'unit_price', 'amount'].map((name) => [name, text]),
            ),
          },
        },
      },
    },
  },
} as const;

/**
 * `GET /api/received-documents/{id}/…xml`: the signed files of a received document, byte by byte; and
 * `…/contents`: what it says, to be read by people.
 */
export const receivedFileRoutes = (app: FastifyInstance): void => {
  const table = tableOf(receivedDocuments);
  app.get<{ Params: IdParams }>(
    `/api/${receivedDocuments.path}/:id/contents`,
    {
      config: { access: accessTo([receivedDocuments.permissions.viewAll ?? '']) },
      schema: {
        summary: 'Lo que dice el comprobante recibido',
        params: idParams,
        response: { 200: contents },
      },
    },
    async (request) => {
      const { id } = request.params;
      await readRecord(app.database, table, id, actorOf(request));
      const found = await app.database.one<{ xml: string }>(
        sql`SELECT xml FROM received_document_files WHERE document_id = ${id}::uuid`,
      );
      if (!found) throw notFound();
      return { data: readContents(readSignedXml(Buffer.from(found.xml)).document) };
    },
  );
  for (const [file, [summary, query]] of Object.entries(files))
    app.get<{ Params: IdParams }>(
      `/api/${receivedDocuments.path}/:id/${file}`,
      {
        config: { access: accessTo([receivedDocuments.permissions.viewAll ?? '']) },
        schema: { summary, params: idParams, response: { 200: { description: 'El archivo, en XML' } } },
      },
      async (request, reply) => {
        const { id } = request.params;
        await readRecord(app.database, table, id, actorOf(request));
        const found = await app.database.one<NamedFile>(query(id));
        if (!found?.xml) throw notFound('Todavía no está firmada. Espere un momento.');
        return reply
          .headers({ 'content-disposition': attachment(found.name) })
          .type('application/xml; charset=utf-8')
          .send(found.xml);
      },
    );
};
