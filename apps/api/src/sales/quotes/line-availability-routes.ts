import { cellsOf } from '@pauta/domain/inventory/capacity/cells.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { availabilityOf } from '../../inventory/availability/availability.ts';
import { readSpaces } from '../../inventory/items/space.ts';
import { actorOf } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';

interface AskedLine {
  id: string;
  inventory_item_id: string;
  flight: DateRange;
  days?: string[] | null;
  units_per_day?: number | null;
  duration_sec?: number | null;
}

const day = { type: 'string', format: 'date' } as const;
const askedLine = {
  type: 'object',
  required: ['id', 'inventory_item_id', 'flight'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', format: 'uuid' },
    inventory_item_id: { type: 'string', format: 'uuid' },
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

/** Active holds of lines, and whether the spaces of the others are free, by the id of the line. */
const readAvailability = async (database: Queryable, lines: readonly AskedLine[]) => {
  const held = await database.query<{ line_id: string; id: string; number: string; expires_at: string }>(sql`
    SELECT quote_line_id AS line_id, id, number, expires_at FROM holds
    WHERE quote_line_id = ANY(${lines.map((line) => line.id)}::uuid[]) AND status = 'active' AND expires_at > now()`);
  const holds = new Map(held.map(({ line_id, ...one }) => [line_id, one]));
  const spaces = await readSpaces(
    database,
    lines.map((line) => line.inventory_item_id),
  );
  const asked = lines.flatMap((line) => {
    const space = spaces.get(line.inventory_item_id);
    if (!space || holds.has(line.id) || !isShort(line.flight)) return [];
    if (space.capacity_unit === 'seconds' && !line.duration_sec) return [];
    const cells = cellsOf(
      {
        flight: line.flight,
        ...(line.days && { days: line.days }),
        unitsPerDay: line.units_per_day ?? 1,
        durationSec: line.duration_sec ?? null,
      },
      space,
    );
    return [{ key: line.id, cells: cells.map((cell) => ({ ...cell, itemId: space.id })) }];
  });
  const found = await availabilityOf(database, asked);
  return Object.fromEntries(
    lines.map((line) => {
      const hold = holds.get(line.id);
      return [line.id, hold ? { state: 'held', hold } : { state: found.get(line.id) ?? 'unknown' }];
    }),
  );
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
          properties: { lines: { type: 'array', maxItems: 300, items: askedLine } },
        },
        response: answer,
      }),
      attachValidation: false,
    },
    async (request) => ({ data: await readAvailability(app.database, request.body.lines) }),
  );

  app.get<{ Params: IdParams }>(
    '/api/quotes/:id/availability',
    routeOptions(accessTo([permissions.viewAll ?? '', permissions.viewTeam, permissions.viewOwn]), {
      summary: 'Disponibilidad y reservas de los renglones de un presupuesto',
      params: idParams,
      response: answer,
    }),
    async (request) => {
      const { id: quoteId } = request.params;
      await readRecord(app.database, tableOf(quotes), quoteId, actorOf(request));
      const lines = await app.database.query<AskedLine>(sql`
        SELECT id, inventory_item_id, json_build_object('from', lower(flight), 'to', upper(flight) - 1) AS flight,
          days, units_per_day, duration_sec
        FROM quote_lines WHERE quote_id = ${quoteId}::uuid AND inventory_item_id IS NOT NULL`);
      return { data: await readAvailability(app.database, lines) };
    },
  );
};
