import type { Catalogue } from '@pauta/domain/catalogues/catalogue.ts';
import { isId, type Reference } from '@pauta/domain/kinds/reference.ts';
import { type AnyRecord, fieldOf } from '@pauta/domain/resource/resource.ts';
import { agree, theOne } from '@pauta/domain/text/label.ts';
import sql, { raw } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Transaction } from '../platform/database/database.ts';
import { conflict, invalid, notFound, Problem, stale } from '../platform/http/problem.ts';
import { parseRecord, type RecordText, readRecord } from '../resource/reading/read-record.ts';
import { countUses, type Use } from '../resource/reading/uses.ts';
import { quoted, tableOf } from '../resource/table.ts';
import { isRepeated, repoint } from '../resource/writing/repoint.ts';

interface Merge {
  /** The value to be replaced, with the version that the caller read. */
  readonly id: string;
  readonly version: number;
  /** The value that replaces it. */
  readonly into: string;
  readonly actor: Actor;
}

export interface Merged {
  readonly record: RecordText;
  readonly from: Pick<AnyRecord, 'id'> & { readonly code: string; readonly name: string };
  /** Number of references that were changed. */
  readonly repointed: number;
  /** API paths of the resources that changed. */
  readonly paths: readonly string[];
}

/** Statement timeout: updating a client with a hundred thousand rows takes long. */
const longest = raw("'60s'");

const named = ({ name }: AnyRecord): string => `«${String(name)}»`;

const refuse = (message: string): Problem => invalid({ into: [message] });

/** Whether `id` is an ancestor of `record`. */
const belongsTo = async (
  tx: Transaction,
  { name, fields }: Catalogue,
  record: AnyRecord,
  id: string,
): Promise<boolean> => {
  if (!('parent_id' in fields)) return false;
  const table = raw(quoted(name));
  const found = await tx.one(sql`
    WITH RECURSIVE above AS (
      SELECT parent_id AS id FROM ${table} WHERE id = ${record.id}::uuid
      UNION SELECT t.parent_id FROM ${table} t JOIN above ON t.id = above.id)
    SELECT 1 AS one FROM above WHERE id = ${id}::uuid`);
  return found !== undefined;
};

const isSame = (a: unknown, b: unknown): boolean =>
  ((a as Reference | null)?.id ?? null) === ((b as Reference | null)?.id ?? null);

/** @throws Problem if the two cannot be merged */
const check = async (
  tx: Transaction,
  catalogue: Catalogue,
  source: AnyRecord,
  target: AnyRecord,
): Promise<void> => {
  const it = (word: string) => agree(catalogue.label, word);
  if (source.is_system === true) {
    throw conflict(
      'system_row',
      `${named(source)} es un valor del sistema y no se fusiona con otro; puede fusionar el otro con este.`,
    );
  }
  if (source.archived_at) {
    throw conflict(
      'archived',
      `${named(source)} está ${it('archivado')}. ${it('Restáurelo')} antes de ${it('fusionarlo')}.`,
    );
  }
  if (target.archived_at)
    throw refuse(`${named(target)} está ${it('archivado')}. ${it('Restáurelo')} o elija otro valor.`);
  if (target.is_active !== true)
    throw refuse(`${named(target)} está ${it('inactivo')}. ${it('Actívelo')} o elija otro valor.`);
  for (const name of catalogue.within.filter((one) => one !== 'parent_id')) {
    if (isSame(source[name], target[name])) continue;
    const { label } = fieldOf(catalogue, name);
    throw refuse(
      `${named(source)} y ${named(target)} no comparten «${label}»; solo se fusionan valores con el mismo dato.`,
    );
  }
  if (await belongsTo(tx, catalogue, target, source.id)) {
    throw refuse(
      `${named(target)} pertenece a ${named(source)}: quedaría dentro de sí mismo. Cambie a qué pertenece o fusione al revés.`,
    );
  }
};

/** Two records that differ only in the merged value would become equal. */
const explain = (error: unknown, use: Use, source: AnyRecord, target: AnyRecord): unknown =>
  isRepeated(error)
    ? conflict(
        'merge_conflict',
        `No se fusionó: en ${use.label} hay registros de ${named(source)} y de ${named(target)} que quedarían repetidos. ` +
          'Cambie o fusione primero esos registros.',
        { extra: { resource: use.resource?.name ?? use.table }, cause: error },
      )
    : error;

/** Deletes a value, with its own links. One that frozen documents still refer to is archived, as they were agreed with it. */
const removeValue = async (
  tx: Transaction,
  table: string,
  uses: readonly Use[],
  id: string,
): Promise<void> => {
  const kept = await countUses(tx, uses, id, { actor: 'system', manages: true });
  if (kept.length > 0) {
    await tx.query(sql`UPDATE ${raw(quoted(table))} SET archived_at = now() WHERE id = ${id}::uuid`);
    return;
  }
  for (const use of uses.filter(({ isOwn }) => isOwn))
    await tx.query(sql`DELETE FROM ${raw(quoted(use.table))} WHERE ${raw(quoted(use.column))} = ${id}::uuid`);
  await tx.query(sql`DELETE FROM ${raw(quoted(table))} WHERE id = ${id}::uuid`);
};

/**
 * Replaces one value by another wherever it is used and removes it, in one transaction; frozen documents keep it. Both rows are first locked
 * against new references: a record that starts to use the value concurrently is either re-pointed with the rest, or
 * refused by its foreign key.
 *
 * @throws Problem 404, 409, 412 or 422 when the two cannot be merged
 */
export const mergeValues = async (
  tx: Transaction,
  catalogue: Catalogue,
  uses: readonly Use[],
  { id, version, into, actor }: Merge,
): Promise<Merged> => {
  if (!isId(id)) throw notFound();
  if (id === into) throw refuse('Elija un valor distinto del que se fusiona.');
  const table = tableOf(catalogue);
  const name = raw(quoted(table.name));
  await tx.query(sql`SELECT set_config('statement_timeout', ${longest}, true)`);
  await tx.query(sql`SELECT FROM ${name} WHERE id = ANY(${[id, into]}::uuid[]) ORDER BY id FOR UPDATE`);
  const source = parseRecord(await readRecord(tx, table, id, actor));
  if (source.row_version !== version) throw stale(source);
  const target = await readRecord(tx, table, into, actor).then(parseRecord, (error: unknown) => {
    throw error instanceof Problem && error.status === 404
      ? refuse(`No existe ${theOne(catalogue.label)} que eligió; elija otra opción.`)
      : error;
  });
  await check(tx, catalogue, source, target);

  const code = (record: AnyRecord): string => `${named(record)} (${String(record.code)})`;
  const reason = `${code(source)} se fusionó con ${code(target)}.`;
  await tx.query(sql`
    SELECT set_config('pauta.reason', ${reason}, true), set_config('pauta.replaces_value', 'on', true)`);
  let repointed = 0;
  const paths = new Set<string>();
  for (const use of uses) {
    try {
      if (use.isOwn) continue;
      const count = await repoint(tx, use, { id, into });
      repointed += count;
      if (count > 0 && use.resource) paths.add(use.resource.path);
    } catch (error) {
      throw explain(error, use, source, target);
    }
  }
  await removeValue(tx, table.name, uses, id);
  const details = { merged: { id, code: source.code, name: source.name }, repointed };
  await tx.query(sql`
    INSERT INTO audit_log (actor_id, on_behalf_of, ip, request_id, entity, entity_id, action, after, reason)
    VALUES (audit_setting('actor')::uuid, audit_setting('on_behalf_of')::uuid, audit_setting('ip')::inet,
      audit_setting('request'), ${table.name}, ${into}, 'merge', ${JSON.stringify(details)}::jsonb, ${reason})`);
  return {
    record: await readRecord(tx, table, into, actor),
    from: { id, code: String(source.code), name: String(source.name) },
    repointed,
    paths: [...paths],
  };
};
