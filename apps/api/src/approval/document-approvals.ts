import type { ReasonRow } from '@pauta/domain/approval/approval.ts';
import { formatReason } from '@pauta/domain/approval/reason.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import sql from 'sql-template-tag';
import type { DocumentApprovals } from '../resource/engine.ts';
import { contentChanged, requestApproval } from './approvals.ts';
import { contentHash } from './content-hash.ts';

interface ApprovalRow {
  readonly record_id: string;
  readonly content_hash: string;
  readonly status: 'pending' | 'approved';
  readonly reasons: readonly ReasonRow[];
}

/** Approvals as the engine uses them for documents. */
export const documentApprovals: DocumentApprovals = {
  obstacles: async (tx, kind, documents) => {
    if (documents.length === 0) return new Map();
    // Locks the rows until the command that relies on them has finished.
    const rows = await tx.query<ApprovalRow>(sql`
      SELECT record_id, content_hash, status, reasons FROM approvals
      WHERE kind = ${kind} AND record_id = ANY(${documents.map(({ recordId }) => recordId)}::text[])
        AND status IN ('pending', 'approved') FOR SHARE`);
    return new Map(
      documents.flatMap(({ recordId, content, reasons }): [string, Reason][] => {
        const hash = contentHash(content);
        const own = rows.filter((row) => row.record_id === recordId && row.content_hash === hash);
        const approved = own.filter(({ status }) => status === 'approved').flatMap((row) => row.reasons);
        // A reason that came up after the approval was not approved with it.
        const open = reasons.filter(({ code }) => !approved.some((reason) => reason.code === code));
        if (open.length === 0) return [];
        const why = open.map(formatReason).join(' ');
        return [
          [
            recordId,
            own.some(({ status }) => status === 'pending')
              ? { code: 'approval_pending', text: `Espera aprobación. ${why}` }
              : { code: 'approval_needed', text: `Necesita aprobación. ${why}` },
          ],
        ];
      }),
    );
  },
  request: requestApproval,
  contentChanged,
};
