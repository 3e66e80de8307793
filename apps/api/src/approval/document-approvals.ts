import { formatReason } from '@pauta/domain/approval/reason.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import sql from 'sql-template-tag';
import type { DocumentApprovals } from '../resource/engine.ts';
import { contentChanged, requestApproval } from './approvals.ts';
import { contentHash } from './content-hash.ts';

/** Approvals as the engine uses them for documents. */
export const documentApprovals: DocumentApprovals = {
  obstacles: async (tx, kind, documents) => {
    if (documents.length === 0) return new Map();
    // Locks the rows until the command that relies on them has finished.
    const rows = await tx.query<{ record_id: string; content_hash: string; status: string }>(sql`
      SELECT record_id, content_hash, status FROM approvals
      WHERE kind = ${kind} AND record_id = ANY(${documents.map(({ recordId }) => recordId)}::text[])
        AND status IN ('pending', 'approved') FOR SHARE`);
    return new Map(
      documents.flatMap(({ recordId, content, reasons }): [string, Reason][] => {
        const hash = contentHash(content);
        const own = rows.filter((row) => row.record_id === recordId && row.content_hash === hash);
        if (own.some(({ status }) => status === 'approved')) return [];
        const why = reasons.map(formatReason).join(' ');
        return [
          [
            recordId,
            own.length > 0
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
