import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { ReactElement } from 'react';

/** The contracts in which an agency takes part, for a tab of its page. */
export const AgencyContracts = ({ agency }: { agency: AnyRecord }): ReactElement => (
  <RelatedList by="agency_id" of={agency} pages resource={contracts} title="trade_name" />
);
