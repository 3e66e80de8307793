import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { reachBy, rowScope } from '../../resource/reading/row-scope.ts';

/** Users whose records the actor may see; null if that is all users, or the resource has no owners. */
export const visibleOwners = async (
  tx: Queryable,
  resource: Resource,
  actor: Actor,
): Promise<ReadonlySet<string> | null> => {
  const scope = rowScope(resource, actor);
  if (resource.owners.length === 0 || scope === 'all' || scope === 'none') return null;
  const own = reachBy(actor, resource.permissions.viewOwn);
  if (scope === 'own') return new Set(own);
  const rows = await tx.query<{ id: string }>(sql`
    WITH RECURSIVE team AS (
      SELECT unnest(${reachBy(actor, resource.permissions.viewTeam)}::uuid[]) AS id
      UNION SELECT a.id FROM actors a JOIN team ON a.leader_id = team.id)
    SELECT id FROM team UNION SELECT unnest(${own}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
};
