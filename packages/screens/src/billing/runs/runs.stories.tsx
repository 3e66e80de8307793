import type { RunPlan, RunReport } from '@pauta/domain/billing/runs/run-plan.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { PrepareRun, RunPreview } from './prepare-run.tsx';
import { RunReportCard } from './run-report.tsx';

const meta = {
  title: 'Facturación/Corridas',
  component: RunReportCard,
  tags: ['every-width'],
  excludeStories: ['plan'],
} satisfies Meta<typeof RunReportCard>;

export default meta;
type Story = StoryObj;

const payers: RunPlan['payers'] = [
  {
    bill_to: 'client',
    payer: 'Óptica Ñandú',
    currency: 'DOP',
    invoices: 3,
    planned: '1000.00',
    net: '1000.00',
    tax: '180.00',
    total: '1180.00',
    difference: '0.00',
  },
  {
    bill_to: 'agency',
    payer: 'Agencia Norte',
    currency: 'DOP',
    invoices: 1,
    planned: '500.00',
    net: '400.00',
    tax: '72.00',
    total: '472.00',
    difference: '-100.00',
  },
];

const made = '2026-11-23T12:00:00Z';

const range = {
  code: 'fiscal_sequence_missing',
  text: 'La compañía no tiene una secuencia de «B14 · Régimen especial». Registre una.',
  who: 'Finanzas',
  fix: { label: 'Secuencias fiscales', path: '/gestion/configuracion/secuencias-fiscales' },
};

export const plan: RunPlan = {
  invoices: 4,
  drafts: [
    {
      contracts: [
        { id: uuid(1), title: 'CT-2026-00001 · Campaña de Navidad', net: '600.00' },
        { id: uuid(2), title: 'CT-2026-00002 · Plan anual de radio', net: '400.00' },
      ],
      bill_to: 'client',
      client_id: uuid(4),
      payer: 'Óptica Ñandú',
      month: null,
      po_number: 'OC-77',
      currency: 'DOP',
      lines: 3,
      taxable: '1000.00',
      tax: '180.00',
      total: '1180.00',
    },
  ],
  payers,
  obstacles: [
    {
      id: uuid(3),
      title: 'CT-2026-00003 · Campaña de Navidad',
      reasons: [{ ...range, blocks: 'issue' }],
    },
  ],
};

const report = (values: Partial<RunReport>): RunReport => ({
  status: 'issuing',
  invoices: 4,
  waiting: 2,
  issued: 2,
  failed: 0,
  plan: payers,
  failures: [],
  ...values,
});

const card = (status: string, values: Partial<RunReport>): Story => ({
  render: () => (
    <StoryHost
      always={(path) =>
        path.endsWith('/report') ? { status: 200, body: { data: report({ status, ...values }) } } : undefined
      }
      permissions={['invoices.view_all', 'invoices.run', 'invoices.issue']}
    >
      <RunReportCard run={{ id: uuid(9), row_version: 1, created_at: made, updated_at: made, status }} />
    </StoryHost>
  ),
});

export const Issuing: Story = card('issuing', {});

export const WithFailures: Story = card('review', {
  waiting: 0,
  issued: 3,
  failed: 1,
  failures: [
    {
      invoice_id: uuid(4),
      concept: 'CT-2026-00003 · Campaña de Navidad',
      payer: 'Óptica Ñandú',
      failed_at: '2026-11-23T12:00:00Z',
      reasons: [range],
    },
  ],
});

export const Preview: Story = {
  render: () => (
    <StoryHost permissions={['invoices.view_all', 'invoices.run']}>
      <RunPreview plan={plan} />
    </StoryHost>
  ),
};

export const Parameters: Story = {
  render: () => (
    <StoryHost
      always={(path) => {
        if (path.startsWith('/companies/options'))
          return { status: 200, body: { data: [{ id: uuid(1), label: 'Canal Uno', code: 'C1' }] } };
        return path === '/billing-runs/prepare/preview' ? { status: 200, body: { data: plan } } : undefined;
      }}
      permissions={['invoices.view_all', 'invoices.run']}
    >
      <PrepareRun onClose={() => {}} />
    </StoryHost>
  ),
};
