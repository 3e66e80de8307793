import type { Field } from '@pauta/domain/kinds/kind.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type AnyActor, holds, isClient, isUser } from '../../platform/access.ts';
import { allOf, anyOf } from '../statement.ts';
import { quoted, targetOf } from '../table.ts';

/** Which rows of a resource an actor may see; `opened`: the one that the link of a client opens. */
export type RowScope = 'all' | 'team' | 'own' | 'opened' | 'none';

/** The widest of the view permissions that the actor holds. */
export const rowScope = ({ name, permissions }: Resource, actor: AnyActor): RowScope => {
  if (actor === 'system') return 'all';
  if (isClient(actor)) return actor.opens.resource === name ? 'opened' : 'none';
  const has = (permission: string | undefined) => permission !== undefined && holds(actor, permission);
  if (permissions.viewAll === null || has(permissions.viewAll)) return 'all';
  if (has(permissions.viewTeam)) return 'team';
  return has(permissions.viewOwn) ? 'own' : 'none';
};

/** Whether row permissions apply: by an owner column, through the records it is part of, or by temporary access. */
export const isScoped = ({ owners, partOf, lent }: Resource): boolean =>
  owners.length > 0 || partOf.length > 0 || lent !== undefined;

/** The view permissions, of which one is required; empty when none is. */
export const viewPermissions = (resource: Resource): string[] => {
  const { viewAll, viewTeam, viewOwn } = resource.permissions;
  if (viewAll === null) return [];
  return [viewAll, ...(isScoped(resource) ? [viewTeam, viewOwn] : [])].filter((name) => name !== undefined);
};

/**
 * Ids of users whose records the actor reaches by a permission: the actor's own if they hold it, and those who
 * delegated it to them.
 */
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

/** Ids of the records that have an owner who meets `test`, directly or through what they are part of. */
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
 * How the owned record that a row is part of is matched: `probed` is an EXISTS per row, which the planner may turn into
 * a join; `gathered` collects the ids first, which is best beside other conditions of an OR.
 */
type Look = 'probed' | 'gathered';

/**
 * Conditions of which one is enough for the row `alias`, or something it is part of, to have an owner who meets `test`.
 *
 * @param lent whether temporary access counts too
 */
const ownerWays = (resource: Resource, test: Sql, lent: boolean, look: Look, alias = 't'): Sql[] => {
  const direct = [
    ...resource.owners.map((owner) => sql`${column(alias, owner)} ${test}`),
    // An array, so that the id index can be combined with those of the owners.
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

/**
 * Conditions for the row `alias` to be visible to owners who meet `test`: its own owners, or those of records it
 * contains.
 */
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

/** Condition for the row `t` to be changeable by the actor as its owner. */
export const ownCondition = (resource: Resource, actor: AnyActor): Sql =>
  anyOf(ownerWays(resource, isOneOf(reachBy(actor, resource.permissions.updateOwn)), false, 'probed'));

const waysOf = (resource: Resource, actor: AnyActor, look: Look, alias = 't'): readonly Sql[] => {
  if (isClient(actor))
    return [
      rowScope(resource, actor) === 'opened'
        ? sql`${column(alias, 'id')} = ${actor.opens.id}::uuid`
        : raw('false'),
    ];
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
 * Conditions, of which one is enough, for the row `t` to be visible to the actor. Each alone is answered by an index;
 * combined in one OR they would be evaluated row by row.
 */
export const scopeWays = (resource: Resource, actor: AnyActor): readonly Sql[] =>
  waysOf(resource, actor, 'probed');

/** Condition for the row `t` to be visible to the actor. */
export const scopeCondition = (resource: Resource, actor: AnyActor): Sql => {
  const ways = scopeWays(resource, actor);
  return ways.length > 1 ? anyOf(waysOf(resource, actor, 'gathered')) : allOf(ways);
};

/** Condition for the row `alias` to be visible to the actor, evaluated row by row: for few rows. */
export const rowVisibility = (resource: Resource, actor: AnyActor, alias: string): Sql =>
  anyOf(waysOf(resource, actor, 'probed', alias));

/**
 * Condition for the value of this field of the row `alias` to be visible to the actor, who may see the row; null where it
 * is as visible as the row.
 */
export const fieldVisibility = (
  resource: Resource,
  { options: { seenBy } }: Field,
  actor: AnyActor,
  alias = 't',
): Sql | null => {
  if (!seenBy) return null;
  const { viewAll, viewTeam, viewOwn } = seenBy;
  const permissions = { ...resource.permissions, viewTeam: undefined, viewOwn: undefined };
  const seenAs = {
    ...resource,
    permissions: { ...permissions, viewAll, ...(viewTeam && { viewTeam }), ...(viewOwn && { viewOwn }) },
  } as Resource;
  if (rowScope(seenAs, actor) === 'all') return null;
  return isScoped(resource) ? rowVisibility(seenAs, actor, alias) : raw('false');
};
