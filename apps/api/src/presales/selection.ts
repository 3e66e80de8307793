import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import { invalid } from '../platform/http/problem.ts';
import { scopeCondition } from '../resource/reading/row-scope.ts';
import { foundBy } from '../resource/reading/words/found-by.ts';
import { allOf } from '../resource/statement.ts';
import { tableOf } from '../resource/table.ts';

/** The clients that the board is restricted to, by ids of a category and a locality. */
export interface ClientFilter {
  readonly category?: string;
  readonly locality?: string;
}

/** Its schema in the OpenAPI document. */
export const filterProperties = {
  category: { type: 'string', format: 'uuid', description: 'Solo los clientes de esta categoría' },
  locality: {
    type: 'string',
    format: 'uuid',
    description: 'Solo los clientes de esta localidad o de las que le pertenecen',
  },
} as const;

/** Condition on the row `t` of a client. */
export const filterCondition = ({ category, locality }: ClientFilter): Sql =>
  allOf([
    ...(category === undefined ? [] : [sql`t.client_category_id = ${category}::uuid`]),
    ...(locality === undefined
      ? []
      : [
          sql`t.locality_id IN (
            WITH RECURSIVE places AS (
              SELECT ${locality}::uuid AS id
              UNION SELECT l.id FROM localities l JOIN places p ON l.parent_id = p.id)
            SELECT id FROM places)`,
        ]),
  ]);

/** The selected clients of the board: individual ones, or all of a seller that match a search and the filter. */
export interface ClientSelection extends ClientFilter {
  readonly ids?: readonly string[];
  readonly from_user_id?: string;
  readonly q?: string;
}

/** Its schema in the OpenAPI document. */
export const selectionProperties = {
  ids: {
    type: 'array',
    minItems: 1,
    maxItems: 1000,
    items: { type: 'string', format: 'uuid' },
    description: 'Los clientes, por su identificador',
  },
  from_user_id: {
    type: 'string',
    format: 'uuid',
    description: 'En lugar de `ids`: todos los de este vendedor',
  },
  q: {
    type: 'string',
    maxLength: 200,
    description: 'Con `from_user_id`: solo los que encuentra la búsqueda',
  },
  ...filterProperties,
} as const;

/** Condition on the row `t` of a selected client that the actor may see. @throws Problem 422 if nothing is selected */
export const selectionCondition = (
  { ids, from_user_id: from, q = '', ...filter }: ClientSelection,
  actor: Actor,
): Sql => {
  if ((ids === undefined) === (from === undefined))
    throw invalid({ ids: ['Indique los clientes, o el vendedor de quien son todos.'] });
  const scope = scopeCondition(clients as Resource, actor);
  if (ids !== undefined) return sql`t.id = ANY(${[...ids]}::uuid[]) AND ${scope}`;
  return sql`t.primary_sales_rep_id = ${from}::uuid AND ${filterCondition(filter)}
    AND ${allOf(foundBy(tableOf(clients as Resource), q, actor))} AND ${scope}`;
};
