import { creditProposals } from '@pauta/domain/crm/clients/credit-proposal.ts';
import type { DetailTab } from '@pauta/ui/detail/resource-detail.tsx';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { CreditAccount } from './propose-credit.tsx';

const columns = ['folio', 'current_limit', 'proposed_limit', 'proposed_by_id', 'created_at', 'status'];
// The tab belongs to an account, so its field is left out.
const sections = creditProposals.sections.filter(({ fields }) => !fields.includes('client_id'));

/** On the page of an account: the limits that were proposed for it, with the decisions. */
export const creditTab = (by: CreditAccount): DetailTab => ({
  id: 'credito',
  label: 'Crédito',
  content: (account) => (
    <RelatedList
      by={by}
      columns={columns}
      empty="Nadie ha propuesto otro límite de crédito para esta cuenta."
      initial={{ currency_code: account.currency_code }}
      of={account}
      pages
      resource={creditProposals}
      sections={sections}
      title="trade_name"
    />
  ),
});
