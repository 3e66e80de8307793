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
import { readWholes } from './acts.ts';
import { type LoggedLineChange, lineHistory } from './history-lines.ts';
import { isReversible, undoneRequest } from './undo-reason.ts';

/** One field that changed, its values as a person reads them; null is "nothing". */
export interface HistoryChange {
  readonly field: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The change in words: `Cambió «Estado» de «Prospecto» a «Activo».` */
  readonly sentence: string;
  /** The former value as a body carries it, of a field that can be written; null is "nothing". */
  readonly restores?: unknown;
}

/** What was done to a record at one moment. */
export interface HistoryEntry {
  readonly id: number;
  readonly at: string;
  /** `id` is null for the system and for visitors. */
  readonly actor: { readonly id: string | null; readonly name: string };
  readonly action: string;
  /** What was done: `Cliente creado`, `Registro aprobado`. */
  readonly title: string;
  readonly changes: readonly HistoryChange[];
  readonly reason: string | null;
  /** The request that did it; null where there is nothing to undo, or it was undone: see `undoArea`. */
  readonly undo: string | null;
  /** It is more than a change of this record: an act over several that goes back as one, or an import. */
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

/** Rows of the log about one thing done: those of one request stand together. */
type LoggedChange = [AuditRow, ...AuditRow[]];

const mostRows = 1000;
/** What the log says in place of a secret. */
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

/** Labels of everything the rows refer to, in one query; what the reader may not see has none. */
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

/** A change of the record's row; other entries of the log tell of events and carry their own details. */
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

/** Kinds whose value in the log is what a body carries. */
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

/** A value of the log as a body carries it; undefined where it cannot be given back one by one. */
const wireOf = (field: Field, value: unknown): unknown => {
  const { name } = field.kind;
  if (field.options.readOnly || value === hidden) return undefined;
  if (value === null || value === undefined) return null;
  if (/^(decimal|percent|money)$/.test(name)) {
    // Beyond the exact digits of a number what arrived here may be rounded.
    return String(value).replace(/\D/g, '').length <= 15 ? String(value) : undefined;
  }
  return plain.has(name) || name === 'reference' ? value : undefined;
};

/**
 * What happened to a record, oldest first. Every name is the one of today.
 *
 * @param record the record as it is, which some values need to be shown (the currency of an amount)
 * @param events titles of further actions that the log knows of this resource; others are left out
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
  const wholes = await readWholes(
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

  // Rows of a link table say what came and went; the list before and after is kept along the way.
  const linked = new Map<string, Set<string>>(table.links.map(({ field }) => [field, new Set()]));
  const listed = (link: Link): string | null => {
    const ids = [...(linked.get(link.field) ?? [])];
    const names = ids.map((id) => labels.get(id) ?? unseen).sort((a, b) => a.localeCompare(b, 'es'));
    return names.length > 0 ? names.join(', ') : null;
  };

  const tellLines = new Map(
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
        // What the reader may not see he cannot give back.
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
    for (const [entity, tell] of tellLines) {
      const logged = change.filter((row) => row.entity === entity);
      if (logged.length > 0) changes.push(...tell(logged as readonly LoggedLineChange[]));
    }
    const isUpdate = main.before !== null && main.after !== null;
    const title = titleOf(resource, isCreation ? 'create' : main.action, events, isUpdate);
    if (title === null || (changes.length === 0 && main.action === 'update')) return null;
    return {
      id: main.id,
      at: main.at,
      actor: { id: main.actor_id, name: main.actor_name ?? strangerOf(main) },
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

/** Does it make sense to offer undoing this? What stands in the way now, the undoing says. */
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

/** The undoing of an act that went back as one: the way back is to do the act again. */
const isUndoneAct = ({ action, after }: AuditRow): boolean => action === 'undo' && after?.whole === true;

const strangerOf = ({ request_id }: AuditRow): string =>
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
      // A command of another resource may have changed this one along the way.
      return commands[action]?.done ?? events[action] ?? (isUpdate ? done('actualizado') : null);
  }
};
