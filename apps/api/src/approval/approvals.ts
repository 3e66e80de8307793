import type { ReasonRow } from '@pauta/domain/approval/approval.ts';
import { approvals } from '@pauta/domain/approval/approval.ts';
import { formatReason, type Reason } from '@pauta/domain/approval/reason.ts';
import sql from 'sql-template-tag';
import { withdrawMails } from '../mail/mail-queue.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { conflict } from '../platform/http/problem.ts';
import type { HandlerContext } from '../resource/commands/context.ts';
import { contentHash } from './content-hash.ts';
import { fallenEmail, requestEmail, requestSubject } from './emails.ts';
import { kindOf } from './kind-of.ts';

/** The approved record, and its content in the form of its definition: any JSON. */
export interface ApprovalOf {
  readonly kind: string;
  readonly recordId: string;
  readonly content: unknown;
}

export interface ApprovalRequest extends ApprovalOf {
  /** Title for the users who decide: `CRE-2026-000012 · Distribuidora Corripio`. */
  readonly title: string;
  /** At least one. */
  readonly reasons: readonly Reason[];
}

interface Person {
  readonly id: string;
  readonly full_name: string;
  readonly email: string;
}

/** Maximum number of recipients of the mail about one approval. */
const mostTold = 50;

/** Users who may currently decide an approval, each once. */
export const decidersOf = (tx: Queryable, approvalId: string): Promise<Person[]> =>
  tx.query<Person>(sql`
    SELECT u.id, u.full_name, u.email FROM users u
    WHERE u.id IN (SELECT d.user_id FROM approval_deciders d WHERE d.approval_id = ${approvalId}::uuid)
    ORDER BY u.full_name, u.id LIMIT ${mostTold}`);

/** Address of an approval's page, for a mail. */
export const approvalPath = (id: string): string => `/${approvals.screen}/${id}`;

/** A reason as the approval stores it; nobody has approved it yet. */
export const reasonRow = ({ code, text, effect, permission }: Reason): ReasonRow => ({
  code,
  text,
  amount: effect?.amount ?? null,
  currency: effect?.currency ?? null,
  permission,
  approved_by_id: null,
  approved_by: null,
});

/**
 * Requests the approval of a record's current content, and notifies the users who may decide. A repeated request for
 * the same content has no effect.
 *
 * @returns its id
 * @throws Problem 409 while other content of the record is pending; Error without a reason
 * @example await requestApproval(context, { kind: 'quote', recordId: id, title: 'PR-2026-00012', content, reasons })
 */
export const requestApproval = async (
  { tx, actor, server }: HandlerContext,
  { kind, recordId, content, title, reasons }: ApprovalRequest,
): Promise<string> => {
  if (reasons.length === 0) throw new Error(`An approval of ${kind} needs a reason.`);
  for (const { permission } of reasons) {
    if (!kindOf(server, kind).permissions.includes(permission))
      throw new Error(`${kind} is not approved with ${permission}.`);
  }
  const hash = contentHash(content);
  const effect = reasons.find((reason) => reason.effect !== null)?.effect ?? null;
  const made = await tx.one<{ id: string }>(sql`
    INSERT INTO approvals (kind, record_id, title, content_hash, reasons, effect, effect_currency, requested_by_id,
      requested_for_id)
    VALUES (${kind}, ${recordId}, ${title}, ${hash}, ${JSON.stringify(reasons.map(reasonRow))}::jsonb,
      ${effect?.amount ?? null}::numeric, ${effect?.currency ?? null}, ${actor.userId}::uuid,
      audit_setting('on_behalf_of')::uuid)
    ON CONFLICT (kind, record_id) WHERE status = 'pending' DO NOTHING RETURNING id`);
  if (!made) {
    const waiting = await tx.one<{ id: string; content_hash: string }>(sql`
      SELECT id, content_hash FROM approvals
      WHERE kind = ${kind} AND record_id = ${recordId} AND status = 'pending'`);
    if (waiting?.content_hash === hash) return waiting.id;
    throw conflict('approval_pending', 'Otra versión espera aprobación. Retírela antes de pedir otra.');
  }
  const url = await server.mailer.address(tx, approvalPath(made.id));
  for (const { id, full_name: name, email } of await decidersOf(tx, made.id)) {
    const content = requestEmail(
      { name, title, url },
      { by: actor.fullName, reasons: reasons.map(formatReason) },
    );
    await server.mailer.queue(tx, { userId: id, to: email, content, goodForHours: 72 });
  }
  return made.id;
};

/** Cancels unsent mails about a request that needs no decision any more. */
export const withdrawRequestMails = async (
  tx: Queryable,
  approvalId: string,
  title: string,
): Promise<void> => {
  for (const { id } of await decidersOf(tx, approvalId)) await withdrawMails(tx, id, requestSubject(title));
};

interface Fallen {
  readonly id: string;
  readonly title: string;
  readonly requested_by_id: string | null;
  readonly decided_by_id: string | null;
}

/**
 * Called in the transaction of every change of the approved content: an approval of other content, requested or
 * granted, becomes void, and both sides are notified.
 *
 * @returns whether one became void
 */
export const contentChanged = async (
  { tx, server }: Pick<HandlerContext, 'tx' | 'server'>,
  { kind, recordId, content }: ApprovalOf,
): Promise<boolean> => {
  const others = sql`kind = ${kind} AND record_id = ${recordId} AND content_hash <> ${contentHash(content)}
    AND status IN ('pending', 'approved')`;
  const before = await tx.query<Fallen>(sql`
    SELECT id, title, requested_by_id, decided_by_id FROM approvals WHERE ${others} ORDER BY id FOR NO KEY UPDATE`);
  for (const one of before) {
    const deciders = one.decided_by_id === null ? await decidersOf(tx, one.id) : [];
    await withdrawRequestMails(tx, one.id, one.title);
    await tx.query(sql`
      UPDATE approvals SET status = 'fallen', decided_at = coalesce(decided_at, now()) WHERE id = ${one.id}::uuid`);
    const recipients = [one.requested_by_id, one.decided_by_id, ...deciders.map(({ id }) => id)].filter(
      Boolean,
    );
    const people = await tx.query<Person>(sql`
      SELECT id, full_name, email FROM users WHERE id = ANY(${recipients}::uuid[]) AND status = 'active' ORDER BY id`);
    const url = await server.mailer.address(tx, approvalPath(one.id));
    for (const { id, full_name: name, email } of people) {
      const mail = fallenEmail({ name, title: one.title, url });
      await server.mailer.queue(tx, { userId: id, to: email, content: mail, goodForHours: 72 });
    }
  }
  return before.length > 0;
};

/**
 * Checks that exactly this content was approved.
 *
 * @throws Problem 409 otherwise: it is pending, or was never requested
 */
export const requireApproved = async (
  tx: Transaction,
  { kind, recordId, content }: ApprovalOf,
): Promise<void> => {
  const found = await tx.query<{ status: string }>(sql`
    SELECT status FROM approvals
    WHERE kind = ${kind} AND record_id = ${recordId} AND content_hash = ${contentHash(content)}
      AND status IN ('pending', 'approved') FOR SHARE`);
  if (found.some(({ status }) => status === 'approved')) return;
  throw found.length > 0
    ? conflict(
        'approval_pending',
        'Espera aprobación: alguien con permiso debe decidirla antes de continuar.',
      )
    : conflict('approval_needed', 'Necesita aprobación. Pídala antes de continuar.');
};
