import { useInvalidate } from '@pauta/core/react';
import { approvals } from '@pauta/domain/approval/approval.ts';
import type { ApprovalKindName } from '@pauta/domain/approval/approval-kinds.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { type AnyRecord, fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useResourceList } from '@pauta/ui/data/use-resource-list.ts';
import type { ReactElement } from 'react';
import { DecisionButtons } from './decision-buttons.tsx';

/**
 * On the page of a record: its pending approval, the reasons for it, and the decision buttons for users who may decide.
 */
export function ApprovalPanel({
  kind,
  resource,
  record,
}: {
  kind: ApprovalKindName;
  resource: Resource;
  record: AnyRecord;
}): ReactElement {
  const may = useMay(approvals);
  const invalidate = useInvalidate();
  const page = useResourceList(
    approvals,
    may.view.allowed
      ? {
          q: '',
          filters: [
            { field: 'status', operator: 'in', values: ['pending'] },
            { field: 'kind', operator: 'in', values: [kind] },
            { field: 'record_id', operator: 'is', value: record.id },
          ],
          where: null,
          sort: { field: 'created_at', descending: true },
          limit: 25,
          cursor: null,
          archived: false,
        }
      : null,
    Object.keys(approvals.fields),
  );
  return (
    <>
      {page.data?.data.map((approval) => (
        <Banner
          actions={
            <>
              <DecisionButtons
                approval={approval}
                onDone={() => void invalidate(`/${resource.path}`).catch(() => {})}
              />
              <LinkButton size="small" to={paths.record(approvals, approval.id)}>
                Ver aprobación
              </LinkButton>
            </>
          }
          key={approval.id}
          tone="warning"
        >
          <strong>Espera aprobación.</strong> {(approval.requested_by_id as Reference | null)?.label} la
          pidió: {formatField(fieldOf(approvals, 'reasons'), approval.reasons)}
        </Banner>
      ))}
    </>
  );
}
