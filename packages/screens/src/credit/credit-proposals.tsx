import { creditProposals } from '@pauta/domain/crm/clients/credit-proposal.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { ApprovalPanel } from '../approvals/approval-panel.tsx';

/** CRM › Clientes › Propuestas de crédito: pending and decided proposals. */
export const CreditProposals = resourceScreens(creditProposals, {
  detail: {
    above: (proposal) => (
      <ApprovalPanel kind="credit_proposal" record={proposal} resource={creditProposals} />
    ),
    description: ({ client_id, agency_id }) => ((client_id ?? agency_id) as Reference | null)?.label,
  },
});
