import type { Reason } from '@pauta/domain/approval/reason.ts';
import { holdDeciders } from '@pauta/domain/inventory/holds/hold.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import sql from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import type { AfterDecision } from '../../approval/approval-area.ts';
import { decideFor } from '../../approval/decide.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import { cellsByHold, type HoldRow, lockHoldsBy } from './hold-cells.ts';
import { endOfQueue } from './hold-ends.ts';
import { promoteQueue, takeCells } from './queue.ts';
import { displaceOthers } from './queue-commands.ts';

/** The approved content of a hold that is asked for. What it takes of its space never changes. */
export const requestedContent = (holdId: string) => ({ takes: holdId });

/**
 * Why a new hold needs an approval: the setting says so for every one, or its owner has as many open ones as the setting
 * allows, those of a quote counting once. Who decides such approvals needs none.
 *
 * @param quoteId the quote for whose line it is
 */
export const holdReasons = async (
  { tx, actor }: HandlerContext,
  ownerId: string,
  quoteId: string | null,
): Promise<readonly Reason[]> => {
  const [permission] = holdDeciders;
  if (actor.permissions.has(permission)) return [];
  const reasons: Reason[] = [];
  if ((await readSetting(tx, 'hold_approval')) === true) {
    const text = 'La configuración pide aprobación para toda reserva.';
    reasons.push({ code: 'every_hold', text, effect: null, permission });
  }
  // Two new holds of one owner are counted one after the other.
  await tx.query(sql`SELECT FROM users WHERE id = ${ownerId}::uuid FOR NO KEY UPDATE`);
  const row = await tx.one<{ open: number; full_name: string }>(sql`
    SELECT u.full_name, (SELECT count(DISTINCT coalesce(h.quote_id, h.id))::integer FROM holds h
      WHERE h.owner_id = u.id AND h.status IN ('requested', 'queued', 'active') AND h.expires_at > now()
        AND (h.quote_id IS NULL OR h.quote_id IS DISTINCT FROM ${quoteId}::uuid)) AS open
    FROM users u WHERE u.id = ${ownerId}::uuid`);
  const most = Number(await readSetting(tx, 'hold_limit'));
  if (row && row.open >= most) {
    const count = countOf({ one: 'reserva abierta', many: 'reservas abiertas', gender: 'f' }, row.open);
    const text = `${row.full_name} tiene ${count}; sin aprobación puede tener ${most}.`;
    reasons.push({ code: 'hold_limit', text, effect: null, permission });
  }
  return reasons;
};

/** Columns of an approved hold: it takes its place, or waits if there is none. */
const approved = async (
  context: HandlerContext,
  hold: HoldRow,
): Promise<{ status: string; expires_at: string; queued_at: string | null }> => {
  const { tx, now } = context;
  const cells = (await cellsByHold(tx, [hold])).get(hold.id) ?? [];
  await promoteQueue(context, [hold.inventory_item_id], cells);
  const expires_at = await takeCells(context, hold, cells);
  return expires_at === null
    ? {
        status: 'queued',
        expires_at: await endOfQueue(tx, now, hold.flight.from ?? ''),
        queued_at: now.toISOString(),
      }
    : { status: 'active', expires_at, queued_at: null };
};

const lockHold = async ({ tx }: HandlerContext, id: string): Promise<HoldRow> => {
  const [hold] = await lockHoldsBy(tx, sql`h.id = ${id}::uuid AND h.expires_at > now()`);
  if (hold) return hold;
  throw conflict('changed_since', 'La reserva ya no espera: se liberó o venció. Rechace la solicitud.');
};

/** The effect of a decision in the inbox of approvals on the hold: that it takes its place, or that of others. */
export const afterHoldDecision: AfterDecision = async (context, recordId, { outcome, comment }) => {
  const { tx } = context;
  if (outcome === 'approved') {
    const hold = await lockHold(context, recordId);
    if (hold.status === 'requested') {
      const { status, expires_at, queued_at } = await approved(context, hold);
      await tx.query(sql`
        UPDATE holds SET status = ${status}, expires_at = ${expires_at}::timestamptz, queued_at = ${queued_at}::timestamptz
        WHERE id = ${hold.id}::uuid`);
      return;
    }
    const why = await tx.one<{ text: string }>(sql`
      SELECT reasons -> 0 ->> 'text' AS text FROM approvals
      WHERE kind = 'holds' AND record_id = ${recordId} ORDER BY created_at DESC LIMIT 1`);
    await displaceOthers(context, hold, why?.text.slice(0, 500) ?? null);
    return;
  }
  // A refused displacement leaves the option in the queue.
  await tx.query(sql`
    UPDATE holds SET status = ${outcome === 'withdrawn' ? 'released' : 'rejected'}, reason = ${comment}
    WHERE id = ${recordId}::uuid AND status = 'requested'`);
};

/** A decision made on the hold itself. */
export const approveHold: StateChangeHandler = async (context, record, { reason }) => {
  const comment = (reason as string | null | undefined) ?? null;
  const decision = { outcome: 'approved', comment } as const;
  const isDecided = await decideFor(context, { kind: 'holds', recordId: record.id }, decision);
  return isDecided ? approved(context, await lockHold(context, record.id)) : undefined;
};

export const rejectHold: StateChangeHandler = async (context, record, { reason }) => {
  const comment = String(reason);
  await decideFor(context, { kind: 'holds', recordId: record.id }, { outcome: 'rejected', comment });
  return { reason: comment };
};
