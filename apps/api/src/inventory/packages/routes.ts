import { packages } from '@pauta/domain/inventory/packages/package.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { openQuoteStates } from '@pauta/domain/sales/quotes/quote-guards.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { type Actor, actorOf } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { rowVisibility } from '../../resource/reading/row-scope.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { type Period, periodOf } from '../availability/period.ts';

/**
 * The components of a package with their price in force, their share and what is left of their spaces, and how many
 * packages fit in the period. One statement.
 */
const readComposition = async (database: Queryable, id: string, { from, to }: Period) => {
  const row = await database.one<{ answer: object }>(sql`
    WITH room AS MATERIALIZED (SELECT * FROM package_room(${id}::uuid, ${from}::date, ${to}::date))
    SELECT json_build_object(
      'fits', (SELECT min(times) FROM room),
      'limiting', (SELECT package_item_id FROM room WHERE times IS NOT NULL ORDER BY times, scarcest, package_item_id LIMIT 1),
      'price', shown_price(p)::text,
      'components', coalesce((
        SELECT json_agg(json_build_object('id', c.id, 'name', coalesce(i.name, a.name), 'inventory_item_id', i.id,
          'capacity_unit', i.capacity_unit, 'quantity', c.quantity::text, 'is_optional', c.is_optional,
          'min_quantity', c.min_quantity::text, 'max_quantity', c.max_quantity::text, 'unit', f.unit,
          'unit_price', f.unit_price::text, 'amount', round(f.unit_price * c.quantity, 2)::text,
          'allocation_pct', c.allocation_pct::text, 'allocated', c.allocated::text,
          'wanted', r.units, 'free', r.free, 'fits', r.times, 'scarcest', r.scarcest) ORDER BY c.position, c.id)
        FROM package_items c JOIN component_prices(p.id) f ON f.package_item_id = c.id
          LEFT JOIN inventory_items i ON i.id = c.inventory_item_id LEFT JOIN ad_articles a ON a.id = c.ad_article_id
          LEFT JOIN room r ON r.package_item_id = c.id
        WHERE c.package_id = p.id), '[]')) AS answer
    FROM packages p WHERE p.id = ${id}::uuid`);
  return row?.answer ?? {};
};

/** The most documents that one answer names; the lists of quotes and contracts have the others. */
const mostSales = 100;

/** The open quotes and the contracts with a package that the actor may see, newest first. */
const readSales = (database: Queryable, id: string, actor: Actor) =>
  database.query(sql`
    SELECT d.kind, d.id, d.number, d.name, d.client, d.status, d.units::text, d.net::text, d.currency_code
    FROM (
      SELECT 'quote' AS kind, t.id, t.number, t.name, k.legal_name AS client, t.status, t.created_at, t.currency_code,
        sum(l.units) AS units, sum(l.net) AS net
      FROM quote_lines l JOIN quotes t ON t.id = l.quote_id JOIN clients k ON k.id = t.client_id
      WHERE l.package_id = ${id}::uuid AND t.status = ANY(${openQuoteStates}::text[]) AND t.archived_at IS NULL
        AND ${rowVisibility(quotes, actor, 't')}
      GROUP BY t.id, k.id
      UNION ALL
      SELECT 'contract', t.id, t.number, t.name, k.legal_name, t.status, t.created_at, t.currency_code,
        sum(l.units), sum(l.net)
      FROM contracts t JOIN clients k ON k.id = t.client_id JOIN LATERAL (
        SELECT o.units, o.net FROM order_lines o
        WHERE o.contract_id = t.id AND o.package_id = ${id}::uuid AND o.status = 'active'
        UNION ALL
        SELECT c.units, c.net FROM contract_lines c
        WHERE c.contract_id = t.id AND c.package_id = ${id}::uuid AND t.status IN ('draft', 'pending_signature')) l ON true
      WHERE t.status <> 'cancelled' AND t.archived_at IS NULL
        AND t.id IN (
          SELECT contract_id FROM order_lines WHERE package_id = ${id}::uuid
          UNION SELECT contract_id FROM contract_lines WHERE package_id = ${id}::uuid)
        AND ${rowVisibility(contracts, actor, 't')}
      GROUP BY t.id, k.id) d
    ORDER BY d.created_at DESC, d.id LIMIT ${mostSales}`);

/** How many documents, whoever may see them, a retirement would leave behind: open quotes, and contracts not signed yet. */
const readOpen = (database: Queryable, id: string) =>
  database.one(sql`
    SELECT
      (SELECT count(DISTINCT q.id)::integer FROM quote_lines l JOIN quotes q ON q.id = l.quote_id
        WHERE l.package_id = ${id}::uuid AND q.status = ANY(${openQuoteStates}::text[]) AND q.archived_at IS NULL) AS quotes,
      (SELECT count(DISTINCT c.id)::integer FROM contract_lines l JOIN contracts c ON c.id = l.contract_id
        WHERE l.package_id = ${id}::uuid AND c.status IN ('draft', 'pending_signature') AND c.archived_at IS NULL) AS contracts`);

/** What the page of a package shows besides its record: what is left of it, and where it is sold. */
export const packageRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const access = accessTo([packages.permissions.viewAll ?? '']);
  const requirePackage = async (id: string, actor: Actor): Promise<void> => {
    if (!(await readRecord(database, tableOf(packages), id, actor))) throw notFound();
  };

  app.get<{ Params: IdParams; Querystring: { from?: string; to?: string } }>(
    '/api/packages/:id/composition',
    routeOptions(access, {
      summary: 'Componentes de un paquete, con su precio vigente y lo que queda de sus espacios',
      description:
        '`fits`: cuántos paquetes caben si corren todos los días del periodo; nulo si no ocupan espacio. ' +
        '`limiting`: el componente del que menos queda.',
      params: idParams,
      querystring: {
        type: 'object',
        additionalProperties: false,
        required: ['from', 'to'],
        properties: {
          from: { type: 'string', maxLength: 10, description: 'AAAA-MM-DD' },
          to: { type: 'string', maxLength: 10, description: 'AAAA-MM-DD' },
        },
      },
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: { data: { type: 'object', additionalProperties: true } },
        },
      },
    }),
    async (request) => {
      await requirePackage(request.params.id, actorOf(request));
      return { data: await readComposition(database, request.params.id, periodOf(request.query)) };
    },
  );

  app.get<{ Params: IdParams }>(
    '/api/packages/:id/sales',
    routeOptions(access, {
      summary: 'Presupuestos en curso y contratos con un paquete',
      description:
        `\`data\`: los que usted puede ver, los más nuevos primero, hasta ${mostSales}. \`open\`: cuántos presupuestos ` +
        'en curso y contratos sin firmar lo tienen, los pueda ver o no.',
      params: idParams,
      response: {
        200: {
          type: 'object',
          required: ['data', 'open'],
          properties: {
            data: { type: 'array', items: { type: 'object', additionalProperties: true } },
            open: {
              type: 'object',
              properties: { quotes: { type: 'integer' }, contracts: { type: 'integer' } },
            },
          },
        },
      },
    }),
    async (request) => {
      const actor = actorOf(request);
      await requirePackage(request.params.id, actor);
      return {
        data: await readSales(database, request.params.id, actor),
        open: await readOpen(database, request.params.id),
      };
    },
  );
};
