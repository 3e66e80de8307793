import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type FiscalReportSummary, FiscalReports } from './fiscal-reports.tsx';

const meta = {
  title: 'Facturación/Reportes fiscales',
  component: FiscalReports,
  tags: ['every-width'],
} satisfies Meta<typeof FiscalReports>;

export default meta;

const of = (summary: FiscalReportSummary): StoryObj => ({
  render: () => (
    <StoryHost
      always={(path) => {
        if (path.startsWith('/companies/options'))
          return { status: 200, body: { data: [{ id: uuid(1), label: 'Canal Uno', code: 'C1' }] } };
        return path.startsWith('/fiscal-reports') ? { status: 200, body: { data: summary } } : undefined;
      }}
      permissions={['invoices.view_all', 'invoices.export']}
    >
      <FiscalReports />
    </StoryHost>
  ),
});

const full: FiscalReportSummary = {
  has_tax_id: true,
  606: { documents: 3 },
  607: {
    documents: 128,
    consumers: { documents: 12, amount: '84500.00', tax: '15210.00' },
    late_withholdings: [
      {
        invoice_id: uuid(2),
        fiscal_number: 'E310000000041',
        payer: 'Óptica Ñandú, S. R. L.',
        withheld_on: '2026-10-12',
        tax_withheld: '5400.00',
        income_tax_withheld: '0.00',
      },
    ],
  },
  608: { documents: 2, without_code: ['B0100000007'] },
};

export const Full: StoryObj = of(full);

/** Of a company that cannot report yet. */
export const Empty: StoryObj = of({
  has_tax_id: false,
  606: { documents: 0 },
  607: { documents: 0, consumers: { documents: 0, amount: '0.00', tax: '0.00' }, late_withholdings: [] },
  608: { documents: 0, without_code: [] },
});
