import { type ApprovalKind, approvalKind } from '@pauta/domain/approval/approval-kinds.ts';
import { isDocument } from '@pauta/domain/resource/lines.ts';
import type { FastifyInstance } from 'fastify';

/** A kind of approval by name: one of `approvalKinds`, or a document that needs approvals. @throws if there is none */
export const kindOf = (
  { engine }: Pick<FastifyInstance, 'engine'>,
  name: string,
): Pick<ApprovalKind, 'permissions' | 'isReturnable'> => {
  const resource = engine.resourceOf(name);
  return resource && isDocument(resource) && resource.approval
    ? { permissions: resource.approval.permissions, isReturnable: true }
    : approvalKind(name);
};
