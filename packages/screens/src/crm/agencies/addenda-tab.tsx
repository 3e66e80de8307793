import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { addenda } from '@pauta/domain/sales/addenda/addendum.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { ReactElement } from 'react';

/** The addenda of contracts in which an agency takes part, for a tab of its page. */
export const AgencyAddenda = ({ agency }: { agency: AnyRecord }): ReactElement => (
  <RelatedList
    by="agency_id"
    empty="Aquí verá lo que se cambió de los contratos firmados en que ella interviene."
    of={agency}
    pages
    resource={addenda}
    title="trade_name"
  />
);
