import type { Line, PlacedLines } from '@pauta/domain/document/document.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { isId, type Reference } from '@pauta/domain/kinds/reference.ts';
import { isBlank, textOf, writeCell } from '@pauta/domain/resource/import/cell.ts';
import { lineColumns, lineIdColumn, linesInRows } from '@pauta/domain/resource/import/flat-rows.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { thisOne } from '@pauta/domain/text/label.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { changeableIds } from '../../resource/writing/change-record.ts';
import { refuseFrozen } from '../../resource/writing/lines/frozen.ts';
import { type ChangedLines, judgeLines } from '../../resource/writing/lines/judge-lines.ts';
import { hasTotals } from '../../resource/writing/lines/settle.ts';
import { changedPaths } from '../../resource/writing/lines/write-document.ts';
import { findNames, type Names } from './find-names.ts';
import type { ImportPlan, PlannedColumn, StagedRow } from './job.ts';
import {
  namesWanted,
  type Preparation,
  type PreparedRow,
  prepareRecords,
  type ReadRow,
  type RowChange,
  type RowError,
  readRow,
  resolveCell,
  tidy,
} from './prepare-rows.ts';

/** Columns of the file that fill lines, and those that fill the header. */
const partColumns = (plan: ImportPlan): { header: ImportPlan; lines: ImportPlan } => {
  const ofLines = new Set(lineColumns(plan.served.table.resource).map(({ name }) => name));
  return {
    header: { ...plan, columns: plan.columns.filter(({ name }) => !ofLines.has(name)) },
    lines: { ...plan, columns: plan.columns.filter(({ name }) => ofLines.has(name)) },
  };
};

/** A line of a document, from a row of the file. */
interface RowLine {
  readonly row: number;
  readonly kind: PlacedLines;
  readonly put: Record<string, unknown> & { readonly id: string };
}

/** The result for the rows of one document; errors and changes by row. */
interface Draft {
  readonly lines: RowLine[];
  readonly errors: Map<number, RowError[]>;
}

const note = <T>(all: Map<number, T[]>, row: number, one: T): void => {
  all.set(row, [...(all.get(row) ?? []), one]);
};

const wireOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'label' in value ? (value as Reference).id : value;

const lineIdOf = (
  row: ReadRow,
  cells: ReadonlyMap<string, { column: PlannedColumn; value: unknown }>,
  kind: PlacedLines,
  known: ReadonlyMap<string, Line>,
  draft: Draft,
): string | undefined => {
  const given = cells.get(lineIdColumn(kind));
  if (!given) return newLineId();
  const id = String(given.value).toLowerCase();
  if (isId(id) && known.has(id)) return id;
  const { label } = kind.of();
  note(draft.errors, row.line, {
    field: lineIdColumn(kind),
    message: `No existe ${thisOne(label)} en el documento; deje el identificador vacío para agregar${label.gender === 'f' ? 'la' : 'lo'}.`,
  });
  return undefined;
};

/** The lines in the rows of one document, in order. */
const readLines = (
  plan: ImportPlan,
  rows: readonly ReadRow[],
  current: AnyRecord | undefined,
  names: Names,
): Draft => {
  const { resource } = plan.served.table;
  const draft: Draft = { lines: [], errors: new Map() };
  const last = new Map<string, string>();
  for (const row of rows) {
    for (const kind of linesInRows(resource)) {
      const known = new Map(linesIn(current ?? {}, kind.name).map((line) => [line.id, line]));
      const own = [...row.cells].filter(([column]) => column.name.startsWith(`${kind.name}.`));
      if (own.length === 0) continue;
      const idCell = own.find(([column]) => column.name === lineIdColumn(kind))?.[1];
      const present = idCell?.ok ? known.get(String(idCell.value).toLowerCase()) : undefined;
      const cells = new Map<string, { column: PlannedColumn; value: unknown }>();
      for (const [column, cell] of own) {
        const field = column.name.slice(kind.name.length + 1);
        const source = row.source.cells[column.index];
        const isAsExported =
          present !== undefined &&
          field !== 'id' &&
          tidy(textOf(source ?? null)) === tidy(writeCell(column.field, present[field], present));
        if (isAsExported) continue;
        const resolved = resolveCell(
          plan,
          { ...column, name: field },
          cell,
          names,
          present as AnyRecord | undefined,
        );
        if (resolved.ok) cells.set(column.name, { column, value: wireOf(resolved.value) });
        else
          note(draft.errors, row.line, {
            field: column.name,
            message: resolved.message,
            ...(resolved.unknown !== undefined && { value: resolved.unknown }),
          });
      }
      const id = lineIdOf(row, cells, kind, known, draft);
      if (id === undefined) continue;
      const isRepeated = draft.lines.some(({ put }) => put.id === id);
      last.set(kind.name, id);
      // The row of a nested line repeats the outer one.
      if (isRepeated) continue;
      const parent = kind.within === undefined ? undefined : last.get(kind.within);
      const values = [...cells].filter(([name]) => name !== lineIdColumn(kind));
      if (present && values.length === 0) continue;
      draft.lines.push({
        row: row.line,
        kind,
        put: {
          ...Object.fromEntries(values.map(([name, { value }]) => [name.slice(kind.name.length + 1), value])),
          ...(kind.within !== undefined && !present && { [kind.by]: parent ?? null }),
          id,
        },
      });
    }
  }
  return draft;
};

/** The header from the rows of a document: each value from the first row that has one. */
const headerRow = (
  plan: ImportPlan,
  rows: readonly StagedRow[],
  errors: Map<number, RowError[]>,
): StagedRow => {
  const [first] = rows;
  if (!first) throw new Error('a document has a row');
  const cells = [...first.cells];
  const from = new Map<number, StagedRow>();
  for (const row of rows) {
    for (const { index, name, field } of plan.columns) {
      const cell = row.cells[index];
      if (cell === undefined || isBlank(cell)) continue;
      const before = from.get(index);
      if (!before) {
        from.set(index, row);
        cells[index] = cell;
      } else if (
        index !== plan.key?.index &&
        tidy(textOf(before.cells[index] ?? null)) !== tidy(textOf(cell))
      ) {
        note(errors, row.line, {
          field: name,
          message: `«${field.label}» dice otra cosa que en la fila ${before.line}, y es del mismo documento.`,
        });
      }
    }
  }
  return { ...first, cells };
};

const changesOf = (lines: readonly ChangedLines[], own: readonly RowLine[]): Map<number, RowChange[]> => {
  const changes = new Map<number, RowChange[]>();
  for (const { table, before, after } of lines) {
    for (const line of after) {
      const at = own.find(({ put }) => put.id === line.id);
      if (!at) continue;
      const was = before.find(({ id }) => id === line.id);
      for (const [name, field] of Object.entries(table.resource.fields)) {
        if (!(name in at.put)) continue;
        const [one, other] = [formatField(field, was?.[name], was), formatField(field, line[name], line)];
        if (one === other) continue;
        const change = { field: `${table.line.name}.${name}`, before: one, after: other };
        note(changes, at.row, { ...change, label: `${table.resource.label.one}: ${field.label}` });
      }
    }
  }
  return changes;
};

/** Why a row is not imported: another one of its document has an error. */
export const incomplete = (row: number): RowError => ({
  field: null,
  message: `La fila ${row} es del mismo documento y tiene un error: el documento no se importa a medias.`,
});

/**
 * Prepares the rows of a file for writing. The rows of one document are its lines and have one result: the first row
 * holds the document, and an error in one leaves out all.
 *
 * @param rows for documents: all rows of each
 */
export const prepareRows = async (
  tx: Transaction,
  asked: Preparation,
  rows: readonly StagedRow[],
): Promise<PreparedRow[]> => {
  const { plan, actor, cache } = asked;
  const { table } = plan.served;
  if (table.lines.length === 0) return prepareRecords(tx, asked, rows);
  const parts = partColumns(plan);
  const groups = [...Map.groupBy(rows, ({ line, first = line }) => first).values()];
  const headerErrors = new Map<number, RowError[]>();
  const headers = await prepareRecords(
    tx,
    { ...asked, plan: parts.header },
    groups.map((group) => headerRow(parts.header, group, headerErrors)),
  );
  const read = new Map(rows.map((row) => [row.line, readRow(parts.lines, row)]));
  const names = await findNames(tx, namesWanted(parts.lines, [...read.values()]), actor, cache);

  const prepared: PreparedRow[] = [];
  for (const [index, group] of groups.entries()) {
    const header = headers[index];
    if (!header) continue;
    const { current } = header;
    if (current && plan.key !== null && plan.key.name === table.resource.takenOver) {
      for (const { line } of group)
        prepared.push({
          ...header,
          line,
          verdict: 'unchanged',
          errors: [],
          values: {},
          changes: [],
          ...(line !== header.line && { leader: header.line, keys: [], numbered: [] }),
        });
      continue;
    }
    const own = group.flatMap(({ line }) => read.get(line) ?? []);
    const { lines: given, errors } = readLines(parts.lines, own, current, names);
    for (const { line } of group) for (const one of headerErrors.get(line) ?? []) note(errors, line, one);
    for (const one of header.errors) note(errors, header.line, one);
    const refuse = (message: string): void => note(errors, header.line, { field: null, message });
    let lines: readonly ChangedLines[] = [];
    try {
      const patches = new Map(
        [...Map.groupBy(given, ({ kind }) => kind.name)].map(([name, all]) => [
          name,
          { put: all.map(({ put }) => put), drop: [] },
        ]),
      );
      const verdict = await judgeLines(
        tx,
        table,
        { header: null, patches, wrongTypes: { header: {}, lines: {} } },
        { actor, ...(current && { current }), needsAll: hasTotals(table) },
      );
      lines = verdict.lines;
      for (const [path, messages] of Object.entries(verdict.errors)) {
        const [name = '', id = '', field = ''] = path.split('.');
        const at = given.find(({ kind, put }) => kind.name === name && put.id === id);
        note(errors, at?.row ?? header.line, {
          field: at ? `${name}.${field}` : null,
          message: messages.join(' '),
        });
      }
      const paths = changedPaths({ values: header.values, lines });
      if (current && paths.length > 0) {
        refuseFrozen(table, current, paths);
        const changeable = await changeableIds(tx, table, [current], actor);
        if (header.verdict === 'unchanged' && !changeable.has(current.id))
          refuse(`No tiene permiso para cambiar ${thisOne(table.resource.label)}.`);
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refuse(error.message);
    }
    const isChanged = changedPaths({ values: {}, lines }).length > 0;
    const verdict =
      errors.size > 0 ? 'error' : header.verdict === 'unchanged' && isChanged ? 'update' : header.verdict;
    const changes = changesOf(lines, given);
    const [faulty] = [...errors.keys()].sort((a, b) => a - b);
    for (const { line } of group) {
      const isFirst = line === header.line;
      const said = errors.get(line) ?? (faulty === undefined ? [] : [incomplete(faulty)]);
      prepared.push({
        ...header,
        line,
        verdict,
        errors: said,
        changes: [...(isFirst ? header.changes : []), ...(changes.get(line) ?? [])],
        ...(isFirst
          ? { lines }
          : { leader: header.line, values: {}, keys: [], numbered: [], duplicates: header.duplicates }),
      });
    }
  }
  return prepared;
};
