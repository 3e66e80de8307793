import { openHoldStates } from '@pauta/domain/inventory/holds/hold.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { mostSaleLines } from '@pauta/domain/sales/lines/sale-line.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { openQuoteStates } from '@pauta/domain/sales/quotes/quote-guards.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { availabilityOf } from '../../inventory/availability/availability.ts';
import { readSpaces } from '../../inventory/items/space.ts';
import { type Actor, actorOf } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { rowVisibility, viewPermissions } from '../../resource/reading/row-scope.ts';
import { accessTo, type IdParams, idParams, idsOf, idsQuery, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { cellsTaken, componentsOf, type TakenSpace, takenSpace } from '../signing/bookings-of.ts';

interface AskedLine {
  id: string;
  inventory_item_id?: string | null;
  package_id?: string | null;
  /** How many packages. */
  units?: string | null;
  /** Those that were chosen of a configurable package. */
  components?: readonly { readonly id: string; readonly quantity: string }[] | null;
  flight: DateRange;
  days?: string[] | null;
  units_per_day?: number | null;
  duration_sec?: number | null;
}

const day = { type: 'string', format: 'date' } as const;
const askedLine = {
  type: 'object',
  required: ['id', 'flight'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', format: 'uuid' },
    inventory_item_id: { type: ['string', 'null'], format: 'uuid' },
    package_id: { type: ['string', 'null'], format: 'uuid' },
    units: {
      type: ['string', 'null'],
      pattern: '^[0-9]{1,10}(\\.[0-9]{1,2})?$',
      description: 'Cuántos paquetes',
    },
    components: {
      type: ['array', 'null'],
      maxItems: 60,
      description: 'Los componentes elegidos de un paquete configurable',
      items: {
        type: 'object',
        required: ['id', 'quantity'],
        additionalProperties: false,
        properties: {
          id: { type: 'string', maxLength: 36 },
          name: { type: ['string', 'null'], maxLength: 160 },
          quantity: { type: 'string', pattern: '^[0-9]{1,10}(\\.[0-9]{1,2})?$' },
        },
      },
    },
    flight: {
      type: 'object',
      required: ['from', 'to'],
      additionalProperties: false,
      properties: { from: day, to: day },
    },
    days: {
      type: ['array', 'null'],
      maxItems: 7,
      items: { type: 'string', enum: ['1', '2', '3', '4', '5', '6', '7'] },
    },
    units_per_day: { type: ['integer', 'null'], minimum: 1, maximum: 1_000_000_000 },
    duration_sec: { type: ['integer', 'null'], minimum: 1, maximum: 7200 },
  },
} as const;

const longest = 366;
const isShort = ({ from, to }: DateRange): boolean =>
  from !== null && to !== null && from <= to && (Date.parse(to) - Date.parse(from)) / 86_400_000 < longest;

interface WantedSpace extends TakenSpace {
  readonly line_id: string;
  readonly hold: {
    readonly id: string;
    readonly number: string;
    readonly expires_at: string;
    readonly status: (typeof openHoldStates)[number];
  } | null;
}

/** States of a line whose spaces all have an open hold: that of the hold which is furthest from having its place. */
const stateOf = { requested: 'requested', queued: 'queued', active: 'held' } as const;

/** What lines, and the components of their packages, take of spaces, with the open holds of quotes that the actor sees. */
const readWanted = (database: Queryable, lines: readonly AskedLine[], actor: Actor): Promise<WantedSpace[]> =>
  database.query<WantedSpace>(sql`
    SELECT l.id AS line_id, ${takenSpace('l')},
      CASE WHEN h.id IS NOT NULL THEN json_build_object('id', h.id, 'number', h.number, 'expires_at', h.expires_at,
        'status', h.status) END AS hold
    FROM (
      SELECT r.id, r.inventory_item_id, r.package_id, coalesce(r.days, '{1,2,3,4,5,6,7}') AS days,
        coalesce(r.units_per_day, 1) AS units_per_day, coalesce(r.units, 1) AS units, r.duration_sec,
        CASE WHEN jsonb_array_length(r.components) > 0 THEN r.components END AS components,
        daterange((r.flight ->> 'from')::date, (r.flight ->> 'to')::date, '[]') AS flight
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS r (id uuid, inventory_item_id uuid, package_id uuid,
        days text[], units_per_day integer, units numeric, duration_sec integer, components jsonb,
        flight jsonb)) l
      CROSS JOIN LATERAL ${componentsOf('l')} s
      LEFT JOIN holds h ON h.quote_line_id = l.id AND h.package_item_id IS NOT DISTINCT FROM s.package_item_id
        AND h.status = ANY(${openHoldStates}::text[]) AND h.expires_at > now()
        AND EXISTS (SELECT FROM quotes t WHERE t.id = h.quote_id AND ${rowVisibility(quotes, actor, 't')})
    WHERE s.inventory_item_id IS NOT NULL
    ORDER BY l.id, s.position, s.package_item_id`);

/** Open holds of lines, and whether the spaces of the others are free, by the id of the line. */
const readAvailability = async (database: Queryable, lines: readonly AskedLine[], actor: Actor) => {
  const wanted = await readWanted(
    database,
    lines.filter(({ flight }) => isShort(flight)),
    actor,
  );
  const spaces = await readSpaces(
    database,
    wanted.map((one) => one.inventory_item_id),
  );
  const byLine = Map.groupBy(wanted, ({ line_id }) => line_id);
  const asked = [...byLine].flatMap(([key, components]) => {
    const cells = components.map((one) => {
      const space = spaces.get(one.inventory_item_id);
      return one.hold === null && space ? cellsTaken(one, space) : [];
    });
    // What is sold by the second is not known without a duration.
    return cells.includes(null) ? [] : [{ key, cells: cells.flatMap((some) => some ?? []) }];
  });
  const found = await availabilityOf(database, asked);
  return Object.fromEntries(
    lines.map(({ id, package_id }) => {
      const components = byLine.get(id) ?? [];
      const holds = components.flatMap(({ hold }) => hold ?? []);
      if (holds.length > 0 && holds.length === components.length) {
        const furthest = openHoldStates.find((status) => holds.some((hold) => hold.status === status));
        const first = holds.reduce((a, b) => (b.expires_at < a.expires_at ? b : a));
        return [id, { state: stateOf[furthest ?? 'active'], hold: first }];
      }
      const { state = 'unknown', scarcest = null } = found.get(id) ?? {};
      return [
        id,
        { state, ...(package_id && scarcest !== null && { scarcest: spaces.get(scarcest)?.name }) },
      ];
    }),
  );
};

interface LineOfQuote extends AskedLine {
  readonly quote_id: string;
}

/** How many days of lines one request looks up at most; the quotes beyond are not answered. */
const mostDays = 60_000;

/** Lines of quotes that take spaces; further conditions follow. */
const takingLines = sql`
  SELECT id, quote_id, inventory_item_id, package_id, units::text,
    json_build_object('from', lower(flight), 'to', upper(flight) - 1) AS flight, days, units_per_day, duration_sec,
    components
  FROM quote_lines WHERE num_nonnulls(inventory_item_id, package_id) > 0`;

/** Whether the spaces of open quotes are free where they are not held, by the id of the quote. */
const readAvailabilityByQuote = async (database: Queryable, ids: readonly string[], actor: Actor) => {
  const lines = await database.query<LineOfQuote>(sql`
    WITH asked AS (
      SELECT t.id, sum(d.days) OVER (ORDER BY t.id) AS days_so_far
      FROM quotes t CROSS JOIN LATERAL (
        SELECT coalesce(sum(upper(l.flight) - lower(l.flight)), 0) AS days FROM quote_lines l WHERE l.quote_id = t.id) d
      WHERE t.id = ANY(${ids}::uuid[]) AND t.status = ANY(${openQuoteStates}::text[]) AND ${rowVisibility(quotes, actor, 't')})
    ${takingLines} AND quote_id IN (SELECT id FROM asked WHERE days_so_far <= ${mostDays})`);
  const found = await readAvailability(database, lines, actor);
  const byQuote = Map.groupBy(lines, ({ quote_id }) => quote_id);
  return [...byQuote].flatMap(([id, of]) => {
    const states = of
      .map((line) => found[line.id]?.state)
      .filter((state) => state === 'available' || state === 'partial' || state === 'none');
    const [first] = states;
    if (!first) return [];
    return { id, state: states.every((state) => state === first) ? first : 'partial' };
  });
};

/** Whether the spaces of lines are free or held: of lines that are being edited, and of those of a quote. */
export const lineAvailabilityRoutes = (app: FastifyInstance): void => {
  const { permissions } = quotes;
  const editing = accessTo([permissions.create, permissions.updateAll, permissions.updateOwn]);
  const answer = {
    200: {
      type: 'object',
      required: ['data'],
      properties: { data: { type: 'object', additionalProperties: true } },
    },
  } as const;

  app.post<{ Body: { lines: AskedLine[] } }>(
    '/api/quotes/availability',
    {
      ...routeOptions(editing, {
        summary: 'Disponibilidad de los espacios de estos renglones',
        body: {
          type: 'object',
          required: ['lines'],
          additionalProperties: false,
          properties: { lines: { type: 'array', maxItems: mostSaleLines, items: askedLine } },
        },
        response: answer,
      }),
      attachValidation: false,
    },
    async (request) => ({
      data: await readAvailability(app.database, request.body.lines, actorOf(request)),
    }),
  );

  const viewing = accessTo(viewPermissions(quotes));
  app.get<{ Querystring: Record<string, unknown> }>(
    '/api/quotes/availability',
    routeOptions(viewing, {
      summary: 'Disponibilidad de los espacios sin reservar de presupuestos abiertos',
      querystring: idsQuery,
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: {
            data: {
              type: 'array',
              items: {
                type: 'object',
                required: ['id', 'state'],
                properties: {
                  id: { type: 'string', format: 'uuid' },
                  state: { type: 'string', enum: ['available', 'partial', 'none'] },
                },
              },
            },
          },
        },
      },
    }),
    async (request) => ({
      data: await readAvailabilityByQuote(app.database, idsOf(request.query), actorOf(request)),
    }),
  );

  app.get<{ Params: IdParams }>(
    '/api/quotes/:id/availability',
    routeOptions(viewing, {
      summary: 'Disponibilidad y reservas de los renglones de un presupuesto',
      params: idParams,
      response: answer,
    }),
    async (request) => {
      const { id: quoteId } = request.params;
      await readRecord(app.database, tableOf(quotes), quoteId, actorOf(request));
      const lines = await app.database.query<AskedLine>(sql`${takingLines} AND quote_id = ${quoteId}::uuid`);
      return { data: await readAvailability(app.database, lines, actorOf(request)) };
    },
  );
};
