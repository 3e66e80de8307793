import { voidedNumbers } from '@pauta/domain/fiscal/voided-numbers/voided-numbers.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../../platform/access.ts';
import { attachment } from '../../../platform/http/headers.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { readRecord } from '../../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams } from '../../../resource/route.ts';
import { tableOf } from '../../../resource/table.ts';

/** `GET /api/voided-numbers/{id}/message.xml`: the message that was signed last. */
export const voidedFileRoute = (app: FastifyInstance): void => {
  const table = tableOf(voidedNumbers);
  app.get<{ Params: IdParams }>(
    `/api/${voidedNumbers.path}/:id/message.xml`,
    {
      config: { access: accessTo([voidedNumbers.permissions.viewAll ?? '']) },
      schema: {
        summary: 'La anulación firmada, en XML',
        params: idParams,
        response: { 200: { description: 'La anulación, en XML' } },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await readRecord(app.database, table, id, actorOf(request));
      const file = await app.database.one<{ xml: string; file_name: string }>(sql`
        SELECT xml, file_name FROM voided_number_files WHERE voided_id = ${id}::uuid
        ORDER BY created_at DESC, id DESC LIMIT 1`);
      if (!file) throw notFound('Todavía no está firmada. Espere un momento.');
      return reply
        .headers({ 'content-disposition': attachment(file.file_name) })
        .type('application/xml; charset=utf-8')
        .send(file.xml);
    },
  );
};
