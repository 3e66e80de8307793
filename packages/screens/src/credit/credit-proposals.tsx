import { creditProposals } from '@pauta/domain/crm/credit-proposal.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';

/** CRM › Clientes › Propuestas de crédito: what waits for a decision, and what was decided. */
export const CreditProposals = resourceScreens(creditProposals, {
  detail: {
    description: ({ client_id, agency_id }) => ((client_id ?? agency_id) as Reference | null)?.label,
  },
});
