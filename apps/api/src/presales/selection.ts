import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import { invalid } from '../platform/http/problem.ts';
import { scopeCondition } from '../resource/reading/row-scope.ts';
import { foundBy } from '../resource/reading/words/found-by.ts';
import { allOf } from '../resource/statement.ts';
import { tableOf } from '../resource/table.ts';

/** The selected clients of the board: individual ones, or all of a seller that match a search. */
export interface ClientSelection {
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
} as const;

/** Condition on the row `t` of a selected client that the actor may see. @throws Problem 422 if nothing is selected */
export const selectionCondition = (
  { ids, from_user_id: from, q = '' }: ClientSelection,
  actor: Actor,
): Sql => {
  if ((ids === undefined) === (from === undefined))
    throw invalid({ ids: ['Indique los clientes, o el vendedor de quien son todos.'] });
  const scope = scopeCondition(clients as Resource, actor);
  if (ids !== undefined) return sql`t.id = ANY(${[...ids]}::uuid[]) AND ${scope}`;
  return sql`t.primary_sales_rep_id = ${from}::uuid AND ${allOf(foundBy(tableOf(clients as Resource), q, actor))} AND ${scope}`;
};
