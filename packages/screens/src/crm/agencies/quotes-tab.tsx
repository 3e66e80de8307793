import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { ReactElement } from 'react';

/** The quotes in which an agency takes part, for a tab of its page. */
export const AgencyQuotes = ({ agency }: { agency: AnyRecord }): ReactElement => (
  <RelatedList
    by="agency_id"
    empty="Aquí verá lo que se cotizó a sus clientes con ella."
    of={agency}
    pages
    resource={quotes}
    title="trade_name"
  />
);
