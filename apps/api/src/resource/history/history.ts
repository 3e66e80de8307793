import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { rangeFromSql } from '@pauta/domain/kinds/date-range.ts';
import { type Field, formatField, isEmpty, type KindName } from '@pauta/domain/kinds/kind.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord, Resource, Values } from '@pauta/domain/resource/resource.ts';
import { agree } from '@pauta/domain/text/label.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import { preparedStatement, type Queryable } from '../../platform/database/database.ts';
import { unseen } from '../reading/record-columns.ts';
import { scopeCondition } from '../reading/row-scope.ts';
import {
  isReference,
  isReferences,
  type Link,
  quoted,
  type ResourceTable,
  tableOf,
  targetOf,
} from '../table.ts';
import { readCompoundChanges } from './compound-changes.ts';
import { type LoggedLineChange, lineHistory } from './history-lines.ts';
import { isReversible, undoneRequest } from './undo-reason.ts';

/** One changed field, with its values formatted for display; null is "empty". */
export interface HistoryChange {
  readonly field: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The change as a sentence: `Cambió «Estado» de «Prospecto» a «Activo».` */
  readonly sentence: string;
  /** The former value in the form of a request body, for fields that can be written; null is "empty". */
  readonly restores?: unknown;
}

/** The changes of a record at one moment. */
export interface HistoryEntry {
  readonly id: number;
  readonly at: string;
  /** `id` is null for the system and for visitors. */
  readonly actor: { readonly id: string | null; readonly name: string };
  readonly action: string;
  /** Title of the entry: `Cliente creado`, `Registro aprobado`. */
  readonly title: string;
  readonly changes: readonly HistoryChange[];
  readonly reason: string | null;
  /** The request to undo; null where there is nothing to undo, or it was already undone: see `undoArea`. */
  readonly undo: string | null;
  /** The entry is part of a larger change: one over several records that is undone as one, or an import. */
  readonly act?: 'whole' | 'import';
}

interface AuditRow {
  id: number;
  at: string;
  actor_id: string | null;
  actor_name: string | null;
  request_id: string | null;
  entity: string;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
}

/** Audit log rows of one change: those of one request are grouped. */
type LoggedChange = [AuditRow, ...AuditRow[]];

const mostRows = 1000;
/** Placeholder that the audit log stores in place of a secret. */
const hidden = '•••';
const longest = 120;

const readRows = (database: Queryable, table: ResourceTable, id: string): Promise<AuditRow[]> => {
  const entities = [
    table.name,
    ...table.links.map((link) => link.table),
    ...table.lines.map((lines) => lines.name),
  ];
  return database.query<AuditRow>(
    preparedStatement(sql`
      SELECT * FROM (
        SELECT l.id, l.at, l.actor_id, a.name AS actor_name, l.request_id, l.entity, l.action, l.before, l.after, l.reason
        FROM audit_log l LEFT JOIN actors a ON a.id = l.actor_id
        WHERE l.entity = ANY(${entities}::text[]) AND l.entity_id = ${id}
        ORDER BY l.id DESC LIMIT ${raw(String(mostRows))}) latest
      ORDER BY id`),
  );
};

const changesOf = (rows: readonly AuditRow[]): LoggedChange[] => {
  const changes: LoggedChange[] = [];
  for (const row of rows) {
    const last = changes.at(-1);
    if (last && row.request_id !== null && last[0].request_id === row.request_id) last.push(row);
    else changes.push([row]);
  }
  return changes;
};

/** Labels of everything the rows refer to, in one query; records the reader may not see have none. */
const readLabels = async (
  database: Queryable,
  table: ResourceTable,
  rows: readonly AuditRow[],
  actor: Actor,
): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<Resource, Set<string>>();
  const note = (resource: Resource, id: unknown) => {
    if (typeof id === 'string') ids.set(resource, (ids.get(resource) ?? new Set()).add(id));
  };
  for (const { entity, before, after } of rows) {
    const link = table.links.find((one) => one.table === entity);
    const lines = table.lines.find((one) => one.name === entity);
    for (const values of [before, after]) {
      if (lines) {
        for (const line of Object.values(values ?? {}) as Record<string, unknown>[]) {
          for (const [name, field] of lines.columns) {
            if (isReference(field)) note(targetOf(field), line[name]);
          }
        }
      } else if (link) note(link.to, values?.[link.target]);
      else {
        for (const [name, field] of table.columns) {
          if (isReference(field)) note(targetOf(field), values?.[name]);
        }
      }
    }
  }
  if (ids.size === 0) return new Map();
  const queries = [...ids].map(([resource, wanted]): Sql => {
    const seen = tableOf(resource).isOpen ? raw('true') : scopeCondition(resource, actor);
    return sql`SELECT t.id, t.${raw(quoted(resource.title))} AS label FROM ${raw(quoted(resource.name))} t
      WHERE t.id = ANY(${[...wanted]}::uuid[]) AND ${seen}`;
  });
  const found = await database.query<{ id: string; label: string }>(
    preparedStatement(join(queries, ' UNION ALL ')),
  );
  return new Map(found.map(({ id, label }) => [id, label]));
};

/** A change of the record's row; other entries of the audit log are events and carry their own details. */
const isChange = ({ before, after }: AuditRow): boolean =>
  before !== null || (after !== null && 'row_version' in after);

const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

const sentenceOf = (label: string, before: string | null, after: string | null): string => {
  if (before === null) return `Indicó «${label}»: «${short(after ?? '')}».`;
  if (after === null) return `Borró «${label}», que decía «${short(before)}».`;
  return `Cambió «${label}» de «${short(before)}» a «${short(after)}».`;
};

const changeOf = (
  field: string,
  label: string,
  before: string | null,
  after: string | null,
  restores?: unknown,
): HistoryChange => ({
  field,
  label,
  before,
  after,
  sentence: sentenceOf(label, before, after),
  ...(restores !== undefined && { restores }),
});

/** Kinds whose logged value has the form of a request body. */
const plain: ReadonlySet<KindName> = new Set([
  'text',
  'longText',
  'integer',
  'yesNo',
  'date',
  'choice',
  'choices',
  'email',
  'phone',
  'url',
  'taxId',
  'tags',
]);

/** A logged value in the form of a request body; undefined where it cannot be restored by itself. */
const wireOf = (field: Field, value: unknown): unknown => {
  const { name } = field.kind;
  if (field.options.readOnly || value === hidden) return undefined;
  if (value === null || value === undefined) return null;
  if (/^(decimal|percent|money)$/.test(name)) {
    // Beyond 15 digits the number may already have been rounded by JSON.
    return String(value).replace(/\D/g, '').length <= 15 ? String(value) : undefined;
  }
  return plain.has(name) || name === 'reference' ? value : undefined;
};

/**
 * The history of a record, oldest first. Names of referenced records are the current ones.
 *
 * @param record the current record, which some values need for display (the currency of an amount)
 * @param events titles of further actions in the audit log of this resource; others are left out
 */
export const readHistory = async (
  database: Queryable,
  table: ResourceTable,
  record: AnyRecord,
  actor: Actor,
  events: Readonly<Record<string, string>> = {},
): Promise<HistoryEntry[]> => {
  const { resource } = table;
  const rows = await readRows(database, table, record.id);
  const labels = await readLabels(database, table, rows, actor);
  const wholes = await readCompoundChanges(
    database,
    rows.flatMap(({ request_id }) => request_id ?? []),
  );

  const shown = (field: Field, value: unknown, of: Values = record): string | null => {
    if (isEmpty(value)) return null;
    if (isReference(field)) return labels.get(String(value)) ?? unseen;
    if (field.kind.name === 'file') return 'Archivo';
    if (field.kind.name === 'dateTime') return formatInstant(String(value));
    if (field.kind.name === 'time') return String(value).slice(0, 5);
    if (field.kind.name === 'dateRange') return formatField(field, rangeFromSql(String(value)), of);
    return formatField(
      field,
      typeof value === 'number' && field.kind.name !== 'integer' ? String(value) : value,
      of,
    );
  };

  // A row of a link table only says what was added or removed; the list before and after is accumulated here.
  const linked = new Map<string, Set<string>>(table.links.map(({ field }) => [field, new Set()]));
  const listed = (link: Link): string | null => {
    const ids = [...(linked.get(link.field) ?? [])];
    const names = ids.map((id) => labels.get(id) ?? unseen).sort((a, b) => a.localeCompare(b, 'es'));
    return names.length > 0 ? names.join(', ') : null;
  };

  const lineDescribers = new Map(
    table.lines.map((lines) => [
      lines.name,
      lineHistory(lines, linesIn(record, lines.line.name), (field, value, line) =>
        shown(field, value, { ...record, ...line }),
      ),
    ]),
  );

  const entryOf = (change: LoggedChange): HistoryEntry | null => {
    const own = change.filter(({ entity }) => entity === table.name);
    const main = own[0] ?? change[0];
    const isCreation = main.entity === table.name && isChange(main) && main.before === null;
    const changes: HistoryChange[] = [];
    for (const { before, after } of own.filter(isChange)) {
      for (const [name, field] of table.columns) {
        if (!(name in (before ?? after ?? {}))) continue;
        const [was, becomes] = [shown(field, before?.[name]), shown(field, after?.[name])];
        if (was === becomes) continue;
        // A reader cannot restore a reference they may not see.
        const seen = !isReference(field) || isEmpty(before?.[name]) || labels.has(String(before?.[name]));
        const restores = before && after && seen ? wireOf(field, before[name] ?? null) : undefined;
        changes.push(changeOf(name, field.label, was, becomes, restores));
      }
    }
    for (const link of table.links) {
      const was = listed(link);
      const former = [...(linked.get(link.field) ?? [])];
      for (const row of change.filter(({ entity }) => entity === link.table)) {
        const ids = linked.get(link.field);
        if (row.before) ids?.delete(String(row.before[link.target]));
        if (row.after) ids?.add(String(row.after[link.target]));
      }
      const becomes = listed(link);
      const field = resource.fields[link.field];
      if (!field || !isReferences(field) || was === becomes) continue;
      const restores = !field.options.readOnly && former.every((id) => labels.has(id)) ? former : undefined;
      changes.push(changeOf(link.field, field.label, was, becomes, isCreation ? undefined : restores));
    }
    for (const [entity, describe] of lineDescribers) {
      const logged = change.filter((row) => row.entity === entity);
      if (logged.length > 0) changes.push(...describe(logged as readonly LoggedLineChange[]));
    }
    const isUpdate = main.before !== null && main.after !== null;
    const title = titleOf(resource, isCreation ? 'create' : main.action, events, isUpdate);
    if (title === null || (changes.length === 0 && main.action === 'update')) return null;
    return {
      id: main.id,
      at: main.at,
      actor: { id: main.actor_id, name: main.actor_name ?? unknownActorName(main) },
      action: isCreation ? 'create' : main.action,
      title,
      changes,
      reason: main.reason,
      undo: canBeUndone(main, wholes, undone) && !own.some(isUndoneAct) ? main.request_id : null,
      ...actOf(main, wholes),
    };
  };

  const undone = new Set(
    rows.flatMap(({ action, reason }) => (action === 'undo' ? (undoneRequest(reason) ?? []) : [])),
  );
  return changesOf(rows)
    .map(entryOf)
    .filter((entry) => entry !== null);
};

/** Whether to offer undo for this entry. Current obstacles are reported by the undo itself. */
const canBeUndone = (row: AuditRow, wholes: ReadonlySet<string>, undone: ReadonlySet<string>): boolean =>
  row.actor_id !== null &&
  row.request_id !== null &&
  isChange(row) &&
  (wholes.has(row.request_id) || isReversible(row.action)) &&
  !undone.has(row.request_id);

const actOf = (
  { action, actor_id, request_id }: AuditRow,
  wholes: ReadonlySet<string>,
): Pick<HistoryEntry, 'act'> => {
  if (actor_id === null || request_id === null || action === 'undo') return {};
  if (wholes.has(request_id)) return { act: 'whole' };
  return action === 'import' ? { act: 'import' } : {};
};

/** An undo of a change that was undone as one cannot itself be undone; the change has to be made again. */
const isUndoneAct = ({ action, after }: AuditRow): boolean => action === 'undo' && after?.whole === true;

const unknownActorName = ({ request_id }: AuditRow): string =>
  request_id === null || /^(system|migration):/.test(request_id) ? 'Sistema' : 'Visitante';

const titleOf = (
  { label, commands }: Resource,
  action: string,
  events: Readonly<Record<string, string>>,
  isUpdate: boolean,
): string | null => {
  const done = (word: string) => `${label.one} ${agree(label, word)}`;
  switch (action) {
    case 'create':
      return done('creado');
    case 'update':
      return done('actualizado');
    case 'archive':
      return done('archivado');
    case 'restore':
      return done('restaurado');
    case 'undo':
      return 'Cambio deshecho';
    default:
      // The action may be a command of another resource that changed this record too.
      return commands[action]?.done ?? events[action] ?? (isUpdate ? done('actualizado') : null);
  }
};
