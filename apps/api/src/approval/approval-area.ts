import { approvals, type ReasonRow } from '@pauta/domain/approval/approval.ts';
import type { ApprovalKindName } from '@pauta/domain/approval/approval-kinds.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { Area } from '../platform/area.ts';
import type { HandlerContext } from '../resource/commands/context.ts';
import type { StateChangeHandler } from '../resource/commands/handler.ts';
import { mountResource } from '../resource/mount-resource.ts';

import { type Decision, decide, type OpenApproval, type Outcome } from './decide.ts';

/** The effect of a decision on the approved record, in the same transaction. @throws Problem to refuse the decision */
export type AfterDecision = (context: HandlerContext, recordId: string, decision: Decision) => Promise<void>;

const openApproval = (record: AnyRecord): OpenApproval => ({
  id: record.id,
  kind: String(record.kind),
  title: String(record.title),
  reasons: record.reasons as readonly ReasonRow[],
  requested_by_id: (record.requested_by_id as Reference | null)?.id ?? null,
});

/**
 * The inbox of approvals. The areas define what a decision does to their records; on a document it has no effect but that
 * the commands that waited for it can be run.
 *
 * @example approvalArea({ credit_proposal: afterCreditDecision })
 */
export const approvalArea =
  (after: Readonly<Record<ApprovalKindName, AfterDecision>>): Area =>
  (app) => {
    const handler =
      (outcome: Outcome): StateChangeHandler =>
      async (context, record, { reason }) => {
        const decision = { outcome, comment: (reason as string | null | undefined) ?? null };
        const approval = openApproval(record);
        const { columns, isDecided } = await decide(context, approval, decision);
        const effect = (after as Readonly<Record<string, AfterDecision | undefined>>)[approval.kind];
        if (isDecided) await effect?.(context, String(record.record_id), decision);
        return columns;
      };
    app.database.explainConstraints({
      approvals_decision_stays: {
        message: 'Ya se decidió y no cambia. Actualice la página para ver la decisión.',
      },
      approvals_decider: { message: 'No le toca decidirla: la decide otra persona.' },
    });
    mountResource(app, approvals, {
      commands: {
        approve: handler('approved'),
        return: handler('returned'),
        reject: handler('rejected'),
        withdraw: handler('withdrawn'),
      },
    });
  };
