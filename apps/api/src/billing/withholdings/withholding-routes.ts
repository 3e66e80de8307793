import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import type {
  ExpectedWithholding,
  WithheldInvoice,
} from '@pauta/domain/billing/payments/expected-withholding.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { rowVisibility, viewPermissions } from '../../resource/reading/row-scope.ts';
import { type IdParams, idParams } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';

interface PayerQuery {
  readonly company_id: string;
  readonly client_id?: string;
  readonly agency_id?: string;
  readonly currency_code: string;
}

const id = { type: 'string', format: 'uuid' } as const;

/** What the rules expect payers to withhold: of an invoice, and of the open invoices of a payer. */
export const withholdingRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const access = { anyPermission: viewPermissions(invoices as Resource) };

  app.get<{ Params: IdParams }>(
    `/api/${invoices.path}/:id/withholdings`,
    {
      config: { access, problems: { 404: 'La factura no existe o no está a su alcance' } },
      schema: { summary: 'Retenciones que se esperan del pago de una factura', params: idParams },
    },
    async (request) => {
      const invoice = await readRecord(
        database,
        tableOf(invoices as Resource),
        request.params.id,
        actorOf(request),
      );
      return {
        data: await database.query<ExpectedWithholding>(sql`
          SELECT rule_id, name, tax, pct::text, amount::numeric(18,2)::text AS amount
          FROM expected_withholdings(${invoice.id}::uuid)`),
      };
    },
  );

  app.get<{ Querystring: PayerQuery }>(
    '/api/expected-withholdings',
    {
      config: { access },
      schema: {
        summary:
          'Facturas pendientes de un pagador de las que se espera una retención, la que vence primero antes',
        querystring: {
          type: 'object',
          required: ['company_id', 'currency_code'],
          additionalProperties: false,
          properties: {
            company_id: id,
            client_id: id,
            agency_id: id,
            currency_code: { type: 'string', minLength: 3, maxLength: 3 },
          },
        },
      },
    },
    async (request) => {
      const { company_id, client_id, agency_id, currency_code } = request.query;
      return {
        data: await database.query<WithheldInvoice>(sql`
          SELECT i.id AS invoice_id, i.internal_no, i.currency_code, i.balance::text, w.withholdings,
            (i.balance - w.total)::numeric(18,2)::text AS to_receive
          FROM invoices i CROSS JOIN LATERAL (
            SELECT sum(e.amount) AS total, json_agg(json_build_object('rule_id', e.rule_id, 'name', e.name, 'tax', e.tax,
              'pct', e.pct::text, 'amount', e.amount::numeric(18,2)::text)) AS withholdings
            FROM expected_withholdings(i.id) e) w
          -- Of an invoice that was paid in part, the payer has already withheld.
          WHERE i.balance > 0 AND i.paid = 0 AND w.total < i.balance AND i.company_id = ${company_id}::uuid
            AND i.currency_code = ${currency_code}
            AND (i.bill_to = 'client' AND i.client_id = ${client_id ?? null}::uuid
              OR i.bill_to = 'agency' AND i.agency_id = ${agency_id ?? null}::uuid)
            AND ${rowVisibility(invoices as Resource, actorOf(request), 'i')}
          ORDER BY i.due_date, i.id LIMIT 10`),
      };
    },
  );
};
