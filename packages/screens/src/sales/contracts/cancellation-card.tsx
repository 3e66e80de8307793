import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import {
  cancellationProposals,
  cancellationStates,
} from '@pauta/domain/sales/contracts/life/cancellation-proposal.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { useResourceList } from '@pauta/ui/data/use-resource-list.ts';
import type { ReactElement } from 'react';
import { CancellationAmounts, type SettledCancellation } from './cancellation-amounts.tsx';

const shown = [
  'effective_on',
  'notice_days',
  'missing_notice_days',
  'penalty_pct',
  'currency_code',
  'contracted',
  'delivered',
  'undelivered',
  'billed',
  'credit',
  'to_bill',
  'penalty',
  'status',
];

/** On the page of a contract that was cancelled after its signature: what is settled, and whether it is. */
export function CancellationCard({ contract }: { readonly contract: AnyRecord }): ReactElement {
  const page = useResourceList(
    cancellationProposals,
    {
      q: '',
      filters: [{ field: 'contract_id', operator: 'in', values: [contract.id] }],
      where: null,
      sort: { field: 'created_at', descending: true },
      limit: 1,
      cursor: null,
      archived: false,
    },
    shown,
  );
  const [proposal] = page.data?.data ?? [];
  const [label, tone] = cancellationStates[(proposal?.status as keyof typeof cancellationStates) ?? 'open'];
  return (
    <Card
      actions={
        proposal && (
          <>
            <Badge tone={tone}>{label}</Badge>
            <LinkButton size="small" to={paths.record(cancellationProposals, proposal.id)}>
              Ver liquidación
            </LinkButton>
          </>
        )
      }
      title="Liquidación por cancelación"
    >
      {proposal ? (
        <CancellationAmounts
          cancellation={
            { ...proposal, currency: String(proposal.currency_code) } as unknown as SettledCancellation
          }
        />
      ) : (
        <Skeleton lines={4} />
      )}
    </Card>
  );
}
