import { unitedList } from '@pauta/domain/crm/merging/merging.ts';
import { isId, referenceId } from '@pauta/domain/kinds/reference.ts';
import { toWire } from '@pauta/domain/resource/record.ts';
import { type AnyRecord, fieldOf } from '@pauta/domain/resource/resource.ts';
import { agree, theOne, thisOne } from '@pauta/domain/text/label.ts';
import sql, { raw } from 'sql-template-tag';
import { type Queryable, sqlState, type Transaction } from '../../platform/database/database.ts';
import { conflict, invalid, notFound, Problem, stale } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import { recordCompoundChange } from '../../resource/history/compound-changes.ts';
import { parseRecord, type RecordText, readRecord } from '../../resource/reading/read-record.ts';
import type { Use } from '../../resource/reading/uses.ts';
import { quoted, tableOf } from '../../resource/table.ts';
import { changeRecord, requireUpdate } from '../../resource/writing/change-record.ts';
import { isRepeated } from '../../resource/writing/repoint.ts';
import type { MergeKind } from './merge-kind.ts';
import { repointWithout } from './repoint-without.ts';

export interface Merge {
  /** The record to be merged, with the version that the caller read. */
  readonly id: string;
  readonly version: number;
  /** The record that is kept, likewise. */
  readonly into: string;
  readonly intoVersion: number;
  /** Fields whose value is taken from the merged record. */
  readonly take: readonly string[];
  /** Lists that keep the rows of both. */
  readonly unite: readonly string[];
}

export interface Merged {
  readonly record: RecordText;
  readonly from: AnyRecord;
  /** Number of rows moved to the remaining record. */
  readonly moved: number;
}

/** Tables whose rows refer to records by resource and id instead of a foreign key. */
export const notedTables = async (database: Queryable): Promise<string[]> =>
  (
    await database.query<{ name: string }>(sql`
      SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND has_table_privilege(c.oid, 'UPDATE')
        AND (SELECT count(*) FROM pg_attribute a WHERE a.attrelid = c.oid AND NOT a.attisdropped AND (
          (a.attname = 'resource' AND a.atttypid = 'text'::regtype)
          OR (a.attname = 'record_id' AND a.atttypid = 'uuid'::regtype))) = 2
        AND EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid AND g.tgname = 'audit_change')
      ORDER BY c.relname`)
  ).map(({ name }) => name);

/** Allows rows to be moved that are otherwise protected, until the transaction ends. */
export const beginMerging = async (tx: Transaction): Promise<void> => {
  await tx.query(
    sql`SELECT set_config('statement_timeout', '60s', true), set_config('pauta.merging', 'on', true)`,
  );
  // An authorisation letter and its brand are moved in separate steps.
  await tx.query(sql`SET CONSTRAINTS ALL DEFERRED`);
};

export const named = ({ resource }: Pick<MergeKind, 'resource'>, record: AnyRecord): string =>
  `«${String(record[resource.title])}»`;

const refuse = (message: string): Problem => invalid({ into: [message] });

/** @throws Problem if the two cannot be merged */
const check = (context: HandlerContext, kind: MergeKind, source: AnyRecord, target: AnyRecord): void => {
  const { label } = kind.resource;
  const it = label.gender === 'f' ? 'la' : 'lo';
  if (source.archived_at) {
    throw conflict(
      'archived',
      `${named(kind, source)} está ${agree(label, 'archivado')}. Restáure${it} antes de fusionar${it}.`,
    );
  }
  if (target.archived_at) {
    throw refuse(
      `${named(kind, target)} está ${agree(label, 'archivado')}. Restáure${it} o elija ${agree(label, 'otro')} ${label.one.toLocaleLowerCase('es')}.`,
    );
  }
  kind.check?.(context, source);
};

/** The values that the remaining record takes from the other, in the form of a request body. */
const takenFrom = (
  kind: MergeKind,
  { take, unite }: Merge,
  source: AnyRecord,
  target: AnyRecord,
): { input: Record<string, unknown>; former: Record<string, unknown> } => {
  const { resource, groups, united } = kind;
  const input: Record<string, unknown> = {};
  const former: Record<string, unknown> = {};
  const together = take.flatMap(
    (name) => groups.find(({ fields }) => fields.includes(name))?.fields ?? [name],
  );
  for (const name of new Set(together)) {
    const field = Object.hasOwn(resource.fields, name) ? fieldOf(resource, name) : undefined;
    if (!field || field.options.readOnly) throw invalid({ take: [`«${name}» no es un dato que se elija.`] });
    input[name] = toWire(field, source[name]);
    if (typeof input[name] === 'string') former[name] = input[name];
  }
  for (const name of unite) {
    if (!Object.hasOwn(united, name) || name in input) {
      throw invalid({ unite: [`«${name}» no es una lista de la que queden los datos de ambos.`] });
    }
    input[name] = unitedList(kind, name, target, source);
  }
  // After the merge, neither may refer to itself.
  for (const [name, { kind, options }] of Object.entries(resource.fields)) {
    if (kind.name !== 'reference' || options.readOnly) continue;
    const said = name in input ? input[name] : referenceId(target[name]);
    if (said === source.id || said === target.id) input[name] = null;
  }
  return { input, former };
};

/** Every identifier of either record that the remaining one does not keep. */
const formerCodes = (
  { identifiers }: MergeKind,
  records: readonly AnyRecord[],
  now: AnyRecord,
): string | null => {
  const known = new Set(identifiers.map((name) => now[name]));
  const codes = records.flatMap((record) => [
    ...String(record.former_codes ?? '').split(' '),
    ...identifiers.map((name) => String(record[name] ?? '').replaceAll(' ', '-')),
  ]);
  return (
    [...new Set(codes)]
      .filter((code) => code !== '' && !known.has(code))
      .join(' ')
      .slice(0, 2000) || null
  );
};

const explain = (
  error: unknown,
  kind: MergeKind,
  use: Use,
  source: AnyRecord,
  target: AnyRecord,
): unknown => {
  if (error instanceof Problem) return error;
  const extra = { resource: use.resource?.name ?? use.table };
  if (isRepeated(error)) {
    return conflict(
      'merge_conflict',
      `No se fusionó: en ${use.label} hay registros de ${named(kind, source)} y de ${named(kind, target)} que quedarían repetidos. ` +
        'Cambie, archive o fusione primero esos registros.',
      { extra, cause: error },
    );
  }
  return sqlState(error) === '42501'
    ? conflict(
        'merge_conflict',
        `No se fusionó: lo que hay en ${use.label} no cambia de ${kind.resource.label.one.toLocaleLowerCase('es')}.`,
        { extra, cause: error },
      )
    : error;
};

const readBoth = async (
  { tx, actor }: HandlerContext,
  { resource }: MergeKind,
  { id, version, into, intoVersion }: Merge,
): Promise<{ source: AnyRecord; target: AnyRecord }> => {
  const { label } = resource;
  const table = tableOf(resource);
  if (!isId(id)) throw notFound();
  if (id === into) throw refuse(`Elija ${agree(label, 'otro')}: no se fusiona ${thisOne(label)} consigo.`);
  // Locks both in the order of their ids; the lock also blocks new references to the merged record.
  await tx.query(sql`
    SELECT FROM ${raw(quoted(resource.name))} WHERE id = ANY(${[id, into]}::uuid[]) ORDER BY id FOR UPDATE`);
  const source = parseRecord(await readRecord(tx, table, id, actor));
  if (source.row_version !== version) throw stale(source);
  const target = await readRecord(tx, table, into, actor).then(parseRecord, (error: unknown) => {
    throw error instanceof Problem && error.status === 404
      ? refuse(`No existe ${theOne(label)} que eligió; elija ${agree(label, 'otro')}.`)
      : error;
  });
  if (target.row_version !== intoVersion) throw stale(target);
  return { source, target };
};

const moveRows = async (
  tx: Transaction,
  kind: MergeKind,
  uses: readonly Use[],
  source: AnyRecord,
  target: AnyRecord,
): Promise<number> => {
  const replacement = { id: source.id, into: target.id };
  let moved = 0;
  for (const use of uses) {
    try {
      const repeated = kind.folding?.has(use.table)
        ? 'fold'
        : kind.staying?.has(use.table)
          ? 'stay'
          : 'refuse';
      moved += await repointWithout(tx, use, replacement, repeated);
    } catch (error) {
      throw explain(error, kind, use, source, target);
    }
  }
  for (const table of await notedTables(tx)) {
    const rows = await tx.query(sql`
      UPDATE ${raw(quoted(table))} SET record_id = ${target.id}::uuid
      WHERE resource = ${kind.resource.name} AND record_id = ${source.id}::uuid RETURNING 1`);
    moved += rows.length;
  }
  return moved;
};

/**
 * Merges two records: all references to the one are moved to the other, which gets the chosen value of each field; the
 * one is archived, and its page links to the other. One transaction, undone as a whole.
 *
 * @param uses every column that refers to records of the resource
 * @throws Problem 403, 404, 409, 412 or 422 if they cannot be merged
 */
export const mergeRecords = async (
  context: HandlerContext,
  kind: MergeKind,
  uses: readonly Use[],
  merge: Merge,
): Promise<Merged> => {
  const { tx, actor } = context;
  const { resource } = kind;
  const served = servedOf(context.server, resource.name);
  const { table } = served;
  await beginMerging(tx);
  const { source, target } = await readBoth(context, kind, merge);
  await requireUpdate(tx, table, source, actor);
  await requireUpdate(tx, table, target, actor);
  check(context, kind, source, target);

  const code = (record: AnyRecord): string =>
    named(kind, record) + (kind.code ? ` (${String(record[kind.code])})` : '');
  const reason = `${code(source)} se fusionó con ${code(target)}.`;
  await tx.query(sql`SELECT set_config('pauta.reason', ${reason}, true)`);
  // Done first, because the other record takes over its identifiers and unique values.
  await tx.query(sql`
    UPDATE ${raw(quoted(resource.name))} SET archived_at = now(), merged_into_id = ${target.id}::uuid
      ${kind.leaves ?? raw('')}
    WHERE id = ${source.id}::uuid`);
  const { input, former } = takenFrom(kind, merge, source, target);
  const changed =
    Object.keys(input).length === 0
      ? target
      : parseRecord(await changeRecord(context, served, target, { action: 'update', input, former }));
  if (kind.identifiers.length > 0) {
    await tx.query(sql`
      UPDATE ${raw(quoted(resource.name))} SET former_codes = ${formerCodes(kind, [target, source], changed)}
      WHERE id = ${target.id}::uuid`);
  }
  const moved =
    (await moveRows(tx, kind, uses, source, target)) +
    ((await kind.settle?.(tx, { source, target: changed, taken: Object.keys(input) })) ?? 0);
  const merged = { id: source.id, code: kind.code ? source[kind.code] : null, name: source[resource.title] };
  const whole = { entity: resource.name, records: [target.id, source.id], action: 'merge' };
  await recordCompoundChange(tx, whole, reason, { merged, moved });
  return { record: await readRecord(tx, table, target.id, actor), from: source, moved };
};
