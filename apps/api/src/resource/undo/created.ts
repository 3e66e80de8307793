import { agree, capital, theOne } from '@pauta/domain/text/label.ts';
import sql, { raw } from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { ServedEntity } from '../engine.ts';
import { quoted } from '../table.ts';
import { type ChangedRecord, readNetChanges } from './plan.ts';
import { referencesTo } from './references.ts';

/** Rows of tables with an archive that a request created, the latest first. */
export const readCreated = (tx: Transaction, requestId: string): Promise<ChangedRecord[]> =>
  tx.query<ChangedRecord>(sql`
    SELECT l.entity, l.entity_id AS id, min(l.id) AS first, max(l.id) AS last, true AS own
    FROM audit_log l WHERE l.request_id = ${requestId} AND l.actor_id IS NOT NULL
    GROUP BY l.entity, l.entity_id
    HAVING bool_or(l.before IS NULL AND l.after ?& '{row_version,archived_at}') ORDER BY min(l.id) DESC`);

const nothingDone = 'No se deshizo nada; corríjalo a mano.';

/** @throws Problem when later data refers to records that a request created */
const refuseUsed = async (
  tx: Transaction,
  { table }: ServedEntity,
  { requestId, made }: { requestId: string; made: readonly ChangedRecord[] },
  entities: ReadonlyMap<string, ServedEntity>,
): Promise<void> => {
  const { label, fields, name } = table.resource;
  const ids = made.map(({ id }) => id);
  const it = theOne(label);
  const nets = await readNetChanges(tx, table, requestId, made);
  const since = [...new Set([...nets.values()].flatMap((net) => net.since))];
  if (since.includes('archived_at')) {
    throw conflict('changed_since', `Ya se archivó ${it} que se creó. ${nothingDone}`);
  }
  if (since.length > 0) {
    const names = since.map((column) => `«${fields[column]?.label ?? column}»`);
    throw conflict(
      'changed_since',
      `Ya cambió ${new Intl.ListFormat('es').format(names)} de ${it} que se creó. ${nothingDone}`,
    );
  }
  const [users] = (await referencesTo(tx, table, ids, entities, requestId)).values();
  const [noted] = await tx.query(sql`
    SELECT FROM comments WHERE resource = ${name} AND record_id = ANY(${ids}::uuid[]) AND archived_at IS NULL
    UNION ALL
    SELECT FROM attachments WHERE resource = ${name} AND record_id = ANY(${ids}::uuid[]) AND archived_at IS NULL
    LIMIT 1`);
  const what = users ?? (noted && 'comentarios o adjuntos');
  if (what !== undefined) {
    throw conflict(
      'in_use',
      `${capital(it)} que se creó ya está ${agree(label, 'usado')} en ${what}. ${nothingDone}`,
    );
  }
};

/**
 * Withdraws what a request created, the latest first: archives it and frees its unique values. Nothing is withdrawn
 * when later data refers to any of it.
 *
 * @param made see {@link readCreated}
 * @throws Problem 409
 */
export const withdrawCreated = async (
  tx: Transaction,
  { requestId, made }: { requestId: string; made: readonly ChangedRecord[] },
  entities: ReadonlyMap<string, ServedEntity>,
): Promise<void> => {
  for (const entity of new Set(made.map((one) => one.entity))) {
    const own = made.filter((one) => one.entity === entity);
    const table = raw(quoted(entity));
    const isOwn = sql`id = ANY(${own.map(({ id }) => id)}::uuid[])`;
    // The lock blocks new references: a concurrent one either commits first or finds the record archived.
    await tx.query(sql`SELECT FROM ${table} WHERE ${isOwn} ORDER BY id FOR UPDATE`);
    const served = entities.get(entity);
    if (served) await refuseUsed(tx, served, { requestId, made: own }, entities);
    await tx.query(
      sql`UPDATE ${table} SET archived_at = now(), withdrawn_at = now() WHERE ${isOwn} AND archived_at IS NULL`,
    );
  }
};
