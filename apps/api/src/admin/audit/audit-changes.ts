import { auditFieldLabel, resourceOfEntity } from '@pauta/domain/admin/audit-labels.ts';
import { permissions } from '@pauta/domain/admin/permissions.ts';
import { roles } from '@pauta/domain/admin/role.ts';
import { settings } from '@pauta/domain/admin/setting.ts';
import { users } from '@pauta/domain/admin/user.ts';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { type Field, formatField, isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { Actor } from '../platform/access.ts';
import type { Queryable } from '../platform/database.ts';
import { isReference, targetOf } from '../resource/table.ts';
import { ownerOfEntity, readNames } from './audited-records.ts';

/** Columns of a row of the log by name. Numbers are text, so that none passes through a float. */
export type AuditValues = Readonly<Record<string, unknown>>;

/** One column that changed, as a person reads it; null is "nothing". */
export interface AuditChange {
  readonly field: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

const people = new Set(['user_id', 'created_by', 'updated_by', 'from_user_id', 'to_user_id', 'actor_id']);

/** The resource that a column points to. */
const pointsTo = (entity: string, column: string): Resource | undefined => {
  const field = resourceOfEntity(entity)?.fields[column];
  if (field) return isReference(field) ? targetOf(field) : undefined;
  if (column === 'role_id') return roles;
  if (people.has(column)) return users;
  // Link tables name what they point to as their record's field does: `industry_id` of `client_industries`.
  const link = Object.entries(ownerOfEntity(entity)?.fields ?? {}).find(
    ([name, one]) => one.kind.name === 'references' && name.replace(/_ids$/, '_id') === column,
  );
  return link ? targetOf(link[1]) : undefined;
};

const fieldOf = (entity: string, column: string, id: string): Field | undefined =>
  entity === 'settings' && column === 'value'
    ? settings[id]?.field
    : resourceOfEntity(entity)?.fields[column];

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

const plainText = (value: unknown): string => {
  if (value === true) return 'Sí';
  if (value === false) return 'No';
  if (typeof value === 'string') return instant.test(value) ? formatInstant(value) : value;
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
    ? value.join(', ')
    : JSON.stringify(value);
};

const silent = new Set(['row_version', 'updated_at', 'updated_by', 'links_changed_at', 'search_text']);

/** What a row of the log says, column by column; catalogue values by their names of today. */
export const describeChanges = async (
  database: Queryable,
  {
    entity,
    id,
    before,
    after,
  }: { entity: string; id: string; before: AuditValues | null; after: AuditValues | null },
  actor: Actor,
): Promise<AuditChange[]> => {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (column) => !silent.has(column),
  );
  const wanted = new Map<Resource, Set<string>>();
  for (const column of columns) {
    const to = pointsTo(entity, column);
    for (const value of [before?.[column], after?.[column]]) {
      if (to && typeof value === 'string') wanted.set(to, (wanted.get(to) ?? new Set()).add(value));
    }
  }
  const names = await readNames(database, wanted, actor);

  const shown = (column: string, value: unknown, row: AuditValues | null): string | null => {
    if (isEmpty(value)) return null;
    if (value === '•••') return value;
    const to = pointsTo(entity, column);
    if (to) return names.get(`${to.name} ${String(value)}`) ?? '(sin acceso o eliminado)';
    if (column === 'permission')
      return permissions.find(({ name }) => name === value)?.label ?? String(value);
    const field = fieldOf(entity, column, id);
    if (!field || field.kind.name === 'dateTime') return plainText(value);
    if (field.kind.name === 'file') return 'Archivo';
    try {
      return formatField(field, field.kind.name === 'integer' ? Number(value) : value, row ?? {});
    } catch {
      // Written when the field was of another kind.
      return plainText(value);
    }
  };
  return columns
    .map((column) => ({
      field: column,
      label: auditFieldLabel(entity, column),
      before: shown(column, before?.[column], before),
      after: shown(column, after?.[column], after),
    }))
    .filter((change) => change.before !== change.after);
};
