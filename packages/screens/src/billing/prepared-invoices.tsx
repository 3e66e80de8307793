import type { PreparedInvoice } from '@pauta/domain/billing/invoices/prepared-invoice.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { token as t } from '@pauta/layout/theme';
import { paths } from '@pauta/ui/data/paths.ts';
import { BlockedList } from '@pauta/ui/undo/blocked-list.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { DraftList } from './grouping/draft-list.tsx';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${t('space-4')};
  margin-block-start: ${t('space-4')};
`;

/** The answer of the commands that prepare invoices, and of their dry run. */
export interface PreparedAnswer {
  readonly invoices: readonly PreparedInvoice[];
  readonly blocked: readonly { readonly id: string; readonly title: string; readonly reason: string }[];
}

/** Shows the drafts that would be prepared, and the contracts of which none can be. */
export function PreparedInvoices({
  plan: { invoices, blocked },
  onGo,
}: {
  plan: PreparedAnswer;
  onGo: (path: string) => void;
}): ReactElement {
  return (
    <Root>
      <DraftList drafts={invoices} />
      <BlockedList
        blocked={blocked.map((one) => ({ ...one, path: paths.record(contracts, one.id) }))}
        label="Contratos que no se facturan y por qué"
        onGo={onGo}
        total={blocked.length}
      />
    </Root>
  );
}
