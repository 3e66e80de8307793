import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import type { Sheet } from '@pauta/domain/resource/import/sheet.ts';
import { type ColumnMeaning, columnMeanings } from '@pauta/domain/sales/orders/column-meanings.ts';
import { matchSpaces } from '@pauta/domain/sales/orders/match-spaces.ts';
import { timesOf } from '@pauta/domain/sales/orders/order-lines.ts';
import { readOrder } from '@pauta/domain/sales/orders/read-order.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { importLimits, orderLimits } from '../../import-export/limits.ts';
import { importMegabytes, readGivenFile } from '../../import-export/reading/given-file.ts';
import { parseSheets } from '../../import-export/reading/parse-file.ts';
import { inTurn } from '../../import-export/reading/reading-turn.ts';
import { actorOf } from '../../platform/access.ts';
import { command } from '../../platform/command.ts';
import { invalid } from '../../platform/http/problem.ts';
import { accessTo, refusal, routeOptions } from '../../resource/route.ts';
import { keepOrderMemory, readOrderMemory } from './order-memory.ts';
import { readOrderSpaces } from './order-spaces.ts';

const meanings = Object.keys(columnMeanings);
const layoutSchema = {
  type: 'object',
  maxProperties: 200,
  additionalProperties: { type: 'string', enum: meanings },
  description: 'Qué significa cada columna, por su título sin signos ni acentos',
} as const;

/** More lines than a quote has; matching them with spaces takes time. */
const mostLines = 500;

interface ReadBody {
  text?: string;
  sheets?: Sheet[];
  layout?: Record<string, ColumnMeaning>;
}

interface LearnBody {
  agency_id: string;
  spaces?: { text: string; inventory_item_id: string }[];
  columns?: Record<string, ColumnMeaning>;
}

/** Sheets that the client received before, sent again with other meanings of columns. */
const givenSheets = ({ sheets }: ReadBody): readonly Sheet[] | null => {
  if (sheets === undefined) return null;
  const cells = sheets.reduce((sum, { rows }) => sum + rows.reduce((count, row) => count + row.length, 0), 0);
  if (cells > orderLimits.cells)
    throw invalid({ file: ['Hay demasiadas celdas. Deje solo las de la orden.'] });
  return sheets;
};

const readSheetsOf = async (request: FastifyRequest): Promise<readonly Sheet[]> => {
  const again = request.isMultipart() ? null : givenSheets((request.body ?? {}) as ReadBody);
  if (again) return again;
  const given = await readGivenFile(request);
  try {
    return await inTurn(() => parseSheets(given, given.pasted));
  } finally {
    await given.file.close();
  }
};

const count = { type: 'integer', minimum: 0, maximum: 10_000 } as const;
const sheetSchema = {
  type: 'object',
  required: ['name', 'rows', 'merges'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', maxLength: 200 },
    rows: {
      type: 'array',
      maxItems: orderLimits.lines,
      items: {
        type: 'array',
        maxItems: orderLimits.columns,
        items: { type: ['string', 'number', 'boolean', 'null'], maxLength: importLimits.cell },
      },
    },
    merges: {
      type: 'array',
      maxItems: 5000,
      items: {
        type: 'object',
        required: ['row', 'column', 'rows', 'columns'],
        additionalProperties: false,
        properties: { row: count, column: count, rows: count, columns: count },
      },
    },
  },
} as const;

/** Reads the orders of agencies for the form of a quote, and keeps what its user confirms. */
export const orderRoutes = (app: FastifyInstance): void => {
  const { permissions } = quotes;
  const editing = accessTo([permissions.create, permissions.updateAll, permissions.updateOwn]);
  const answer = {
    200: {
      type: 'object',
      required: ['data'],
      properties: { data: { type: 'object', additionalProperties: true } },
    },
  } as const;

  app.post<{ Body: ReadBody; Querystring: { agency_id?: string } }>(
    '/api/quotes/orders/read',
    {
      config: { access: editing, files: true, problems: { 413: `El archivo supera ${importMegabytes} MB` } },
      // Limit for pasted cells; a file is streamed to disk instead.
      bodyLimit: importLimits.pasted,
      schema: {
        summary: 'Lee la orden de pauta de una agencia: renglones, espacios que parecen y dudas',
        description:
          'XLSX, ODS o CSV en el campo `file` (multipart/form-data), `{ "text": "…" }` con celdas pegadas, o `{ "sheets": […] }` de una respuesta anterior. No se guarda nada.',
        consumes: ['multipart/form-data', 'application/json'],
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: {
            agency_id: { type: 'string', format: 'uuid', description: 'De la que se recuerda lo confirmado' },
          },
        },
        body: {
          // A file has no JSON body.
          type: ['object', 'null'],
          additionalProperties: false,
          properties: {
            text: { type: 'string' },
            sheets: { type: 'array', minItems: 1, maxItems: orderLimits.sheets, items: sheetSchema },
            layout: layoutSchema,
          },
        },
        response: answer,
      },
      serializerCompiler: () => (data: unknown) => JSON.stringify(data),
    },
    async (request) => {
      const actor = actorOf(request);
      const sheets = await readSheetsOf(request);
      const memory = await readOrderMemory(app.database, request.query.agency_id ?? null, actor);
      const layout = { ...memory.layout, ...(request.isMultipart() ? {} : (request.body?.layout ?? {})) };
      const order = readOrder(sheets, { today: companyToday(), layout });
      if (order.lines.length > mostLines)
        throw invalid({
          file: [
            `La orden tiene ${order.lines.length} renglones y se leen hasta ${mostLines}. Divídala en partes.`,
          ],
        });
      const spaces = order.lines.length === 0 ? [] : await readOrderSpaces(app.database, actor);
      const byId = new Map(spaces.map((space) => [space.id, space]));
      const matches = matchSpaces(order.lines, spaces, memory.spaces);
      const named = (id: string) => {
        const space = byId.get(id);
        return { id, label: space?.name ?? '', code: space?.code ?? '', station: space?.station ?? '' };
      };
      return {
        data: {
          ...order,
          sheets,
          lines: order.lines.map((line, index) => {
            const match = matches[index];
            return {
              ...line,
              times: timesOf(line.units),
              match: {
                certainty: match?.certainty ?? 'none',
                is_learned: match?.isLearned ?? false,
                space: match?.id ? named(match.id) : null,
                candidates: (match?.candidates ?? []).map(named),
              },
            };
          }),
        },
      };
    },
  );

  app.post<{ Body: LearnBody }>(
    '/api/quotes/orders/confirm',
    {
      ...routeOptions(editing, {
        summary:
          'Recuerda los espacios y las columnas que se confirmaron de una orden, para la próxima de la agencia',
        body: {
          type: 'object',
          required: ['agency_id'],
          additionalProperties: false,
          properties: {
            agency_id: { type: 'string', format: 'uuid' },
            spaces: {
              type: 'array',
              maxItems: 500,
              items: {
                type: 'object',
                required: ['text', 'inventory_item_id'],
                additionalProperties: false,
                properties: {
                  text: { type: 'string', minLength: 1, maxLength: 300 },
                  inventory_item_id: { type: 'string', format: 'uuid' },
                },
              },
            },
            columns: layoutSchema,
          },
        },
        response: { ...answer, 404: refusal('No hay tal agencia a su alcance') },
      }),
      attachValidation: false,
    },
    async (request) => {
      const { agency_id: agencyId, spaces = [], columns = {} } = request.body;
      const titles = Object.entries(columns).filter(([title]) => title.length > 0 && title.length <= 120);
      return command(request, async (tx) => {
        await keepOrderMemory(
          tx,
          {
            agencyId,
            spaces: new Map(spaces.map((one) => [one.text, one.inventory_item_id])),
            columns: new Map(titles),
          },
          actorOf(request),
        );
        return { status: 200, body: { data: {} } };
      });
    },
  );
};
