import { auditFieldLabel, resourceOfEntity } from '@pauta/domain/admin/audit/audit-labels.ts';
import { settings } from '@pauta/domain/admin/settings/setting.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import sql, { raw } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { isReferences, tableOf } from '../../resource/table.ts';
import type { AuditValues } from './audit-changes.ts';

/** How earlier values are restored: by an ordinary update of the record, with all its checks. */
export interface Restore {
  readonly method: 'PATCH' | 'PUT';
  /** Path of the request, below `/api`. */
  readonly path: string;
  /** `If-Match` of the request; null if the record has no version. */
  readonly version: number | null;
  /** Request body with the values that this entry replaced. */
  readonly values: AuditValues;
  /** Request body that also reverts later changes. */
  readonly all: AuditValues;
  /** Fields that cannot be restored, with the reason. */
  readonly blocked: readonly { readonly field: string; readonly label: string; readonly reason: string }[];
}

interface Entry {
  readonly number: number;
  readonly entity: string;
  readonly record_id: string;
  readonly before: AuditValues | null;
  readonly after: AuditValues | null;
}

/** Columns of a row of the log; numbers are text. */
export const exactValues = (column: string): string =>
  `(SELECT jsonb_object_agg(e.key, CASE jsonb_typeof(e.value) WHEN 'number' THEN to_jsonb(e.value #>> '{}') ELSE e.value END) FROM jsonb_each(${column}) e)`;

/** A column of the log in the form of a request body: whole numbers are numbers, other ones exact text. */
const toBody = (field: Field | undefined, value: unknown): unknown =>
  field?.kind.name === 'integer' && typeof value === 'string' ? Number(value) : value;

const before = (entry: Entry): AuditValues => entry.before ?? {};

/** The record before this entry, reconstructed from the values that later changes replaced. */
const valuesBefore = async (database: Queryable, entry: Entry): Promise<AuditValues> => {
  const rows = await database.query<{ before: AuditValues }>(sql`
    SELECT ${raw(exactValues('l.before'))} AS before FROM audit_log l
    WHERE l.entity = ${entry.entity} AND l.entity_id = ${entry.record_id} AND l.id >= ${entry.number}
      AND l.before IS NOT NULL AND l.after IS NOT NULL
    ORDER BY l.id DESC LIMIT 1000`);
  return Object.assign({}, ...rows.map((row) => row.before)) as AuditValues;
};

const settingRestore = ({ record_id: key, before: was }: Entry): Restore | null => {
  if (!Object.hasOwn(settings, key)) return null;
  const values = { [key]: toBody(settings[key]?.field, was?.value ?? null) };
  return { method: 'PUT', path: '/settings', version: null, values, all: values, blocked: [] };
};

/**
 * The fields of an entry that can be restored, and the request for it; null if there are none, because the record does
 * not exist or is archived, or the entry replaced no value.
 */
export const restoreOf = async (database: Queryable, entry: Entry, actor: Actor): Promise<Restore | null> => {
  if (entry.entity === 'settings') return settingRestore(entry);
  const resource = resourceOfEntity(entry.entity);
  if (!resource?.operations.includes('update') || !entry.before || !entry.after) return null;
  const table = tableOf(resource);
  let record: Awaited<ReturnType<typeof parseRecord>>;
  try {
    record = parseRecord(await readRecord(database, table, entry.record_id, actor));
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
  if (record.archived_at) return null;

  const isWritable = (name: string): boolean => {
    const field = resource.fields[name];
    return field !== undefined && !field.options.readOnly && !isReferences(field);
  };
  const writable = (values: AuditValues): AuditValues =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([name, value]) => isWritable(name) && value !== '•••')
        .map(([name, value]) => [name, toBody(resource.fields[name], value)]),
    );
  const blocked = Object.keys(before(entry))
    .filter((name) => name !== 'links_changed_at' && !(name in writable(before(entry))))
    .map((name) => ({
      field: name,
      label: auditFieldLabel(entry.entity, name),
      reason: resource.fields[name]
        ? 'Lo cambia el sistema o una acción propia, no la edición.'
        : 'No es un dato que se edite.',
    }));
  const values = writable(before(entry));
  if (Object.keys(values).length === 0) return null;
  return {
    method: 'PATCH',
    path: `/${resource.path}/${entry.record_id}`,
    version: record.row_version,
    values,
    all: writable(await valuesBefore(database, entry)),
    blocked,
  };
};
