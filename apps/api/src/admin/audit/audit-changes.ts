import { auditFieldLabel, resourceOfEntity } from '@pauta/domain/admin/audit/audit-labels.ts';
import { permissions } from '@pauta/domain/admin/roles/permissions.ts';
import { roles } from '@pauta/domain/admin/roles/role.ts';
import { settings } from '@pauta/domain/admin/settings/setting.ts';
import { users } from '@pauta/domain/admin/users/user.ts';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { type Field, formatField, isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type LoggedLineChange, lineHistory } from '../../resource/history/history-lines.ts';
import { isReference, type LineTable, tableOf, targetOf } from '../../resource/table.ts';
import { ownerOfEntity, readNames } from './audited-records.ts';

/** Columns of an audit log row by name. Numbers are text, so that none becomes a float. */
export type AuditValues = Readonly<Record<string, unknown>>;

/** One changed column, formatted for display; null is "empty". */
export interface AuditChange {
  readonly field: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

const people = new Set(['user_id', 'created_by', 'updated_by', 'from_user_id', 'to_user_id', 'actor_id']);

/** The resource that a column refers to. */
const pointsTo = (entity: string, column: string): Resource | undefined => {
  const field = resourceOfEntity(entity)?.fields[column];
  if (field) return isReference(field) ? targetOf(field) : undefined;
  if (column === 'role_id') return roles;
  if (people.has(column)) return users;
  // Columns of link tables have the singular name of the record's field: `industry_id` of `client_industries`.
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

const silent = new Set([
  'row_version',
  'updated_at',
  'updated_by',
  'links_changed_at',
  'lines_xact',
  'search_text',
]);

const lineTables = new Map(
  resources.flatMap((resource) => tableOf(resource).lines.map((lines) => [lines.name, lines] as const)),
);

/**
 * Describes the changes of an audit log row to the lines of a document: created and deleted lines, and changed fields.
 */
export const describeLines = async (
  database: Queryable,
  table: LineTable,
  { before, after }: { before: AuditValues | null; after: AuditValues | null },
  actor: Actor,
): Promise<AuditChange[]> => {
  const wanted = new Map<Resource, Set<string>>();
  const references = table.columns.filter(([, field]) => isReference(field));
  for (const line of [before, after].flatMap((lines) => Object.values(lines ?? {})) as AuditValues[]) {
    for (const [name, field] of references) {
      const value = line[name];
      const to = targetOf(field);
      if (typeof value === 'string') wanted.set(to, (wanted.get(to) ?? new Set()).add(value));
    }
  }
  const names = await readNames(database, wanted, actor);
  const shown = (field: Field, value: unknown, line: AuditValues): string | null => {
    if (isEmpty(value)) return null;
    if (isReference(field))
      return names.get(`${targetOf(field).name} ${String(value)}`) ?? '(sin acceso o eliminado)';
    if (field.kind.name === 'dateTime') return plainText(value);
    if (field.kind.name === 'file') return 'Archivo';
    return formatField(field, field.kind.name === 'integer' ? Number(value) : String(value), line);
  };
  const logged = { before, after } as LoggedLineChange;
  return lineHistory(
    table,
    [],
    shown,
  )([logged]).map((change) => ({
    field: change.field,
    label: change.label,
    before: change.before,
    after: change.after,
  }));
};

/** Describes an audit log row, column by column; catalogue values by their current names. */
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
  const lines = lineTables.get(entity);
  if (lines) return describeLines(database, lines, { before, after }, actor);
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
      // Written when the field had another kind.
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
