import { resourceOfEntity } from '@pauta/domain/admin/audit/audit-labels.ts';
import { roles } from '@pauta/domain/admin/roles/role.ts';
import { settings } from '@pauta/domain/admin/settings/setting.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';
import { quoted, tableOf } from '../../resource/table.ts';

/** A record of the audit log, with its display name. */
export interface AuditedRecord {
  /** Its title; null if it no longer exists, or the reader may not see it. */
  readonly title: string | null;
  /** Path of its page, without leading slash; null if there is none. */
  readonly path: string | null;
}

const owners = new Map<string, Resource>([
  ['role_permissions', roles],
  ...resources.flatMap((resource) => {
    const { links, lines } = tableOf(resource);
    return [...links.map(({ table }) => table), ...lines.map(({ name }) => name)].map(
      (table): [string, Resource] => [table, resource],
    );
  }),
]);

/** The resource that a row of the log belongs to: its own, or that of the record that its link or line belongs to. */
export const ownerOfEntity = (entity: string): Resource | undefined =>
  resourceOfEntity(entity) ?? owners.get(entity);

/**
 * Names of records of several resources, in one statement; records the reader may not see have none.
 *
 * @returns names by `<resource> <id>`
 */
export const readNames = async (
  database: Queryable,
  wanted: ReadonlyMap<Resource, ReadonlySet<string>>,
  actor: Actor,
): Promise<ReadonlyMap<string, string>> => {
  const queries = [...wanted].map(([resource, ids]): Sql => {
    const seen = tableOf(resource).isOpen ? raw('true') : scopeCondition(resource, actor);
    return sql`SELECT ${resource.name} || ' ' || t.id AS key, t.${raw(quoted(resource.title))} AS name
      FROM ${raw(quoted(resource.name))} t WHERE t.id = ANY(${[...ids].filter(isId)}::uuid[]) AND ${seen}`;
  });
  if (queries.length === 0) return new Map();
  const rows = await database.query<{ key: string; name: string }>(join(queries, ' UNION ALL '));
  return new Map(rows.map(({ key, name }) => [key, name]));
};

const settingRecord = (key: string): AuditedRecord => ({
  title: settings[key]?.field.label ?? key,
  path: settings[key] ? `gestion/configuracion?q=${encodeURIComponent(settings[key].field.label)}` : null,
});

/** Names and addresses of the records of audit log rows, in the requested order. */
export const describeRecords = async (
  database: Queryable,
  asked: readonly { readonly entity: string; readonly id: string }[],
  actor: Actor,
): Promise<AuditedRecord[]> => {
  const wanted = new Map<Resource, Set<string>>();
  for (const { entity, id } of asked) {
    const owner = ownerOfEntity(entity);
    if (owner) wanted.set(owner, (wanted.get(owner) ?? new Set()).add(id));
  }
  const names = await readNames(database, wanted, actor);
  return asked.map(({ entity, id }) => {
    if (entity === 'settings') return settingRecord(id);
    if (entity === 'audit_chain') return { title: 'Cadena de auditoría', path: null };
    const owner = ownerOfEntity(entity);
    const title = owner ? names.get(`${owner.name} ${id}`) : undefined;
    return title === undefined || !owner
      ? { title: null, path: null }
      : { title, path: `${owner.screen}/${id}` };
  });
};
