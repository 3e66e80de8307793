import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { invoiceTables } from './invoice-tables.ts';

interface TablesQuery {
  readonly company_id?: string;
  readonly client_id?: string;
  readonly agency_id?: string;
  readonly contract_id?: string;
  readonly invoice_id?: string;
  readonly from?: string;
}

const id = { type: 'string', format: 'uuid' };

/** The data with which the form of an invoice calculates its amounts while the user types. */
export const invoiceTableRoutes = (app: FastifyInstance): void => {
  const { database } = app;

  app.get<{ Querystring: TablesQuery }>(
    '/api/invoices/tables',
    {
      config: { access: { anyPermission: ['invoices.create', 'invoices.update_all'] } },
      schema: {
        summary: 'Impuestos y comisión que se aplican a una factura',
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: {
            company_id: id,
            client_id: id,
            agency_id: id,
            contract_id: id,
            invoice_id: id,
            from: { type: 'string', format: 'date', description: 'Primer día del periodo' },
          },
        },
      },
    },
    async ({ query: { invoice_id, from, ...parties } }) => {
      const lines = invoice_id
        ? await database.query<{ id: string; order_line_id: string | null }>(sql`
            SELECT id, order_line_id FROM invoice_lines
            WHERE invoice_id = ${invoice_id}::uuid AND num_nonnulls(original_line_id, order_line_id) > 0`)
        : [];
      const invoice = { ...parties, lines, ...(from && { period: { from, to: null } }) };
      return { data: await invoiceTables(database, invoice, companyDay(Date.now())) };
    },
  );
};
