import { creditProposals } from '@pauta/domain/crm/clients/credit-proposal.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { type AnyRecord, fieldOf } from '@pauta/domain/resource/resource.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useResourceList } from '@pauta/ui/data/use-resource-list.ts';
import type { ReactElement } from 'react';
import type { CreditAccount } from './propose-credit.tsx';

const limitField = fieldOf(creditProposals, 'proposed_limit');

/** On the page of an account: the proposed limits that are not decided yet. */
export function PendingCredit({ by, of }: { by: CreditAccount; of: AnyRecord }): ReactElement {
  const may = useMay(creditProposals);
  const decides = may.permission(creditProposals.permissions.updateAll).allowed;
  const page = useResourceList(
    creditProposals,
    of.archived_at || !may.view.allowed
      ? null
      : {
          q: '',
          filters: [
            { field: by, operator: 'in', values: [of.id] },
            { field: 'status', operator: 'in', values: ['pending'] },
          ],
          where: null,
          sort: { field: 'created_at', descending: true },
          limit: 25,
          cursor: null,
          archived: false,
        },
    ['proposed_by_id', 'proposed_limit', 'reason'],
  );
  return (
    <>
      {page.data?.data.map((one) => (
        <Banner
          actions={
            <LinkButton size="small" to={paths.record(creditProposals, one.id)}>
              {decides ? 'Decidir' : 'Ver propuesta'}
            </LinkButton>
          }
          key={one.id}
          tone="warning"
        >
          {(one.proposed_by_id as Reference | null)?.label} propone un límite de crédito de{' '}
          {formatField(limitField, one.proposed_limit, one)}: {String(one.reason)}
        </Banner>
      ))}
    </>
  );
}
