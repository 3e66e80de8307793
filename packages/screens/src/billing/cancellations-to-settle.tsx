import { cancellationProposals } from '@pauta/domain/sales/contracts/life/cancellation-proposal.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useResourceList } from '@pauta/ui/data/use-resource-list.ts';
import type { ReactElement } from 'react';

/** How many cancelled contracts wait for their credit note or penalty; nothing if none does. */
export function CancellationsToSettle(): ReactElement | null {
  const may = useMay(cancellationProposals);
  const page = useResourceList(
    cancellationProposals,
    may.view.allowed
      ? {
          q: '',
          filters: [{ field: 'status', operator: 'in', values: ['open'] }],
          where: null,
          sort: { field: 'created_at', descending: true },
          limit: 1,
          cursor: null,
          archived: false,
        }
      : null,
    ['label'],
  );
  const total = page.data?.total ?? 0;
  if (total === 0) return null;
  return (
    <Banner
      actions={
        <LinkButton size="small" to={paths.filtered(cancellationProposals, { status: 'open' })}>
          Ver cancelaciones
        </LinkButton>
      }
      tone="warning"
    >
      {total === 1
        ? 'Un contrato cancelado espera su nota de crédito o el cobro de su penalidad.'
        : `${total} contratos cancelados esperan su nota de crédito o el cobro de su penalidad.`}
    </Banner>
  );
}
