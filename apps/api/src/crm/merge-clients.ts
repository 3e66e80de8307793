import { clients } from '@pauta/domain/crm/client.ts';
import { isId, type Reference } from '@pauta/domain/kinds/reference.ts';
import { toWire } from '@pauta/domain/resource/record.ts';
import { type AnyRecord, fieldOf } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import { type Queryable, sqlState, type Transaction } from '../platform/database.ts';
import { conflict, forbidden, invalid, notFound, Problem, stale } from '../platform/problem.ts';
import { changeRecord, requireUpdate, type Served } from '../resource/change-record.ts';
import { parseRecord, type RecordText, readRecord } from '../resource/read-record.ts';
import { isRepeated, repointWithout } from '../resource/repoint.ts';
import { quoted } from '../resource/table.ts';
import type { HandlerContext } from '../resource/transitions.ts';
import { recordWhole } from '../resource/undo-whole.ts';
import type { Use } from '../resource/uses.ts';

export interface MergeOfClients {
  /** The client that goes, in the version its caller saw. */
  readonly id: string;
  readonly version: number;
  /** The client that stays, likewise. */
  readonly into: string;
  readonly intoVersion: number;
  /** Fields whose value is that of the one that goes. */
  readonly take: readonly string[];
}

export interface MergedClients {
  readonly record: RecordText;
  readonly from: AnyRecord;
  /** Rows that now belong to the one that stays. */
  readonly moved: number;
}

/** Tables of which a row that the other client has already says nothing more. */
const folding: ReadonlySet<string> = new Set(['contact_affiliations', 'client_social_links']);

/** Tables of which a row that would be repeated stays with the client that goes: a list has each of its accounts once. */
const staying: ReadonlySet<string> = new Set(['target_list_members']);

/** Identifiers by which somebody may look for a client that became part of another. */
const identifiers = ['client_code', 'company_code', 'tax_id'] as const;

/** Fields that mean something only together. */
export const together: readonly (readonly string[])[] = [
  ['country_id', 'tax_id_type', 'tax_id'],
  ['currency_code', 'credit_limit'],
  ['tax_exempt', 'tax_exempt_doc', 'tax_exempt_until'],
  ['latitude', 'longitude'],
];

/** Tables whose rows name what they are about by resource and record instead of a foreign key. */
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

const named = ({ trade_name }: AnyRecord): string => `«${String(trade_name)}»`;

const refuse = (message: string): Problem => invalid({ into: [message] });

const idOf = (value: unknown): string | null => (value as Reference | null | undefined)?.id ?? null;

/** @throws Problem when the two cannot become one */
const check = ({ actor }: HandlerContext, source: AnyRecord, target: AnyRecord): void => {
  if (source.archived_at) {
    throw conflict('archived', `${named(source)} está en el archivo. Restáurelo antes de fusionarlo.`);
  }
  if (target.archived_at)
    throw refuse(`${named(target)} está en el archivo. Restáurelo o elija otro cliente.`);
  if (source.fiscal_locked_at && !actor.permissions.has('clients.edit_fiscal')) {
    throw forbidden(
      'clients.edit_fiscal',
      `${named(source)} ya tiene documentos fiscales a su nombre. Fusione al revés, para que quede ese cliente, ` +
        'o pídalo a quien puede cambiar datos fiscales.',
    );
  }
};

/** What the client that stays is to have of the other, as a body carries it. */
const takenFrom = (
  { take }: MergeOfClients,
  source: AnyRecord,
  target: AnyRecord,
): { input: Record<string, unknown>; former: Record<string, unknown> } => {
  const input: Record<string, unknown> = {};
  const former: Record<string, unknown> = {};
  for (const name of take) {
    const field = Object.hasOwn(clients.fields, name) ? fieldOf(clients, name) : undefined;
    if (!field || field.options.readOnly) throw invalid({ take: [`«${name}» no es un dato que se elija.`] });
    input[name] = toWire(field, source[name]);
    if (typeof input[name] === 'string') former[name] = input[name];
  }
  // Neither is the parent of itself once they are one.
  const parent = 'parent_client_id' in input ? input.parent_client_id : idOf(target.parent_client_id);
  if (parent === source.id || parent === target.id) input.parent_client_id = null;
  return { input, former };
};

/** Every identifier that either had and the one that stays has no longer. */
const formerCodes = (records: readonly AnyRecord[], now: AnyRecord): string | null => {
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

const explain = (error: unknown, use: Use, source: AnyRecord, target: AnyRecord): unknown => {
  if (error instanceof Problem) return error;
  if (isRepeated(error)) {
    return conflict(
      'merge_conflict',
      `No se fusionó: en ${use.label} hay registros de ${named(source)} y de ${named(target)} que quedarían repetidos. ` +
        'Cambie, archive o fusione primero esos registros.',
      { extra: { resource: use.resource?.name ?? use.table }, cause: error },
    );
  }
  return sqlState(error) === '42501'
    ? conflict('merge_conflict', `No se fusionó: lo que hay en ${use.label} no cambia de cliente.`, {
        extra: { resource: use.resource?.name ?? use.table },
        cause: error,
      })
    : error;
};

const readBoth = async (
  { tx, actor }: HandlerContext,
  { table }: Served,
  { id, version, into, intoVersion }: MergeOfClients,
): Promise<{ source: AnyRecord; target: AnyRecord }> => {
  if (!isId(id)) throw notFound();
  if (id === into) throw refuse('Elija un cliente distinto del que se fusiona.');
  // Both in one order, and against new references: whoever refers to the one that goes comes before or waits.
  await tx.query(sql`SELECT FROM clients WHERE id = ANY(${[id, into]}::uuid[]) ORDER BY id FOR UPDATE`);
  const source = parseRecord(await readRecord(tx, table, id, actor));
  if (source.row_version !== version) throw stale(source);
  const target = await readRecord(tx, table, into, actor).then(parseRecord, (error: unknown) => {
    throw error instanceof Problem && error.status === 404
      ? refuse('No existe el cliente que eligió; elija otro.')
      : error;
  });
  if (target.row_version !== intoVersion) throw stale(target);
  return { source, target };
};

const moveRows = async (
  tx: Transaction,
  uses: readonly Use[],
  source: AnyRecord,
  target: AnyRecord,
): Promise<number> => {
  const replacement = { id: source.id, into: target.id };
  let moved = 0;
  for (const use of uses) {
    try {
      const repeated = folding.has(use.table) ? 'fold' : staying.has(use.table) ? 'stay' : 'refuse';
      moved += await repointWithout(tx, use, replacement, repeated);
    } catch (error) {
      throw explain(error, use, source, target);
    }
  }
  // Of two rows of a person the one that was his first may be the one that went.
  await tx.query(sql`
    UPDATE contact_affiliations SET is_primary = true WHERE id IN (
      SELECT DISTINCT ON (c.id) a.id FROM contacts c JOIN contact_affiliations a ON a.contact_id = c.id
      WHERE c.client_id = ${target.id}::uuid AND a.client_id = c.client_id AND upper_inf(a.valid)
        AND NOT EXISTS (SELECT FROM contact_affiliations o WHERE o.contact_id = c.id AND o.is_primary AND upper_inf(o.valid))
      ORDER BY c.id, a.role = c.role DESC, lower(a.valid), a.id)`);
  for (const table of await notedTables(tx)) {
    const rows = await tx.query(sql`
      UPDATE ${raw(quoted(table))} SET record_id = ${target.id}::uuid
      WHERE resource = ${clients.name} AND record_id = ${source.id}::uuid RETURNING 1`);
    moved += rows.length;
  }
  return moved;
};

/**
 * Makes two clients one: everything that belongs to one belongs to the other, which has of each field the value that
 * was chosen; the one goes to the archive, where its address tells what it became. One transaction, undone as a whole.
 *
 * @param uses every column that refers to clients
 * @throws Problem 403, 404, 409, 412 or 422 when they cannot become one
 */
export const mergeClients = async (
  context: HandlerContext,
  served: Served,
  uses: readonly Use[],
  merge: MergeOfClients,
): Promise<MergedClients> => {
  const { tx, actor } = context;
  const { table } = served;
  await tx.query(
    sql`SELECT set_config('statement_timeout', '60s', true), set_config('pauta.merging', 'on', true)`,
  );
  // A letter and the brand it names move one after the other.
  await tx.query(sql`SET CONSTRAINTS ALL DEFERRED`);
  const { source, target } = await readBoth(context, served, merge);
  await requireUpdate(tx, table, source, actor);
  await requireUpdate(tx, table, target, actor);
  check(context, source, target);

  const code = (record: AnyRecord): string => `${named(record)} (${String(record.client_code)})`;
  const reason = `${code(source)} se fusionó con ${code(target)}.`;
  await tx.query(sql`SELECT set_config('pauta.reason', ${reason}, true)`);
  // First, so that the other may take its code and its tax id.
  await tx.query(sql`
    UPDATE clients SET archived_at = now(), merged_into_id = ${target.id}::uuid WHERE id = ${source.id}::uuid`);
  const { input, former } = takenFrom(merge, source, target);
  const changed =
    Object.keys(input).length === 0
      ? target
      : parseRecord(await changeRecord(context, served, target, { action: 'update', input, former }));
  await tx.query(sql`
    UPDATE clients SET former_codes = ${formerCodes([target, source], changed)},
      fiscal_locked_at = least(fiscal_locked_at, ${source.fiscal_locked_at ?? null}::timestamptz)
    WHERE id = ${target.id}::uuid`);
  const moved = await moveRows(tx, uses, source, target);
  const details = { merged: { id: source.id, code: source.client_code, name: source.trade_name }, moved };
  await recordWhole(tx, { entity: clients.name, records: [target.id, source.id] }, 'merge', reason, details);
  return { record: await readRecord(tx, table, target.id, actor), from: source, moved };
};
