import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';
import { type IdParams, idParams } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { readAccount } from './read-account.ts';
import { printStatement, statementName } from './statement/print-statement.ts';
import { readStatement } from './statement/read-statement.ts';

const accounts: readonly { readonly of: 'client' | 'agency'; readonly resource: Resource }[] = [
  { of: 'client', resource: clients },
  { of: 'agency', resource: agencies },
];

/** What a client or an agency owes by age, what it was billed in twelve months, and its statement of account. */
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
  }
};
