import { round } from '@pauta/domain/money/arithmetic.ts';
import { clientBudgets } from '@pauta/domain/presales/planning/client-budget.ts';
import { repGoals } from '@pauta/domain/presales/planning/goals/rep-goal.ts';
import { type MonthName, monthNames } from '@pauta/domain/presales/planning/months.ts';
import {
  type GridOutcome,
  mostGridRows,
  mostSavedRows,
  type SavedRow,
} from '@pauta/domain/presales/planning/plan-grid.ts';
import type { Page, QueryParameters } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord, Resource, Values } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { command } from '../../platform/command.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { invalid, notFound, type Problem } from '../../platform/http/problem.ts';
import { attempt } from '../../resource/bulk/chunks.ts';
import { contextOf } from '../../resource/commands/context.ts';
import { changesSince } from '../../resource/history/changes-since.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { listedFieldsOf, listPage } from '../../resource/reading/list.ts';
import { lockRecords, parseRecord } from '../../resource/reading/read-record.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';
import { accessTo, creationHeaders, routeOptions } from '../../resource/route.ts';
import { rowParameters } from '../../resource/schemas.ts';
import { type ResourceTable, tableOf } from '../../resource/table.ts';
import { changeRecord, type Served } from '../../resource/writing/change-record.ts';
import { readPlanQuery } from './plan-query.ts';

/** The closed months of goals by id, whose cells are not written. */
const closedMonths = async (
  database: Queryable,
  ids: readonly string[],
): Promise<Readonly<Record<string, readonly string[]>>> => {
  const rows = await database.query<{ id: string; months: string[] }>(sql`
    WITH g AS MATERIALIZED (SELECT id, user_id, fiscal_year FROM rep_goals WHERE id = ANY(${ids}::uuid[])),
    closed AS MATERIALIZED (
      SELECT u.user_id, u.fiscal_year, place FROM (SELECT DISTINCT user_id, fiscal_year FROM g) u
        CROSS JOIN generate_series(1, 12) AS place
      WHERE goal_month_closed(u.user_id, make_date(u.fiscal_year, place, 1)))
    SELECT id, array_agg('m' || lpad(place::text, 2, '0') ORDER BY place) AS months FROM (
      SELECT g.id, c.place FROM g JOIN closed c USING (user_id, fiscal_year)
      UNION
      SELECT g.id, extract(month FROM k.month)::integer FROM g JOIN rep_goal_closings k ON k.rep_goal_id = g.id) m
    GROUP BY id`);
  return Object.fromEntries(rows.map(({ id, months }) => [id, months]));
};

const isMonth = (name: string): name is MonthName => monthNames.some((one) => one === name);

/** The months that somebody else changed to another value than the one that is written. */
const conflictsOf = (current: AnyRecord, { row_version, cells }: SavedRow): readonly MonthName[] =>
  current.row_version === row_version
    ? []
    : Object.entries(cells).flatMap(([name, { before, after }]) =>
        isMonth(name) && ![before, after].some((one) => round(one, 2) === current[name]) ? [name] : [],
      );

/** Messages of a refusal by month; under '' what concerns the whole row. */
const messagesOf = ({ message, errors = {} }: Problem): Readonly<Record<string, string>> => {
  const named = Object.entries(errors).map(([name, texts]): [string, string] => [
    isMonth(name) ? name : '',
    texts.join(' '),
  ]);
  return named.length > 0 ? Object.fromEntries(named) : { '': message };
};

/**
 * Saves the cells of one row, which is locked. A month that cannot be saved is left out, and the others are saved
 * without it.
 */
const saveRow = async (
  request: FastifyRequest,
  tx: Transaction,
  served: Served,
  current: AnyRecord,
  row: SavedRow,
): Promise<GridOutcome> => {
  const { table } = served;
  const taken = conflictsOf(current, row);
  const changes = taken.length > 0 ? await changesSince(tx, table, current, row.row_version) : [];
  const conflicts = taken.map((column) => {
    const change = changes.find(({ fields }) => fields.includes(column));
    return {
      column,
      theirs: String(current[column]),
      by: change?.by ?? 'Otra persona',
      at: change?.at ?? null,
    };
  });
  const problems: Record<string, string> = {};
  let saved = current;
  let values: Values = Object.fromEntries(
    Object.entries(row.cells)
      .filter(([name]) => isMonth(name) && !taken.includes(name))
      .map(([name, { after }]) => [name, after]),
  );
  while (Object.keys(values).length > 0) {
    const input = values;
    const outcome = await attempt(tx, () =>
      changeRecord(contextOf(request, tx), served, current, { action: 'update', input }),
    );
    if ('done' in outcome) {
      saved = parseRecord(outcome.done);
      break;
    }
    const refused = messagesOf(outcome.refused);
    Object.assign(problems, refused);
    const left = Object.entries(values).filter(([name]) => !(name in refused));
    values = '' in refused || left.length === Object.keys(values).length ? {} : Object.fromEntries(left);
  }
  return {
    id: row.id,
    row_version: saved.row_version,
    months: Object.fromEntries(monthNames.map((name) => [name, String(saved[name])])),
    conflicts,
    problems,
  };
};

const saveRows = async (
  request: FastifyRequest,
  tx: Transaction,
  served: Served,
  rows: readonly SavedRow[],
): Promise<readonly GridOutcome[]> => {
  const records = await lockRecords(
    tx,
    served.table,
    rows.map(({ id }) => id),
    actorOf(request),
  );
  const outcomes: GridOutcome[] = [];
  for (const row of rows) {
    const current = records.get(row.id);
    outcomes.push(
      current
        ? await saveRow(request, tx, served, current, row)
        : { id: row.id, row_version: null, months: {}, conflicts: [], problems: { '': notFound().message } },
    );
  }
  return outcomes;
};

const amount = { type: 'string', pattern: '^\\d{1,16}(\\.\\d{1,2})?$' } as const;
const texts = { type: 'object', additionalProperties: { type: 'string' } } as const;

const savedRows = {
  type: 'object',
  additionalProperties: false,
  required: ['rows'],
  properties: {
    rows: {
      type: 'array',
      minItems: 1,
      maxItems: mostSavedRows,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'row_version', 'cells'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          row_version: { type: 'integer', minimum: 1 },
          cells: {
            type: 'object',
            additionalProperties: false,
            properties: Object.fromEntries(
              monthNames.map((name) => [
                name,
                {
                  type: 'object',
                  additionalProperties: false,
                  required: ['before', 'after'],
                  properties: { before: amount, after: amount },
                },
              ]),
            ),
          },
        },
      },
    },
  },
} as const;

const outcome = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    row_version: { type: ['integer', 'null'], description: 'Nulo si el registro ya no está a su alcance' },
    months: { ...texts, description: 'Los montos como quedaron' },
    conflicts: {
      type: 'array',
      description: 'Celdas que otra persona cambió entretanto, que no se guardan',
      items: {
        type: 'object',
        properties: {
          column: { type: 'string' },
          theirs: { type: 'string' },
          by: { type: 'string' },
          at: { type: ['string', 'null'] },
        },
      },
    },
    problems: {
      ...texts,
      description: 'Por qué no se guardó una celda; con la clave vacía, ninguna de la fila',
    },
  },
} as const;

/** All rows of a plan for its grid, and the cells that are written in it. */
const gridOf = (
  app: FastifyInstance,
  resource: Resource,
  hooks: ResourceHooks,
  lockedOf?: typeof closedMonths,
): void => {
  const table: ResourceTable = tableOf(resource);
  const { permissions, label } = resource;
  const many = label.many.toLocaleLowerCase('es');
  app.get(
    `/api/${resource.path}/grid`,
    routeOptions(accessTo(viewPermissions(resource)), {
      summary: `Todas las filas de ${many} para editarlas en cuadrícula`,
      description: `Los filtros son los de la lista. Hasta ${mostGridRows} filas; \`is_cut\` dice si hay más.`,
      querystring: rowParameters(resource),
      response: {
        200: {
          type: 'object',
          required: ['data', 'locked', 'is_cut'],
          properties: {
            data: { type: 'array', items: { type: 'object' } },
            locked: { type: 'object', description: 'Meses cerrados por fila' },
            is_cut: { type: 'boolean' },
          },
        },
      },
    }),
    async (request) => {
      const parameters = request.query as QueryParameters;
      const names = listedFieldsOf(resource, parameters.fields);
      const query = { ...readPlanQuery(resource, parameters), limit: mostGridRows, cursor: null };
      const page = JSON.parse(
        await listPage(app.database, table, query, actorOf(request), { fields: names, count: false }),
      ) as Page<AnyRecord>;
      const ids = page.data.map(({ id }) => id);
      return {
        data: page.data,
        locked: lockedOf ? await lockedOf(app.database, ids) : {},
        is_cut: page.next_cursor !== null,
      };
    },
  );

  app.post<{ Body: { readonly rows: readonly SavedRow[] } }>(
    `/api/${resource.path}/cells`,
    {
      ...routeOptions(accessTo([permissions.updateAll, permissions.updateOwn]), {
        summary: `Guarda montos por mes de ${many}`,
        description:
          'Cada fila se guarda por separado. Una celda que otra persona cambió desde `before` no se guarda y se responde con su valor; las demás de la fila sí.',
        headers: creationHeaders,
        body: savedRows,
        response: {
          200: {
            type: 'object',
            required: ['data'],
            properties: { data: { type: 'array', items: outcome } },
          },
        },
      }),
      attachValidation: false,
    },
    (request) => {
      const ids = new Set(request.body.rows.map(({ id }) => id));
      if (ids.size < request.body.rows.length) throw invalid({ rows: ['Envíe cada fila una sola vez.'] });
      return command(request, async (tx) => ({
        status: 200,
        body: { data: await saveRows(request, tx, { table, hooks }, request.body.rows) },
      }));
    },
  );
};

/** The grids of budgets of clients and of goals. */
export const gridRoutes = (
  app: FastifyInstance,
  hooks: { readonly clientBudgets: ResourceHooks; readonly repGoals: ResourceHooks },
): void => {
  gridOf(app, clientBudgets, hooks.clientBudgets);
  gridOf(app, repGoals, hooks.repGoals, closedMonths);
};
