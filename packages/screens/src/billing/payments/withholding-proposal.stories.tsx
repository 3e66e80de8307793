import type { WithheldInvoice } from '@pauta/domain/billing/payments/expected-withholding.ts';
import { payments } from '@pauta/domain/billing/payments/payment.ts';
import { ResourceForm } from '@pauta/ui/form/resource-form.tsx';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { WithholdingProposal } from './withholding-proposal.tsx';

const meta = {
  title: 'Facturación/Retenciones propuestas',
  component: WithholdingProposal,
  tags: ['every-width'],
} satisfies Meta<typeof WithholdingProposal>;

export default meta;

const invoice: WithheldInvoice = {
  invoice_id: uuid(1),
  internal_no: 'FA-2026-000012',
  currency_code: 'DOP',
  balance: '1180.00',
  to_receive: '1130.00',
  withholdings: [
    { rule_id: uuid(2), name: 'ISR de pagos del Estado', tax: 'isr', pct: '5.0000', amount: '50.00' },
  ],
};

const of = (found: readonly WithheldInvoice[]): StoryObj => ({
  render: () => (
    <StoryHost
      always={(path) =>
        path.startsWith('/expected-withholdings') ? { status: 200, body: { data: found } } : undefined
      }
      permissions={['payments.view_all', 'payments.create', 'invoices.view_all']}
      resource={payments}
    >
      <ResourceForm
        above={<WithholdingProposal />}
        initial={{
          company_id: { id: uuid(3), label: 'Antena' },
          client_id: { id: uuid(4), label: 'Ministerio de Prueba' },
          currency_code: 'DOP',
        }}
        onCancel={() => {}}
        onSaved={() => {}}
        resource={payments}
      />
    </StoryHost>
  ),
});

export const Proposed: StoryObj = of([invoice]);

/** Advertising between companies has no withholding. */
export const Nothing: StoryObj = of([]);
