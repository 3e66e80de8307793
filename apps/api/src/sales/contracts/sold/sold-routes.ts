import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import type { Consumption } from '@pauta/domain/sales/contracts/sold/consumption.ts';
import type { SoldTerms } from '@pauta/domain/sales/contracts/sold/sold-terms.ts';
import { commissionModes } from '@pauta/domain/sales/quotes/billing-plans.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../../platform/access.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { parseRecord, readRecord } from '../../../resource/reading/read-record.ts';
import { viewPermissions } from '../../../resource/reading/row-scope.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../../resource/route.ts';
import { tableOf } from '../../../resource/table.ts';

const text = { type: 'string' };
const amount = { type: 'string', description: 'Importe decimal en la moneda del contrato' };
const amounts = [
  'contracted',
  'placed',
  'aired',
  'billed',
  'collected',
  'contracted_total',
  'unbilled_total',
  'invoiced_total',
  'paid',
  'open_balance',
] as const satisfies readonly (keyof Consumption)[];

const soldTermsAnswer = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      items: {
        type: 'object',
        required: [
          'id',
          'description',
          'is_removed',
          'sellers',
          'commission_pct',
          'commission_mode',
          'is_commissionable',
          'counts_for_goal',
        ],
        properties: {
          id: { type: 'string', format: 'uuid' },
          description: text,
          is_removed: { type: 'boolean' },
          sellers: {
            type: 'array',
            items: {
              type: 'object',
              required: ['id', 'name', 'pct'],
              properties: { id: { type: 'string', format: 'uuid' }, name: text, pct: text },
            },
          },
          commission_pct: { type: ['string', 'null'] },
          commission_mode: { enum: [...Object.keys(commissionModes), null] },
          is_commissionable: { type: 'boolean' },
          counts_for_goal: { type: 'boolean' },
        },
      },
    },
  },
};

const consumptionAnswer = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      description: 'Null antes de la firma',
      oneOf: [
        { type: 'null' },
        {
          type: 'object',
          required: ['currency', ...amounts],
          properties: { currency: text, ...Object.fromEntries(amounts.map((name) => [name, amount])) },
        },
      ],
    },
  },
};

const readSoldTerms = (database: Queryable, contractId: string): Promise<SoldTerms[]> =>
  database.query<SoldTerms>(sql`
    SELECT o.id, o.description, o.status = 'removed' AS is_removed, (
        SELECT json_agg(json_build_object('id', s.user_id, 'name', u.full_name, 'pct', s.pct::text)
          ORDER BY s.pct DESC, u.full_name, s.user_id)
        FROM order_line_sellers s JOIN users u ON u.id = s.user_id WHERE s.order_line_id = o.id) AS sellers,
      t.commission_pct::text, t.commission_mode, t.is_commissionable, t.counts_for_goal
    FROM order_lines o JOIN order_line_terms t ON t.order_line_id = o.id
      LEFT JOIN contract_lines l ON l.id = o.contract_line_id
    WHERE o.contract_id = ${contractId}::uuid ORDER BY l.position NULLS LAST, o.created_at, o.id`);

const readConsumption = (database: Queryable, contractId: string): Promise<Consumption | undefined> =>
  database.one<Consumption>(sql`
    SELECT c.currency_code AS currency, l.contracted::numeric(18,2)::text,
      round_amount(l.placed, c.currency_code)::numeric(18,2)::text AS placed,
      round_amount(l.aired, c.currency_code)::numeric(18,2)::text AS aired, l.billed::numeric(18,2)::text,
      i.collected::numeric(18,2)::text, l.total::numeric(18,2)::text AS contracted_total,
      unbilled_total(c)::text AS unbilled_total, i.total::numeric(18,2)::text AS invoiced_total,
      i.paid::numeric(18,2)::text, i.balance::numeric(18,2)::text AS open_balance
    FROM contracts c CROSS JOIN LATERAL (
        SELECT coalesce(sum(o.net) FILTER (WHERE o.status = 'active'), 0) AS contracted,
          coalesce(sum(o.net * placed_part(o)), 0) AS placed, coalesce(sum(o.net * delivered_part(o)), 0) AS aired,
          coalesce(sum(o.billed_net), 0) AS billed, coalesce(sum(o.total) FILTER (WHERE o.status = 'active'), 0) AS total
        FROM order_lines o WHERE o.contract_id = c.id) l
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(round_amount(i.paid * i.net / i.total, c.currency_code)), 0) AS collected,
          coalesce(sum(i.total - i.credited), 0) AS total, coalesce(sum(i.paid), 0) AS paid,
          coalesce(sum(i.balance), 0) AS balance
        FROM contract_invoices(c.id) i) i
    WHERE c.id = ${contractId}::uuid AND c.signed_on IS NOT NULL`);

/** What was sold with a contract, by whom, and how far it was consumed. */
export const soldRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const access = accessTo(viewPermissions(contracts));
  const read = async (request: FastifyRequest<{ Params: IdParams }>): Promise<AnyRecord> =>
    parseRecord(await readRecord(database, tableOf(contracts), request.params.id, actorOf(request)));

  app.get<{ Params: IdParams }>(
    '/api/contracts/:id/sold-terms',
    routeOptions(access, {
      summary:
        'Quién vendió cada renglón, con qué comisión, y si cuenta para las metas: lo que fijó su firma',
      params: idParams,
      response: { 200: soldTermsAnswer },
    }),
    async (request) => ({ data: await readSoldTerms(database, (await read(request)).id) }),
  );

  app.get<{ Params: IdParams }>(
    '/api/contracts/:id/consumption',
    routeOptions(access, {
      summary:
        'Lo contratado, colocado, emitido, facturado y cobrado de un contrato, sin impuestos, y con ellos de lo contratado al saldo',
      params: idParams,
      response: { 200: consumptionAnswer },
    }),
    async (request) => ({ data: (await readConsumption(database, (await read(request)).id)) ?? null }),
  );
};
