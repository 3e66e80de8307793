import { isId } from '@pauta/domain/kinds/reference.ts';
import { parseQueryText } from '@pauta/domain/resource/query/query.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql, { raw } from 'sql-template-tag';
import { type AnyActor, isUser } from '../platform/access.ts';
import type { Queryable } from '../platform/database/database.ts';
import { conflict, invalid } from '../platform/http/problem.ts';
import { listConditions } from './reading/list.ts';
import { quoted, type ResourceTable } from './table.ts';

/** Maximum size of a selection, by ids and by query. */
export const selectionLimits = { ids: 1000, rows: 10_000 } as const;

/** Schema of a selection: which records a command is about. */
export const selectionProperties = {
  ids: {
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    minItems: 1,
    maxItems: selectionLimits.ids,
    description: 'Los registros, por su identificador',
  },
  query: {
    type: 'string',
    description: 'En lugar de `ids`: todos los registros de una lista, por sus parámetros',
  },
  expected: {
    type: 'integer',
    minimum: 0,
    description: 'Con `query`: cuántos registros vio la persona; si ya no son esos, 409 `selection_changed`',
  },
} as const;

const tooMany = () =>
  invalid(
    {},
    `Una acción alcanza hasta ${formatCount(selectionLimits.rows)} registros y esta selección tiene más. ` +
      'Acótela con filtros y hágalo por partes.',
  );

/**
 * The ids of a selection, in order. Given ids are taken as they are, without a permission check; the result of a query
 * is counted again.
 *
 * @param body `{ ids }` or `{ query, expected }`, unchecked
 * @throws Problem 422 when it is neither or too large, 409 `selection_changed` with the current `count`
 */
export const readSelection = async (
  database: Queryable,
  table: ResourceTable,
  body: Readonly<Record<string, unknown>>,
  actor: AnyActor,
): Promise<readonly string[]> => {
  const { ids, query, expected } = body;
  if ((ids === undefined) === (query === undefined)) {
    throw invalid({
      ids: ['Indique los registros (ids) o la consulta que los reúne (query), una de las dos.'],
    });
  }
  if (ids !== undefined) {
    if (!Array.isArray(ids) || !ids.every(isId))
      throw invalid({ ids: ['Envíe una lista de identificadores.'] });
    if (ids.length === 0) throw invalid({ ids: ['Seleccione al menos un registro.'] });
    if (ids.length > selectionLimits.ids) {
      throw invalid({
        ids: [`Envíe hasta ${selectionLimits.ids} identificadores, o la consulta que reúne los registros.`],
      });
    }
    return [...new Set(ids)].sort();
  }
  if (typeof query !== 'string' || query.length > 8000) {
    throw invalid({ query: ['Envíe los parámetros de la lista como texto.'] });
  }
  if (typeof expected !== 'number' || !Number.isInteger(expected) || expected < 0) {
    throw invalid({ expected: ['Indique cuántos registros espera cambiar.'] });
  }
  if (!isUser(actor)) throw new Error('Only users select records by a query; a job names them.');
  const parsed = parseQueryText(table.resource, query);
  if (!parsed.ok) throw invalid(parsed.errors);
  const found = await database.query<{ id: string }>(sql`
    SELECT t.id FROM ${raw(quoted(table.name))} t WHERE ${listConditions(table, parsed.query, actor)}
    ORDER BY t.id LIMIT ${raw(String(selectionLimits.rows + 1))}`);
  if (found.length > selectionLimits.rows) throw tooMany();
  if (found.length !== expected) {
    throw conflict(
      'selection_changed',
      `La selección cambió: ahora son ${formatCount(found.length)} registros en lugar de ` +
        `${formatCount(expected)}. Revísela y confirme de nuevo.`,
      { extra: { count: found.length } },
    );
  }
  return found.map(({ id }) => id);
};
