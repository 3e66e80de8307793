import { isFrozen } from '@pauta/domain/document/frozen.ts';
import type { AnyRecord, Errors, Rule, Values } from '@pauta/domain/resource/resource.ts';
import { invalid } from '../../../platform/http/problem.ts';
import type { Context, HandlerContext } from '../../commands/context.ts';
import type { RecordText } from '../../reading/read-record.ts';
import type { RecordChange, Served } from '../change-record.ts';
import { judgeBody } from '../read-body.ts';
import { insertRecord, reread, updateRecord } from '../write-record.ts';
import { type ChangedLines, judgeLines } from './judge-lines.ts';
import { numberColumn } from './number-column.ts';
import { hasTotals, settle } from './settle.ts';
import { splitInput } from './split-input.ts';
import { lineWrites, writeLines } from './write-lines.ts';

/** A validated body: values of the record and, for a document, its lines before and after. */
export interface Judged {
  readonly values: Values;
  readonly lines: readonly ChangedLines[];
}

/**
 * Validates the input for a record and, for a document, for its lines; all errors are reported at once.
 *
 * @throws Problem 422 by field, of lines at `<name>.<id>.<field>`; 403, 409
 */
export const judgeDocument = async (
  { tx, actor, server }: HandlerContext,
  { table }: Served,
  {
    current,
    recordChange,
    rules,
  }: { current?: AnyRecord; recordChange: Omit<RecordChange, 'action'>; rules: readonly Rule[] },
): Promise<Judged> => {
  const { resource } = table;
  const { former } = recordChange;
  const split = splitInput(table, recordChange);
  const header = await judgeBody(tx, {
    fields: resource.fields,
    ...(current && { resource, current }),
    rules,
    actor,
    server,
    recordChange: {
      input: split.header,
      wrongTypes: split.wrongTypes.header,
      ...(former && { former }),
    },
  });
  const lines = await judgeLines(tx, table, split, {
    actor,
    ...(current && { current }),
    ...(former && { former }),
    needsAll: hasTotals(table),
  });
  const errors: Errors = { ...header.errors, ...lines.errors };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { values: header.values, lines: lines.lines };
};

/** The current lines of a document, for a change of its header only. */
export const unchangedLines = async (
  { tx, actor }: Context,
  { table }: Served,
  current: AnyRecord,
): Promise<readonly ChangedLines[]> => {
  const nothing = splitInput(table, {});
  return (await judgeLines(tx, table, nothing, { actor, current, needsAll: hasTotals(table) })).lines;
};

/** Inserts a new record; for a document, first the header, then its lines with the totals. */
export const insertDocument = async (
  context: HandlerContext,
  served: Served,
  { values, lines }: Judged,
  extra: Values,
): Promise<RecordText> => {
  const { tx } = context;
  const settled = await settle(context, served, { ...values, ...extra }, lines, undefined);
  const number = await numberColumn(context, served.table.resource, 'create', { ...values, ...extra });
  const record = await insertRecord(tx, served.table, values, { ...settled.header, ...extra, ...number });
  const writes = lineWrites(settled.lines);
  if (writes.length === 0) return record;
  await writeLines(tx, record.id, writes);
  return reread(tx, served.table, record.id);
};

/** The expected version of a changed record, and the states it may be in. */
export interface ExpectedVersion {
  readonly id: string;
  readonly version: number;
  readonly states?: readonly string[];
}

/**
 * Writes the change of a record; for a document with its lines and totals. The header is compared and updated first,
 * then its lines. Undefined when the version or the state differs.
 */
export const updateDocument = async (
  context: Context,
  served: Served,
  { current, row, extra }: { current: AnyRecord; row: ExpectedVersion; extra: Values },
  { values, lines }: Judged,
): Promise<RecordText | undefined> => {
  const { tx } = context;
  const { table } = served;
  const settled = await settle(context, served, { ...current, ...values, ...extra }, lines, current);
  const writes = lineWrites(settled.lines);
  const columns: Values = { ...settled.header, ...extra };
  const { state = '' } = table.resource;
  if (writes.length > 0 && state in extra && isFrozen(table.resource, { ...current, ...extra })) {
    // A document that becomes frozen must get its lines first, so the state is set last.
    const { [state]: next, ...others } = columns;
    const open = await updateRecord(tx, table, row, values, others, { hasLines: true });
    if (!open) return undefined;
    await writeLines(tx, row.id, writes);
    return updateRecord(tx, table, { id: row.id, version: open.row_version }, {}, { [state]: next });
  }
  const record = await updateRecord(tx, table, row, values, columns, { hasLines: writes.length > 0 });
  if (!record || writes.length === 0) return record;
  await writeLines(tx, row.id, writes);
  return reread(tx, table, row.id);
};

/** The changed paths: fields of the header, and of lines `<name>.<field>`; `<name>` for created or deleted lines. */
export const changedPaths = ({ values, lines }: Judged): string[] => [
  ...Object.keys(values),
  ...lineWrites(lines).flatMap(({ table: { line }, rows, drops }) => {
    const before = new Map(
      lines.find(({ table }) => table.line === line)?.before.map((one) => [one.id, one]),
    );
    return [
      ...(drops.length > 0 || rows.some(({ id }) => !before.has(String(id))) ? [line.name] : []),
      ...rows.flatMap((row) => {
        const after = lines
          .find(({ table }) => table.line === line)
          ?.after.find(({ id }) => id === String(row.id));
        const was = before.get(String(row.id));
        return Object.keys(after ?? {})
          .filter(
            (name) => was && JSON.stringify(was[name] ?? null) !== JSON.stringify(after?.[name] ?? null),
          )
          .map((name) => `${line.name}.${name}`);
      }),
    ];
  }),
];
