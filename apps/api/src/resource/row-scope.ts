import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import { anyOf } from './statement.ts';
import { quoted } from './table.ts';

/** Which rows of a resource somebody sees. */
export type RowScope = 'all' | 'team' | 'own' | 'none';

/** The widest of the view permissions that the actor holds. */
export const rowScope = ({ permissions }: Resource, actor: Actor): RowScope => {
  const holds = (name: string | undefined) => name !== undefined && actor.permissions.has(name);
  if (permissions.viewAll === null || holds(permissions.viewAll)) return 'all';
  if (holds(permissions.viewTeam)) return 'team';
  return holds(permissions.viewOwn) ? 'own' : 'none';
};

/** Names of the permissions of which one is needed to see anything; empty when nobody needs one. */
export const viewPermissions = ({ permissions, owners }: Resource): string[] =>
  permissions.viewAll === null
    ? []
    : [permissions.viewAll, ...(owners.length > 0 ? [permissions.viewTeam, permissions.viewOwn] : [])].filter(
        (name) => name !== undefined,
      );

const ownerIs = (resource: Resource, test: Sql): Sql =>
  anyOf(resource.owners.map((owner) => sql`t.${raw(quoted(owner))} ${test}`));

/** Condition for the row `t` to be one that the actor sees. */
export const scopeCondition = (resource: Resource, actor: Actor): Sql => {
  switch (rowScope(resource, actor)) {
    case 'all':
      return raw('true');
    case 'own':
      return ownerIs(resource, sql`= ${actor.userId}::uuid`);
    case 'team':
      return ownerIs(
        resource,
        sql`IN (
          WITH RECURSIVE team AS (
            SELECT ${actor.userId}::uuid AS id
            UNION SELECT u.id FROM users u JOIN team ON u.reports_to_id = team.id)
          SELECT id FROM team)`,
      );
    default:
      return raw('false');
  }
};
