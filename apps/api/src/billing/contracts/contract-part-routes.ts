import type { InvoiceContract } from '@pauta/domain/billing/grouping/invoice-contract.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { rowVisibility, viewPermissions } from '../../resource/reading/row-scope.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';

const amount = { type: 'string', description: 'Importe decimal en la moneda de la factura' };
const optional = { type: ['string', 'null'] };

/** The contracts of an invoice, each with what the invoice has of it. */
export const contractPartRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  app.get<{ Params: IdParams }>(
    '/api/invoices/:id/contracts',
    routeOptions(accessTo(viewPermissions(invoices)), {
      summary: 'Los contratos de una factura, con lo que factura de cada uno',
      params: idParams,
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: {
            data: {
              type: 'array',
              items: {
                type: 'object',
                required: ['contract_id', 'title', 'is_open', 'net', 'tax', 'total', 'credited', 'balance'],
                properties: {
                  contract_id: optional,
                  title: optional,
                  is_open: { type: 'boolean' },
                  net: amount,
                  tax: amount,
                  total: amount,
                  credited: amount,
                  balance: amount,
                },
              },
            },
          },
        },
      },
    }),
    async (request) => {
      const actor = actorOf(request);
      // An invoice that the reader may not see does not exist for them.
      const { id } = await readRecord(database, tableOf(invoices), request.params.id, actor);
      return {
        data: await database.query<InvoiceContract>(sql`
          SELECT p.contract_id, c.number || ' · ' || c.name AS title,
            c.id IS NOT NULL AND coalesce(${rowVisibility(contracts, actor, 'c')}, false) AS is_open,
            p.net::numeric(18,2)::text AS net, p.tax::numeric(18,2)::text AS tax, p.total::numeric(18,2)::text AS total,
            p.credited::numeric(18,2)::text AS credited, p.balance::numeric(18,2)::text AS balance
          FROM invoices i CROSS JOIN LATERAL contract_parts(i) p LEFT JOIN contracts c ON c.id = p.contract_id
          WHERE i.id = ${String(id)}::uuid ORDER BY c.number NULLS LAST`),
      };
    },
  );
};
