import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Engine } from '../resource/engine.ts';
import { rowScope, scopeCondition } from '../resource/reading/row-scope.ts';
import { quoted } from '../resource/table.ts';
import type { LiveEvent } from './live-event.ts';
import type { RecordChange } from './sources.ts';

interface Seen {
  /** Index of the actor in the query, -1 for the rows without permission check. */
  who: number;
  id: string;
  row_version: number;
}

// Actors per statement; each one is another index look-up by id.
const mostAtOnce = 50;

/** The records that each actor may see, and their versions (index -1). */
const readSeen = async (
  database: Queryable,
  resource: Resource,
  ids: readonly string[],
  actors: readonly Actor[],
): Promise<readonly Seen[]> => {
  const table = raw(quoted(resource.name));
  const select = (who: number, condition: Sql) =>
    sql`SELECT ${raw(String(who))} AS who, t.id, t.row_version FROM ${table} t WHERE t.id = ANY(${ids}::uuid[]) AND ${condition}`;
  const found: Seen[] = [];
  for (let from = -1; from < actors.length; from += mostAtOnce) {
    const branches: Sql[] = [];
    for (let who = from; who < Math.min(from + mostAtOnce, actors.length); who += 1) {
      const actor = actors[who];
      branches.push(select(who, actor ? scopeCondition(resource, actor) : raw('true')));
    }
    found.push(...(await database.query<Seen>(join(branches, ' UNION ALL '))));
  }
  return found;
};

const of = ({ resource, id, change, request_id, by }: RecordChange, version: number | null): LiveEvent => ({
  resource,
  id,
  change,
  version,
  request_id,
  by,
});

/**
 * The changes each actor may be notified of, by user: those of records they see now, by the same condition that filters
 * their lists. Losing access to a record is not announced.
 */
export const eventsByUser = async (
  engine: Engine,
  database: Queryable,
  changes: readonly RecordChange[],
  actors: readonly Actor[],
): Promise<ReadonlyMap<string, readonly LiveEvent[]>> => {
  const byUser = new Map<string, LiveEvent[]>(actors.map(({ userId }) => [userId, []]));
  for (const [name, group] of Map.groupBy(changes, ({ resource }) => resource)) {
    const resource = engine.resourceOf(name);
    if (!resource) {
      const permission = engine.hints.find((hint) => hint.name === name)?.permission;
      for (const { userId, permissions } of actors)
        if (permission === undefined || permissions.has(permission))
          byUser.get(userId)?.push(...group.map((change) => of(change, null)));
      continue;
    }
    const scopes = Map.groupBy(actors, (actor) => rowScope(resource, actor));
    const everything = scopes.get('all') ?? [];
    const some = [...(scopes.get('team') ?? []), ...(scopes.get('own') ?? [])];
    if (everything.length + some.length === 0) continue;
    const ids = [...new Set(group.map(({ id }) => id))];
    const seen = await readSeen(database, resource, ids, some);
    const versions = new Map(seen.filter(({ who }) => who === -1).map((row) => [row.id, row.row_version]));
    const events = group.map((change) => of(change, versions.get(change.id) ?? null));
    for (const { userId } of everything) byUser.get(userId)?.push(...events);
    for (const [who, { userId }] of some.entries()) {
      const visible = new Set(seen.filter((row) => row.who === who).map(({ id }) => id));
      byUser.get(userId)?.push(...events.filter(({ id }) => visible.has(id)));
    }
  }
  return byUser;
};
