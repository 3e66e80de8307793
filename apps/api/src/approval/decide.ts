import type { ReasonRow } from '@pauta/domain/approval/approval.ts';
import type { ApprovalKindName } from '@pauta/domain/approval/approval-kinds.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { conflict, forbidden, Problem } from '../platform/http/problem.ts';
import type { HandlerContext } from '../resource/commands/context.ts';
import { approvalPath, withdrawRequestMails } from './approvals.ts';
import { decisionEmail } from './emails.ts';
import { kindOf } from './kind-of.ts';

export type Outcome = 'approved' | 'returned' | 'rejected' | 'withdrawn';

/** A decision with the comment of its author. */
export interface Decision {
  readonly outcome: Outcome;
  readonly comment: string | null;
}

/** The data of an approval, locked by the transaction, that a decision needs. */
export interface OpenApproval {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly reasons: readonly ReasonRow[];
  readonly requested_by_id: string | null;
}

interface Turn {
  readonly place: number;
  readonly on_behalf_of_id: string | null;
}

const actFor = async ({ tx }: HandlerContext, delegator: string | null): Promise<void> => {
  await tx.query(sql`SELECT set_config('pauta.on_behalf_of', ${delegator ?? ''}, true)`);
};

/** Explains why the actor may not decide. */
const refuse = async ({ tx, actor }: HandlerContext, approval: OpenApproval): Promise<Problem> => {
  const row = await tx.one<{ is_author: boolean; is_side: boolean | null }>(sql`
    SELECT requested_by_id = ${actor.userId}::uuid AS is_author, is_author_side(a, ${actor.userId}::uuid) AS is_side
    FROM approvals a WHERE id = ${approval.id}::uuid`);
  if (row?.is_author) return new Problem(403, 'own_request', 'La pidió usted: la decide otra persona.');
  const needed = [...new Set(approval.reasons.map(({ permission }) => permission))];
  if (row?.is_side) {
    const message = 'Quien la pidió trabaja en nombre de usted: la decide otra persona.';
    return new Problem(403, 'own_request', message);
  }
  return needed.some((permission) => actor.permissions.has(permission))
    ? new Problem(403, 'own_request', 'No se decide en nombre de quien la pidió: la decide otra persona.')
    : forbidden(needed);
};

/**
 * Decides an approval. Each of its reasons is approved by a user who may decide that reason; the last one approves the
 * whole.
 *
 * @returns columns of the approval, and whether it is decided completely
 * @throws Problem 403 if the actor may not decide it
 */
export const decide = async (
  context: HandlerContext,
  approval: OpenApproval,
  { outcome, comment }: Decision,
): Promise<{ columns: Values; isDecided: boolean }> => {
  const { tx, actor, server } = context;
  if (outcome === 'withdrawn') {
    if (approval.requested_by_id !== actor.userId)
      throw new Problem(403, 'not_yours', 'Solo quien la pidió puede retirarla.');
    await withdrawRequestMails(tx, approval.id, approval.title);
    return { columns: { status: outcome }, isDecided: true };
  }
  if (outcome === 'returned' && !kindOf(server, approval.kind).isReturnable)
    throw conflict('not_returnable', 'No se puede corregir: apruébela o rechácela.');
  const turns = await tx.query<Turn>(sql`
    SELECT place, on_behalf_of_id FROM approval_deciders
    WHERE approval_id = ${approval.id}::uuid AND user_id = ${actor.userId}::uuid
    ORDER BY on_behalf_of_id NULLS FIRST, place`);
  const [turn] = turns;
  if (!turn) throw await refuse(context, approval);

  const ownPlaces = new Set(turns.map(({ place }) => place));
  const isOpen = ({ approved_by_id }: ReasonRow): boolean => approved_by_id === null;
  const reasons = approval.reasons.map((reason, index) =>
    outcome === 'approved' && isOpen(reason) && ownPlaces.has(index + 1)
      ? { ...reason, approved_by_id: actor.userId, approved_by: actor.fullName }
      : reason,
  );
  await actFor(context, turn.on_behalf_of_id);
  if (outcome === 'approved' && reasons.some(isOpen)) {
    const isChanged = reasons.some((reason, index) => reason !== approval.reasons[index]);
    if (!isChanged)
      throw conflict('your_part_done', 'Usted ya aprobó lo que le toca; lo demás lo decide otra persona.');
    return { columns: { reasons }, isDecided: false };
  }
  await withdrawRequestMails(tx, approval.id, approval.title);
  const [author] = await tx.query<{ id: string; full_name: string; email: string }>(sql`
    SELECT id, full_name, email FROM users WHERE id = ${approval.requested_by_id}::uuid AND status = 'active'`);
  if (author) {
    const url = await server.mailer.address(tx, approvalPath(approval.id));
    const content = decisionEmail(
      { name: author.full_name, title: approval.title, url },
      { by: actor.fullName, outcome, comment },
    );
    await server.mailer.queue(tx, {
      userId: author.id,
      to: author.email,
      content,
      goodForHours: 72,
    });
  }
  const columns = {
    status: outcome,
    reasons,
    comment,
    decided_by_id: actor.userId,
    on_behalf_of_id: turn.on_behalf_of_id,
    decided_at: new Date().toISOString(),
  };
  return { columns, isDecided: true };
};

/**
 * Decides the pending approval of a record, where the decision is made on the record itself.
 *
 * @returns false while other reasons are pending
 * @throws Problem 403 when the actor may not decide it, 409 when nothing is pending any more
 */
export const decideFor = async (
  context: HandlerContext,
  { kind, recordId }: { kind: ApprovalKindName; recordId: string },
  decision: Decision,
): Promise<boolean> => {
  const { tx } = context;
  const open = await tx.one<OpenApproval>(sql`
    SELECT id, kind, title, reasons, requested_by_id FROM approvals
    WHERE kind = ${kind} AND record_id = ${recordId} AND status = 'pending' FOR NO KEY UPDATE`);
  if (!open) throw conflict('decided', 'Ya no espera aprobación: otra persona la decidió o cambió.');
  const { columns, isDecided } = await decide(context, open, decision);
  await tx.query(sql`
    UPDATE approvals a SET status = coalesce(n.status, a.status), reasons = coalesce(n.reasons, a.reasons),
      comment = n.comment, decided_by_id = n.decided_by_id, on_behalf_of_id = n.on_behalf_of_id, decided_at = n.decided_at
    FROM jsonb_to_record(${JSON.stringify(columns)}::jsonb)
      AS n(status text, reasons jsonb, comment text, decided_by_id uuid, on_behalf_of_id uuid, decided_at timestamptz)
    WHERE a.id = ${open.id}::uuid`);
  return isDecided;
};
