import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ClientTab } from './client-tab.tsx';
import { someItems, someLines, someReport } from './coverage-fixtures.ts';
import { CoverageTab } from './coverage-tab.tsx';

const meta = {
  title: 'Postventa/Reporte de evidencias',
  component: CoverageTab,
  tags: ['every-width'],
} satisfies Meta<typeof CoverageTab>;

export default meta;
type Story = StoryObj;

const permissions = Object.values(evidenceReports.permissions);

const coverage = (data: object): Story => ({
  render: () => (
    <StoryHost always={{ status: 200, body: { data } }} permissions={permissions} resource={evidenceReports}>
      <CoverageTab report={someReport} />
    </StoryHost>
  ),
});

export const Month: Story = {
  name: 'Un mes con avisos',
  ...coverage({ lines: someLines, items: someItems }),
};

export const Nothing: Story = { name: 'Nada contratado', ...coverage({ lines: [], items: [] }) };

const room = {
  links: [
    {
      id: '0190a000-0000-7000-8000-0000000000a1',
      recipient: 'Marta Ibáñez',
      email: 'marta@optica.example',
      expires_on: '2100-06-30',
      created_at: '2026-06-02T13:00:00Z',
      is_open: true,
      visits: 2,
      last_act_at: '2026-06-03T18:20:00Z',
    },
  ],
  acceptance: {
    hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    accepted_by: 'Marta Ibáñez',
    by_silence: false,
    position: 'Gerente de mercadeo',
    email: 'marta@optica.example',
    ip: '190.80.12.4',
    document_hash: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
    created_at: '2026-06-04T15:00:00Z',
    recorded_by: null,
  },
  check_path: '/verificar/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

export const Client: Story = {
  name: 'Cliente',
  render: () => (
    <StoryHost
      always={(path) => (path.includes('/room') ? { status: 200, body: { data: room } } : undefined)}
      permissions={permissions}
      resource={evidenceReports}
    >
      <ClientTab report={someReport} />
    </StoryHost>
  ),
};
