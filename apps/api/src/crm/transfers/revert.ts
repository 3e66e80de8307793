import type { LoggedAction } from '@pauta/domain/admin/audit/audit-labels.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import sql, { join, raw } from 'sql-template-tag';
import { isFinished, type OwnerChange, shareColumn } from '../../admin/portfolio/portfolio.ts';
import { asAction } from '../../platform/as-action.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import { quoted } from '../../resource/table.ts';
import { logTransfer } from './log.ts';

/** Maximum number of records that a refusal names. */
const mostNamed = 20;

interface Later {
  readonly entity: string;
  readonly record_id: string;
  readonly label: string;
  /** The later transfer that moved it; null if it was changed otherwise. */
  readonly batch_no: string | null;
}

const resourceOf = (entity: string): Resource => {
  const resource = resources.find(({ name }) => name === entity);
  if (!resource) throw new Error(`a transfer holds records of ${entity}, which is no resource`);
  return resource;
};

// The manager of a user is transferred too, but is not an owner column.
const ownersOf = (entity: string): readonly string[] =>
  entity === 'users' ? ['reports_to_id'] : resourceOf(entity).owners;

/** Records of the transfer that were finished since; they keep their owner. Locks all of its records. */
const readFinished = async (
  tx: Transaction,
  transferId: string,
  entity: string,
): Promise<ReadonlySet<string>> => {
  const rows = await tx.query<{ id: string; finished: boolean }>(sql`
    SELECT t.id, ${isFinished(resourceOf(entity))} AS finished FROM ${raw(quoted(entity))} t WHERE t.id IN (
      SELECT record_id::uuid FROM account_transfer_items
      WHERE transfer_id = ${transferId} AND entity = ${entity} AND outcome = 'moved')
    ORDER BY t.id FOR NO KEY UPDATE OF t`);
  return new Set(rows.flatMap(({ id, finished }) => (finished ? [id] : [])));
};

/** Records that changed after the transfer, and the later transfer that did it. */
const readLater = async (tx: Transaction, transferId: string, entity: string): Promise<Later[]> => {
  const name = raw(quoted(entity));
  const present = join(
    ownersOf(entity).map((field) => sql`WHEN ${field} THEN t.${raw(quoted(field))}`),
    ' ',
  );
  return tx.query<Later>(sql`
    SELECT i.entity, i.record_id, i.label, (
      SELECT l.batch_no FROM account_transfer_items n JOIN account_transfers l ON l.id = n.transfer_id
      WHERE n.entity = i.entity AND n.record_id = i.record_id AND n.field = i.field AND n.outcome = 'moved'
        AND n.transfer_id <> i.transfer_id AND n.created_at >= i.created_at
      ORDER BY n.created_at, n.id LIMIT 1) AS batch_no
    FROM account_transfer_items i JOIN ${name} t ON t.id = i.record_id::uuid
    WHERE i.transfer_id = ${transferId} AND i.entity = ${entity} AND i.outcome = 'moved'
      AND CASE i.field ${present} END IS DISTINCT FROM i.after_id AND NOT ${isFinished(resourceOf(entity))}
    ORDER BY i.label, i.id`);
};

const depends = (later: readonly Later[]) => {
  const named = later
    .slice(0, 3)
    .map(({ label, batch_no }) => `«${label}» (${batch_no ?? 'cambiado en su ficha'})`);
  const rest = later.length - named.length;
  const list = rest > 0 ? `${named.join(', ')} y ${rest} más` : named.join(', ');
  return conflict(
    'later_change',
    `No se puede revertir: ${later.length === 1 ? 'un registro cambió' : `${later.length} registros cambiaron`} de manos después: ${list}. Revierta primero lo posterior.`,
    { extra: { later: later.slice(0, mostNamed), later_total: later.length } },
  );
};

const putBack = async (tx: Transaction, transferId: string, entity: string): Promise<void> => {
  const name = raw(quoted(entity));
  const assignments = ownersOf(entity).flatMap((field) => {
    const column = raw(quoted(field));
    const share = shareColumn(entity, field);
    return [
      sql`${column} = CASE WHEN was.owners ? ${field} THEN (was.owners ->> ${field})::uuid ELSE t.${column} END`,
      ...(share === undefined
        ? []
        : [
            sql`${raw(quoted(share))} = coalesce((was.shares ->> ${field})::numeric, t.${raw(quoted(share))})`,
          ]),
    ];
  });
  await tx.query(sql`
    UPDATE ${name} t SET ${join(assignments)}
    FROM (
      SELECT record_id::uuid AS id, jsonb_object_agg(field, before_id) AS owners,
        jsonb_object_agg(field, before_share) AS shares
      FROM account_transfer_items
      WHERE transfer_id = ${transferId} AND entity = ${entity} AND outcome = 'moved' GROUP BY record_id) was
    WHERE t.id = was.id AND NOT ${isFinished(resourceOf(entity))}`);
};

/** Accounts that were frozen after the transfer, which therefore cannot be moved. */
const refuseFrozenSince = async (tx: Transaction, transferId: string): Promise<void> => {
  const rows = await tx.query<{ label: string }>(sql`
    SELECT i.label FROM account_transfer_items i
    JOIN account_transfers l ON l.id = i.transfer_id
    JOIN portfolio_freezes z ON z.client_id::text = i.record_id AND z.ended_at IS NULL AND z.created_at > l.executed_at
    WHERE i.transfer_id = ${transferId} AND i.entity = 'clients' AND i.field = 'primary_sales_rep_id'
      AND i.outcome = 'moved'
    ORDER BY i.label, i.id`);
  if (rows.length === 0) return;
  const named = rows.slice(0, 3).map(({ label }) => `«${label}»`);
  const rest = rows.length - named.length;
  throw conflict(
    'frozen',
    `No se puede revertir: ${rows.length === 1 ? 'esta cuenta se congeló' : 'estas cuentas se congelaron'} después: ${named.join(', ')}${rest > 0 ? ` y ${rest} más` : ''}. Descongele primero en Preventa › Cartera.`,
  );
};

/** Reverts a transfer by another transfer, as long as none of its records has been moved since. */
export const revertTransfer: StateChangeHandler = async ({ tx }, record, input) => {
  if (record.origin === 'reversal') {
    throw conflict('reversal', 'Una reversión no se revierte: haga una transferencia nueva.');
  }
  await tx.query(sql`SET LOCAL statement_timeout = '60s'`);
  const items = await tx.query<OwnerChange & { former: string | null }>(sql`
    SELECT i.entity, i.field, i.part, i.record_id, i.label, i.after_id AS before_id, i.before_id AS after_id,
      (SELECT u.full_name FROM users u WHERE u.id = i.before_id AND u.status <> 'active') AS former
    FROM account_transfer_items i WHERE i.transfer_id = ${record.id} AND i.outcome = 'moved' ORDER BY i.id`);
  const gone = items.find(({ former }) => former !== null)?.former;
  if (gone) {
    throw conflict(
      'inactive_owner',
      `No se puede revertir: la cuenta de ${gone} no está activa. Reactívela o transfiera lo suyo a otra persona.`,
    );
  }
  const entities = [...new Set(items.map(({ entity }) => entity))].sort();
  await refuseFrozenSince(tx, record.id);
  const finished = new Map<string, ReadonlySet<string>>();
  for (const entity of entities) finished.set(entity, await readFinished(tx, record.id, entity));
  const stays = ({ entity, record_id: id }: OwnerChange) => finished.get(entity)?.has(id) === true;
  const changes = items.map(({ former: _, ...change }) => change);
  if (changes.length > 0 && changes.every(stays)) {
    throw conflict(
      'finished',
      'No se puede revertir: todo lo transferido se terminó después y queda con quien lo hizo.',
    );
  }
  const later: Later[] = [];
  for (const entity of entities) later.push(...(await readLater(tx, record.id, entity)));
  if (later.length > 0) throw depends(later);
  // An account that was frozen before is returned to its former owner.
  await tx.query(sql`SELECT set_config('pauta.moves_frozen', 'on', true)`);
  await asAction(tx, 'transfer' satisfies LoggedAction, async () => {
    for (const entity of entities) await putBack(tx, record.id, entity);
  });
  const idOf = (value: unknown) => (value as { id: string } | null)?.id ?? null;
  const reversal = await logTransfer(tx, {
    origin: 'reversal',
    from: idOf(record.to_user_id),
    to: idOf(record.from_user_id),
    reason: String(input.reason),
    changes: changes.filter((change) => !stays(change)),
    skipped: changes
      .filter(stays)
      .map((change) => ({ ...change, note: 'Se terminó después: queda con quien lo hizo.' })),
    reverts: record.id,
  });
  return { reverted_by_id: reversal };
};

/** Cancels a scheduled transfer. */
export const cancelTransfer: StateChangeHandler = async (_context, _record, input) => ({
  note: String(input.reason),
});
