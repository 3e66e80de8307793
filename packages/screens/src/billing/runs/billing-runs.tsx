import { billingRuns } from '@pauta/domain/billing/runs/billing-run.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { RunButton } from './run-button.tsx';
import { RunInvoices } from './run-invoices.tsx';
import { RunPlanTab } from './run-plan-tab.tsx';
import { RunReportCard } from './run-report.tsx';

/** Facturación › Facturación y Cobros › Corridas: what was billed together. */
export const BillingRuns = resourceScreens(billingRuns, {
  list: {
    actions: (
      <>
        <LinkButton to="/facturacion/facturacion-cobros">Facturación y Cobros</LinkButton>
        <RunButton />
      </>
    ),
    empty: 'Con «Nueva corrida» se preparan juntos los borradores de todo lo que está por facturar.',
    description:
      'Sus borradores se revisan juntos y se emiten uno por uno; lo que falla queda con su motivo.',
  },
  detail: {
    description: ({ company_id }) => (company_id as Reference | null)?.label,
    above: (run) => <RunReportCard run={run} />,
    tabs: [
      { id: 'facturas', label: 'Facturas', content: ({ id }) => <RunInvoices id={id} /> },
      { id: 'plan', label: 'Plan y totales', content: ({ id }) => <RunPlanTab id={id} /> },
    ],
    order: ['facturas', 'plan'],
  },
});
