import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { command } from '../../platform/command.ts';
import { forbidden } from '../../platform/http/problem.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';
import { creationHeaders, type IdParams, idParams } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { readAccount } from './read-account.ts';
import { printStatement, statementName } from './statement/print-statement.ts';
import { readStatement } from './statement/read-statement.ts';
import { sendStatement } from './statement/send-statement.ts';

const accounts: readonly { readonly of: 'client' | 'agency'; readonly resource: Resource }[] = [
  { of: 'client', resource: clients },
  { of: 'agency', resource: agencies },
];

/** What a client or an agency owes by age, what it was billed in twelve months, and its statement, also by mail. */
export const accountRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  for (const { of, resource } of accounts) {
    app.get<{ Params: IdParams }>(
      `/api/${resource.path}/:id/account`,
      {
        config: {
          access: { anyPermission: viewPermissions(invoices as Resource) },
          problems: { 404: 'La cuenta no existe o no está a su alcance' },
        },
        schema: {
          summary: 'Saldo por antigüedad y ventas de doce meses, de las facturas a su alcance',
          params: idParams,
        },
      },
      async (request) => {
        const actor = actorOf(request);
        const { id } = await readRecord(database, tableOf(resource), request.params.id, actor);
        return { data: await readAccount(database, { of, id }, actor) };
      },
    );
    app.get<{ Params: IdParams }>(
      `/api/${resource.path}/:id/statement.pdf`,
      {
        // All invoices of the account are in it, so it is for whoever may see all.
        config: {
          access: { permission: 'invoices.view_all' },
          problems: { 404: 'La cuenta no existe o no está a su alcance' },
        },
        schema: {
          summary: 'El estado de cuenta en PDF: facturas pendientes y pagos por aplicar',
          params: idParams,
          response: { 200: { description: 'El documento, en PDF' } },
        },
      },
      async (request, reply) => {
        const { id } = await readRecord(database, tableOf(resource), request.params.id, actorOf(request));
        const statement = await readStatement(database, { of, id });
        return sendPdf(reply, await printStatement(app, statement), statementName(statement));
      },
    );
    app.post<{ Params: IdParams; Body: { readonly message?: string | null } | null }>(
      `/api/${resource.path}/:id/statement`,
      {
        config: {
          access: { permission: 'collections.manage' },
          problems: {
            404: 'La cuenta no existe o no está a su alcance',
            409: 'La cuenta no tiene un contacto con un correo que llegue',
          },
        },
        schema: {
          summary: 'Enviar el estado de cuenta, en PDF, al contacto de facturación de la cuenta',
          params: idParams,
          headers: creationHeaders,
          body: {
            type: 'object',
            additionalProperties: false,
            properties: { message: { type: ['string', 'null'], maxLength: 1000 } },
          },
        },
      },
      async (request) => {
        const actor = actorOf(request);
        if (!actor.permissions.has('invoices.view_all')) throw forbidden(['invoices.view_all']);
        const { id } = await readRecord(database, tableOf(resource), request.params.id, actor);
        const message = request.body?.message ?? null;
        return command(
          request,
          async (tx) => {
            const sent_to = await sendStatement({ tx, server: app, isDry: false }, { of, id }, message);
            await tx.query(sql`
              UPDATE collection_cases SET statement_sent_at = now()
              WHERE status = 'open' AND ${raw(`${of}_id`)} = ${id}::uuid`);
            return { status: 200, body: { data: { sent_to } } };
          },
          { action: 'send_statement', reason: message ?? undefined },
        );
      },
    );
  }
};
