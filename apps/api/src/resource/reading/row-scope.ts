import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type AnyActor, holds, isUser } from '../../platform/access.ts';
import { allOf, anyOf } from '../statement.ts';
import { quoted, targetOf } from '../table.ts';

/** Which rows of a resource somebody sees. */
export type RowScope = 'all' | 'team' | 'own' | 'none';

/** The widest of the view permissions that the actor holds. */
export const rowScope = ({ permissions }: Resource, actor: AnyActor): RowScope => {
  if (actor === 'system') return 'all';
  const has = (name: string | undefined) => name !== undefined && holds(actor, name);
  if (permissions.viewAll === null || has(permissions.viewAll)) return 'all';
  if (has(permissions.viewTeam)) return 'team';
  return has(permissions.viewOwn) ? 'own' : 'none';
};

/** Do rows of the resource belong to somebody, by a column of their own, through what they are part of, or for now? */
export const isScoped = ({ owners, partOf, lent }: Resource): boolean =>
  owners.length > 0 || partOf.length > 0 || lent !== undefined;

/** Names of the permissions of which one is needed to see anything; empty when nobody needs one. */
export const viewPermissions = (resource: Resource): string[] => {
  const { viewAll, viewTeam, viewOwn } = resource.permissions;
  if (viewAll === null) return [];
  return [viewAll, ...(isScoped(resource) ? [viewTeam, viewOwn] : [])].filter((name) => name !== undefined);
};

/** Whose records the actor reaches by a permission: his own when he holds it, and those of whom he stands in for. */
export const reachBy = (actor: AnyActor, permission: string | undefined): string[] => {
  if (permission === undefined || !isUser(actor)) return [];
  const { ownPermissions = actor.permissions, standsFor } = actor;
  return [...(ownPermissions.has(permission) ? [actor.userId] : []), ...(standsFor?.get(permission) ?? [])];
};

const column = (alias: string, name: string): Sql => raw(`${alias}.${quoted(name)}`);

const lentIds = (resource: Resource, test: Sql): Sql[] =>
  resource.lent === undefined
    ? []
    : [sql`SELECT l.record_id FROM ${raw(quoted(resource.lent))} l WHERE l.user_id ${test}`];

/** Ids of the records that have an owner who meets `test`, by themselves or through what they are part of. */
const ownedIds = (resource: Resource, test: Sql, lent: boolean): Sql => {
  const having = [
    ...resource.owners.map((owner) => sql`${column('w', owner)} ${test}`),
    ...resource.partOf.map(
      (field) => sql`${column('w', field)} IN (${ownedIds(targetOf(fieldOf(resource, field)), test, lent)})`,
    ),
  ];
  const ids = having.map((one) => sql`SELECT w.id FROM ${raw(quoted(resource.name))} w WHERE ${one}`);
  return join([...ids, ...(lent ? lentIds(resource, test) : [])], ' UNION ALL ');
};

/**
 * How a whole that somebody owns is looked for: `probed` row by row, which the planner may turn around as a join;
 * `gathered` beforehand, which is best beside other conditions of an OR.
 */
type Look = 'probed' | 'gathered';

/**
 * Conditions for the row `alias`, or something it is part of, to have an owner that meets `test`; one is enough.
 *
 * @param lent rows that are his for now count too
 */
const ownerWays = (resource: Resource, test: Sql, lent: boolean, look: Look, alias = 't'): Sql[] => {
  const direct = [
    ...resource.owners.map((owner) => sql`${column(alias, owner)} ${test}`),
    // An array, so that the index of the ids answers it beside those of the owners.
    ...(lent ? lentIds(resource, test).map((ids) => sql`${column(alias, 'id')} = ANY(ARRAY(${ids}))`) : []),
  ];
  const whole = `${alias}w`;
  return [
    ...(direct.length > 0 ? [anyOf(direct)] : []),
    ...resource.partOf.map((field) => {
      const target = targetOf(fieldOf(resource, field));
      if (look === 'gathered') return sql`${column(alias, field)} IN (${ownedIds(target, test, lent)})`;
      return sql`EXISTS (SELECT FROM ${raw(quoted(target.name))} ${raw(whole)}
        WHERE ${raw(whole)}.id = ${column(alias, field)} AND ${anyOf(ownerWays(target, test, lent, look, whole))})`;
    }),
  ];
};

/** Conditions for the row `alias` to be seen by owners that meet `test`: its own, or those of what it holds. */
const seenWays = (resource: Resource, test: Sql, look: Look, alias: string): Sql[] => [
  ...ownerWays(resource, test, true, look, alias),
  ...resource.alsoSeenBy.map(({ part, by }) => {
    const { name, owners, operations } = part();
    const theirs = anyOf(owners.map((owner) => sql`p.${raw(quoted(owner))} ${test}`));
    const living = raw(operations.includes('archive') ? ' AND p.archived_at IS NULL' : '');
    return sql`${column(alias, 'id')} IN (SELECT p.${raw(quoted(by))} FROM ${raw(quoted(name))} p WHERE ${theirs}${living})`;
  }),
];

const isOneOf = (ids: readonly string[]): Sql => sql`= ANY(${ids}::uuid[])`;

/** Condition for the row `t` to be one that the actor may change because it is his own. */
export const ownCondition = (resource: Resource, actor: AnyActor): Sql =>
  anyOf(ownerWays(resource, isOneOf(reachBy(actor, resource.permissions.updateOwn)), false, 'probed'));

const waysOf = (resource: Resource, actor: AnyActor, look: Look, alias = 't'): readonly Sql[] => {
  switch (rowScope(resource, actor)) {
    case 'all':
      return [raw('true')];
    case 'own':
      return seenWays(resource, isOneOf(reachBy(actor, resource.permissions.viewOwn)), look, alias);
    case 'team':
      return seenWays(
        resource,
        sql`IN (
          WITH RECURSIVE team AS (
            SELECT unnest(${reachBy(actor, resource.permissions.viewTeam)}::uuid[]) AS id
            UNION SELECT a.id FROM actors a JOIN team ON a.leader_id = team.id)
          SELECT id FROM team UNION ALL SELECT unnest(${reachBy(actor, resource.permissions.viewOwn)}::uuid[]))`,
        look,
        alias,
      );
    default:
      return [raw('false')];
  }
};

/**
 * Conditions of which one is enough for the row `t` to be one that the actor sees. Each alone is answered by an index;
 * all of them in one OR are tried on row after row.
 */
export const scopeWays = (resource: Resource, actor: AnyActor): readonly Sql[] =>
  waysOf(resource, actor, 'probed');

/** Condition for the row `t` to be one that the actor sees. */
export const scopeCondition = (resource: Resource, actor: AnyActor): Sql => {
  const ways = scopeWays(resource, actor);
  return ways.length > 1 ? anyOf(waysOf(resource, actor, 'gathered')) : allOf(ways);
};

/** Condition for the row `alias`, one of few, to be one that the actor sees: looked at row by row. */
export const sightOf = (resource: Resource, actor: AnyActor, alias: string): Sql =>
  anyOf(waysOf(resource, actor, 'probed', alias));
