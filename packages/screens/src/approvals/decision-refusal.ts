import { approvalKind } from '@pauta/domain/approval/approval-kinds.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';

/** Fields that `decisionRefusal` and the decision buttons need, so that a list requests them. */
export const decisionNeeds = ['kind', 'status', 'requested_by_id'];

/**
 * Why this user cannot make the decision; undefined when they may try. The page does not know delegations, so the
 * server checks those.
 *
 * @param name key of a transition of `approvals`
 */
export const decisionRefusal = (name: string, approval: AnyRecord, userId: string): string | undefined => {
  const isAuthor = (approval.requested_by_id as Reference | null)?.id === userId;
  if (name === 'withdraw') return isAuthor ? undefined : 'Solo quien la pidió puede retirarla.';
  if (isAuthor) return 'La pidió usted: la decide otra persona.';
  return name === 'return' && !approvalKind(approval.kind).isReturnable
    ? 'No se puede corregir: apruébela o rechácela.'
    : undefined;
};
