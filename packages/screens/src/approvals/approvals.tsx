import { useUser } from '@pauta/core/react';
import { approvals } from '@pauta/domain/approval/approval.ts';
import { approvalKind } from '@pauta/domain/approval/approval-kinds.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { thisOne } from '@pauta/domain/text/label.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { ResourceDetail } from '@pauta/ui/detail/resource-detail.tsx';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import { type OwnScreenProps, resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { type ReactElement, useCallback } from 'react';
import { DecisionButtons } from './decision-buttons.tsx';
import { decisionNeeds, decisionRefusal } from './decision-refusal.ts';

const useUserId = (): string => String(useUser()?.id ?? '');

function Inbox(): ReactElement {
  const userId = useUserId();
  const rowActions = useCallback((approval: AnyRecord) => <DecisionButtons approval={approval} />, []);
  const own = new URLSearchParams({ 'f.requested_by_id': userId });
  return (
    <ResourceList
      actions={<LinkButton to={`${paths.list(approvals)}?${own}`}>Pedidas por mí</LinkButton>}
      description="Lo que espera su decisión, y lo que usted pidió."
      empty="Nada espera su decisión. Aquí verá lo que otras personas pidan y usted pueda decidir."
      needs={decisionNeeds}
      opensWith="f.status=pending"
      resource={approvals}
      rowActions={rowActions}
      rowActionsWidth={176}
    />
  );
}

function Approval({ id = '' }: OwnScreenProps): ReactElement {
  const userId = useUserId();
  const fieldsOf = useCallback(
    (name: string, approval: AnyRecord) =>
      decisionRefusal(name, approval, userId) ?? approvals.commands[name]?.fields,
    [userId],
  );
  return (
    <ResourceDetail
      actions={(approval) => {
        const of = approvalKind(approval.kind).of();
        return (
          <LinkButton
            to={paths.record(of, String(approval.record_id))}
          >{`Abrir ${thisOne(of.label)}`}</LinkButton>
        );
      }}
      id={id}
      key={id}
      resource={approvals}
      commandFields={fieldsOf}
    />
  );
}

/** Aprobaciones: approvals that the reader has to decide, their own requests, and past decisions. */
export const Approvals = resourceScreens(approvals, { screens: { list: Inbox, detail: Approval } });
