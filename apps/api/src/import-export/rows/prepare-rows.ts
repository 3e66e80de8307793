import { setImmediate as breathe } from 'node:timers/promises';
import { type Field, formatField, isEmpty, parsed, whyFrozen } from '@pauta/domain/kinds/kind.ts';
import { type Reference, type ReferenceOptions, referenceId } from '@pauta/domain/kinds/reference.ts';
import {
  type Cell,
  isBlank,
  isNamed,
  type ReadCell,
  readCell,
  textOf,
  writeCell,
} from '@pauta/domain/resource/import/cell.ts';
import { likenessFields, likenessName } from '@pauta/domain/resource/import/columns.ts';
import { joinList, splitList } from '@pauta/domain/resource/import/list.ts';
import { parseValues } from '@pauta/domain/resource/record.ts';
import { type AnyRecord, fieldOf, type Resource, type Values } from '@pauta/domain/resource/resource.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import { agree, restoreFirst, thisOne } from '@pauta/domain/text/label.ts';
import type { Actor } from '../../platform/access.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Engine } from '../../resource/engine.ts';
import { rowScope } from '../../resource/reading/row-scope.ts';
import { targetOf } from '../../resource/table.ts';
import { beginningOf } from '../../resource/writing/beginning.ts';
import { changeableIds } from '../../resource/writing/change-record.ts';
import { columnJson } from '../../resource/writing/column-json.ts';
import type { ChangedLines } from '../../resource/writing/lines/judge-lines.ts';
import { changedBy } from '../../resource/writing/read-body.ts';
import { findNames, type NameCache, type Names } from './find-names.ts';
import { findRecords } from './find-records.ts';
import {
  type ImportPlan,
  isSameValue,
  type PlannedColumn,
  replacementOf,
  type StagedRow,
  type Verdict,
} from './job.ts';
import { findLookalikes, type Lookalike } from './likeness.ts';
import { numberedFields } from './numbering.ts';
import { rowBeginning } from './row-beginning.ts';
import { readUniqueValues } from './unique-keys.ts';
import { visibleOwners } from './visible-owners.ts';

/** An error of a row; without a field it concerns the whole row. */
export interface RowError {
  readonly field: string | null;
  readonly message: string;
  /** The unknown value, or the empty text for a missing one: a replacement for it applies to all rows. */
  readonly value?: string;
}

export interface RowChange {
  readonly field: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** A row of a file as it would be written now. */
export interface PreparedRow {
  readonly line: number;
  readonly title: string;
  readonly verdict: Verdict;
  readonly errors: readonly RowError[];
  /** The record to change; absent for a new one. */
  readonly current?: AnyRecord;
  /** Validated values: all of a new record, otherwise those that change. */
  readonly values: Values;
  readonly changes: readonly RowChange[];
  readonly duplicates: readonly Lookalike[];
  /** Values that no two rows of the file may share, and names by which rows are compared for duplicates. */
  readonly keys: readonly string[];
  /** Fields that get the next code of their series when the row is written. */
  readonly numbered: readonly string[];
  /** For a document: its lines before and after. */
  readonly lines?: readonly ChangedLines[];
  /** For the further rows of a document: the first one, with which they are written. */
  readonly leader?: number;
}

export interface Preparation {
  readonly engine: Engine;
  readonly plan: ImportPlan;
  readonly actor: Actor;
  readonly labelOf: (field: PlannedColumn['field']) => string;
  readonly cache: NameCache;
  /** Records to change are locked until the transaction ends. */
  readonly lock: boolean;
  /** Whether to search for similar names too, which costs more than for equal ones. */
  readonly thorough: boolean;
  /** Initial values of new records of the importing user, requested together with the look-ups of the rows. */
  readonly begins?: Values;
}

type Draft = {
  -readonly [K in keyof Omit<PreparedRow, 'lines' | 'leader'>]: PreparedRow[K] extends readonly (infer T)[]
    ? T[]
    : PreparedRow[K];
};

/** The parsed cells of a row, before any look-up. */
export interface ReadRow {
  readonly line: number;
  readonly title: string;
  readonly key: string | null;
  readonly source: StagedRow;
  readonly cells: ReadonlyMap<PlannedColumn, ReadCell>;
}

export const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A cell with the replacement chosen for its value; names are looked up later. */
const replaced = (plan: ImportPlan, { name, field }: PlannedColumn, cell: Cell): Cell => {
  if (isNamed(field)) return cell;
  const text = textOf(cell);
  const whole = replacementOf(plan, name, text);
  if (whole !== undefined || field.kind.name !== 'choices') return whole ?? cell;
  return joinList(splitList(text).map((part) => replacementOf(plan, name, part) ?? part));
};

export const readRow = (plan: ImportPlan, source: StagedRow): ReadRow => {
  const { columns, key, titleIndex } = plan;
  const { line, cells } = source;
  const keyCell = key ? cells[key.index] : undefined;
  return {
    line,
    source,
    title: tidy(textOf(cells[titleIndex] ?? null)).slice(0, 200),
    key: key && keyCell !== undefined && !isBlank(keyCell) ? tidy(textOf(keyCell)) : null,
    cells: new Map(
      columns.flatMap((column): [PlannedColumn, ReadCell][] => {
        const cell = cells[column.index];
        if (cell === undefined || isBlank(cell)) {
          const value = replacementOf(plan, column.name, '');
          if (value === undefined) return [];
          return [
            [column, isNamed(column.field) ? parsed([value]) : readCell(column.field, value, column.style)],
          ];
        }
        return [[column, readCell(column.field, replaced(plan, column, cell), column.style)]];
      }),
    ),
  };
};

/** The text to look up for a name in the file. */
const nameOf = (plan: ImportPlan, { name: field }: PlannedColumn, name: string): string =>
  replacementOf(plan, field, name) ?? name;

export const namesWanted = (
  plan: ImportPlan,
  rows: readonly ReadRow[],
): ReadonlyMap<Resource, ReadonlySet<string>> => {
  const wanted = new Map<Resource, Set<string>>();
  for (const { cells } of rows) {
    for (const [column, cell] of cells) {
      if (!cell.ok || !isNamed(column.field)) continue;
      const target = targetOf(column.field);
      const names = wanted.get(target) ?? new Set();
      for (const name of cell.value as readonly string[]) names.add(nameOf(plan, column, name));
      wanted.set(target, names);
    }
  }
  return wanted;
};

const resolveName = (
  plan: ImportPlan,
  column: PlannedColumn,
  name: string,
  names: Names,
  current: readonly Reference[],
  row: Values,
): Reference | string => {
  const { field } = column;
  const wanted = fold(name);
  // The record's current value may stay, also when its name is ambiguous or it is no longer offered.
  const kept = current.find(({ label, code }) => fold(label) === wanted || (code && fold(code) === wanted));
  if (kept) return kept;
  const target = targetOf(field);
  const named = names.find(target, nameOf(plan, column, name));
  // Of several with this name, those that a form would offer beside the other values of the row.
  const filters = Object.entries((field.options as ReferenceOptions).filter ?? {});
  const offered = named.filter(({ belongs }) =>
    filters.every(([fact, by]) => [belongs[fact], null].includes(referenceId(row[by]))),
  );
  const found = named.length > 1 && offered.length > 0 ? offered : named;
  const [first] = found;
  if (first && found.length === 1) return { id: first.id, label: first.label, code: first.code ?? null };
  return first
    ? `Hay ${found.length} ${target.label.many.toLocaleLowerCase('es')} que se llaman «${name}»; escriba el código.`
    : `No existe «${name}» en ${target.label.many}, o ya no está disponible.`;
};

const referencesOf = (value: unknown): readonly Reference[] =>
  [value ?? []]
    .flat()
    .filter((one): one is Reference => typeof one === 'object' && one !== null && 'label' in one);

export const resolveCell = (
  plan: ImportPlan,
  column: PlannedColumn,
  cell: ReadCell,
  names: Names,
  current: AnyRecord | undefined,
  row: Values = {},
): ReadCell => {
  if (!cell.ok || !isNamed(column.field)) return cell;
  const present = referencesOf(current?.[column.name]);
  const found: Reference[] = [];
  for (const name of cell.value as readonly string[]) {
    const one = resolveName(plan, column, name, names, present, { ...current, ...row });
    if (typeof one === 'string') return { ok: false, message: one, unknown: name };
    found.push(one);
  }
  return { ok: true, value: column.field.kind.name === 'reference' ? found[0] : found };
};

const refuse = (draft: Draft, field: string | null, message: string, value?: string): void => {
  draft.verdict = 'error';
  draft.errors.push({ field, message, ...(value !== undefined && { value }) });
};

/** The record a row refers to, or the error. */
const currentOf = (
  { plan, labelOf }: Preparation,
  row: ReadRow,
  records: ReadonlyMap<string, readonly AnyRecord[]>,
): { current?: AnyRecord; fault?: string } => {
  const { table } = plan.served;
  const { label, operations } = table.resource;
  const found = row.key === null ? [] : (records.get(row.key) ?? []);
  const living = found.filter(({ archived_at }) => !archived_at);
  const [current] = living.length > 0 ? living : found;
  if (!current) {
    if (plan.key?.name === 'id' && row.key !== null) {
      return { fault: `No existe ${thisOne(label)} o no está a su alcance: revise el identificador.` };
    }
    if (operations.includes('create')) return {};
    return {
      fault:
        row.key === null
          ? `Falta el dato que dice de qué ${label.one.toLocaleLowerCase('es')} se trata.`
          : `No existe «${row.key}» y desde un archivo no se puede crear.`,
    };
  }
  if (living.length > 1) {
    const field = plan.key ? table.resource.fields[plan.key.name] : undefined;
    return {
      fault: `Hay ${living.length} registros con «${field ? labelOf(field) : ''}» igual a «${row.key}»; use el código o el identificador.`,
    };
  }
  if (current.archived_at) {
    return { fault: `«${row.key}» está ${agree(label, 'archivado')}. ${restoreFirst(label)}` };
  }
  return { current };
};

const permissionFault = (
  { plan, actor }: Preparation,
  current: AnyRecord | undefined,
  changeable: ReadonlySet<string>,
): string | null => {
  const { resource } = plan.served.table;
  if (current)
    return changeable.has(current.id) ? null : `No tiene permiso para cambiar ${thisOne(resource.label)}.`;
  return actor.permissions.has(resource.permissions.create)
    ? null
    : `No tiene permiso para crear ${resource.label.many.toLocaleLowerCase('es')}.`;
};

/**
 * The cell equals what an export of the record would contain: no change, even if a later rule would refuse the value.
 */
const isAsExported = (column: PlannedColumn, { source }: ReadRow, current: AnyRecord): boolean => {
  const cell = source.cells[column.index];
  return (
    typeof cell === 'string' && tidy(cell) === tidy(writeCell(column.field, current[column.name], current))
  );
};

const inputOf = (
  { plan }: Preparation,
  row: ReadRow,
  names: Names,
  current: AnyRecord | undefined,
  draft: Draft,
): Record<string, unknown> => {
  const input: Record<string, unknown> = {};
  // A reference that is narrowed by another one is found after it.
  const isNarrowed = ({ field }: PlannedColumn): number => Number('filter' in field.options);
  for (const column of plan.columns.toSorted((a, b) => isNarrowed(a) - isNarrowed(b))) {
    const isGiven = !isBlank(row.source.cells[column.index]);
    // A replacement for an empty cell applies to new records only; an existing value stays, or is cleared.
    const cell = isGiven || !current ? row.cells.get(column) : undefined;
    if (!cell) {
      if (plan.blanks === 'clear' && current && column.index >= 0)
        input[column.name] = column.field.kind.name === 'yesNo' ? false : null;
      continue;
    }
    if (current && isAsExported(column, row, current)) continue;
    const resolved = resolveCell(plan, column, cell, names, current, input);
    if (resolved.ok) input[column.name] = resolved.value;
    else refuse(draft, column.name, resolved.message, resolved.unknown);
  }
  return input;
};

/** Whether a replacement can be chosen for missing values of a field. */
const isReplaceable = ({ kind }: Field): boolean =>
  ['reference', 'references', 'choice', 'choices'].includes(kind.name);

const checkFields = (
  preparation: Preparation,
  input: Values,
  current: AnyRecord | undefined,
  draft: Draft,
): void => {
  const { plan, actor, labelOf, begins = {} } = preparation;
  const { table, hooks } = plan.served;
  const { fields } = table.resource;
  const defaults = current ? {} : rowBeginning(fields, begins, input);
  const read = parseValues(fields, input, {
    ...(current ? { current } : { defaults }),
    rules: [...table.resource.rules, ...(hooks.rules ?? [])],
    refused: new Set(draft.errors.flatMap(({ field }) => field ?? [])),
  });
  for (const [name, messages] of Object.entries(read.ok ? {} : read.errors)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const isMissing = field && isReplaceable(field) && isEmpty(input[name]);
    refuse(draft, field ? name : null, messages.join(' '), isMissing ? '' : undefined);
  }
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(read.values)) {
    const field = fieldOf(table.resource, name);
    const before = current ? current[name] : (defaults[name] ?? field.options.initial);
    const isSame = isSameValue(field, value, before);
    const permission = field.options.writePermission;
    if (!isSame && permission !== undefined && !actor.permissions.has(permission)) {
      refuse(draft, name, `No tiene permiso para cambiar «${labelOf(field)}».`);
    }
    const reason = isSame ? null : whyFrozen(field, current, (held) => actor.permissions.has(held));
    if (reason !== null) refuse(draft, name, reason);
    if (!isSame && current && field.options.changedBy !== undefined) {
      refuse(draft, name, changedBy(table.resource, field));
    }
    if (!current || !isSame) values[name] = value;
  }
  for (const [name] of current ? [] : numberedFields(fields)) {
    if (!isEmpty(input[name]) || !values[name]) continue;
    delete values[name];
    draft.numbered.push(name);
  }
  draft.values = values;
  if (!current || draft.verdict === 'error') return;
  const after = { ...current, ...values };
  draft.changes = Object.entries(values).map(([name, value]) => {
    const field = fieldOf(table.resource, name);
    return {
      field: name,
      label: labelOf(field),
      before: formatField(field, current[name], current),
      after: formatField(field, value, after),
    };
  });
  if (draft.changes.length === 0) draft.verdict = 'unchanged';
  if (draft.changes.length > 0 && !table.resource.operations.includes('update')) {
    refuse(
      draft,
      null,
      `${table.resource.label.one}: los datos de los que ya existen no se cambian desde un archivo.`,
    );
  }
};

const checkOwner = (preparation: Preparation, owners: ReadonlySet<string> | null, draft: Draft): void => {
  const { resource } = preparation.plan.served.table;
  const [owner] = resource.owners;
  if (owners === null || owner === undefined) return;
  if (draft.errors.some(({ field }) => field !== null && resource.owners.includes(field))) return;
  const record = { ...draft.current, ...draft.values };
  const isSeen = resource.owners.some((name) =>
    owners.has((record[name] as Reference | null | undefined)?.id ?? ''),
  );
  if (isSeen) return;
  const who = rowScope(resource, preparation.actor) === 'own' ? 'a usted' : 'a alguien de su equipo';
  refuse(draft, owner, `${fieldOf(resource, owner).label}: asigne el registro ${who}.`);
};

const checkSystemRow = (tx: Transaction, draft: Draft): void => {
  if (draft.current?.is_system === true && 'code' in draft.values) {
    refuse(
      draft,
      'code',
      tx.constraintMeaning('system_row_code')?.message ?? 'Este valor es parte del sistema.',
    );
  }
};

const isNothing = (values: Values): boolean => Object.keys(values).length === 0;

const checkUnique = async (
  tx: Transaction,
  { plan }: Preparation,
  drafts: readonly Draft[],
): Promise<void> => {
  const { table } = plan.served;
  const byLine = new Map(drafts.map((draft) => [draft.line, draft]));
  // Rows that name no record that could be changed have no values.
  const changing = drafts.filter(({ verdict, values }) => verdict !== 'unchanged' && !isNothing(values));
  const found = await readUniqueValues(
    tx,
    table,
    changing.map(({ line, current, values }) => ({
      line,
      id: current?.id ?? null,
      row: columnJson(table, { ...current, ...values }),
    })),
    (line) => byLine.get(line)?.errors.flatMap(({ field }) => field ?? []) ?? [],
  );
  for (const { line, name, hash, taken } of found) {
    const draft = byLine.get(line);
    if (!draft) continue;
    draft.keys.push(`${name}:${hash}`);
    const meaning = tx.constraintMeaning(name);
    if (taken)
      refuse(draft, meaning?.field ?? null, meaning?.message ?? 'Ya existe un registro con esos datos.');
  }
};

const checkLikeness = async (
  tx: Transaction,
  { plan, actor, thorough }: Preparation,
  drafts: readonly Draft[],
): Promise<void> => {
  const { resource } = plan.served.table;
  const fields = likenessFields(resource);
  const fresh = drafts.filter(({ verdict }) => verdict === 'new');
  const rows = fresh.map(({ line, values }) => ({
    line,
    names: Object.fromEntries(
      fields.flatMap((field) => {
        const name = likenessName(resource, values, field);
        return name === undefined ? [] : [[field, name]];
      }),
    ),
  }));
  const found = await findLookalikes(tx, resource, rows, actor, thorough);
  for (const [index, draft] of fresh.entries()) {
    draft.keys.push(...Object.values(rows[index]?.names ?? {}).map((name) => `like:${fold(name)}`));
    const lookalikes = found.get(draft.line);
    if (!lookalikes) continue;
    draft.verdict = 'duplicate';
    draft.duplicates.push(...lookalikes);
  }
};

/** Results of the look-ups for all rows. */
interface LookedUp {
  readonly names: Names;
  readonly records: ReadonlyMap<string, readonly AnyRecord[]>;
  readonly owners: ReadonlySet<string> | null;
  /** Records that the importer may change. */
  readonly changeable: ReadonlySet<string>;
}

const draftOf = (
  tx: Transaction,
  preparation: Preparation,
  row: ReadRow,
  { names, records, owners, changeable }: LookedUp,
): Draft => {
  const { plan } = preparation;
  const { current, fault } = currentOf(preparation, row, records);
  const draft: Draft = {
    line: row.line,
    title: row.title || String(current?.[plan.served.table.resource.title] ?? ''),
    verdict: current ? 'update' : 'new',
    errors: [],
    ...(current && { current }),
    values: {},
    changes: [],
    duplicates: [],
    keys: current ? [`record:${current.id}`] : [],
    numbered: [],
  };
  if (fault) {
    refuse(draft, plan.key?.name ?? null, fault);
    inputOf(preparation, row, names, current, draft);
    return draft;
  }
  const input = inputOf(preparation, row, names, current, draft);
  checkFields(preparation, input, current, draft);
  const missing = draft.verdict === 'unchanged' ? null : permissionFault(preparation, current, changeable);
  if (missing) refuse(draft, null, missing);
  if (draft.verdict !== 'unchanged') checkOwner(preparation, owners, draft);
  checkSystemRow(tx, draft);
  return draft;
};

/** Number of rows after which the event loop gets control. */
const rowsABreath = 50;

/**
 * Prepares rows of a file, each of which is one record, for writing: the checks of a single write, with every look-up
 * done once for all rows.
 */
export const prepareRecords = async (
  tx: Transaction,
  asked: Preparation,
  rows: readonly StagedRow[],
): Promise<PreparedRow[]> => {
  const { plan, actor, cache, lock } = asked;
  const { table } = plan.served;
  const preparation = {
    ...asked,
    begins: await beginningOf({ engine: asked.engine, database: tx, actor }, table.resource.fields),
  };
  const read = rows.map((row) => readRow(plan, row));
  const names = await findNames(tx, namesWanted(plan, read), actor, cache);
  const keys = [...new Set(read.flatMap(({ key }) => key ?? []))];
  const records: ReadonlyMap<string, readonly AnyRecord[]> = plan.key
    ? await findRecords(tx, table, plan.key.name, keys, { actor, lock })
    : new Map();
  const changeable = await changeableIds(tx, table, [...records.values()].flat(), actor);
  const owners = await visibleOwners(tx, table.resource, actor);

  const drafts: Draft[] = [];
  for (const [index, row] of read.entries()) {
    // Lets waiting requests run in between.
    if (index % rowsABreath === rowsABreath - 1) await breathe();
    drafts.push(draftOf(tx, preparation, row, { names, records, owners, changeable }));
  }
  await checkUnique(tx, preparation, drafts);
  await checkLikeness(tx, preparation, drafts);
  return drafts;
};
