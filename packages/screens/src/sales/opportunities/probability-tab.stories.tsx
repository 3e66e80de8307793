import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { type WinHistory, winProbability } from '@pauta/domain/sales/pipeline/win-probability.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { opportunity } from './opportunity-fixtures.ts';
import { ProbabilityTab } from './probability-tab.tsx';

const meta = {
  title: 'Oportunidades/Probabilidad',
  component: ProbabilityTab,
  tags: ['every-width'],
} satisfies Meta<typeof ProbabilityTab>;

export default meta;
type Story = StoryObj;

const history: WinHistory = {
  stage: 'Propuesta enviada',
  catalogue_pct: 50,
  of_stage: { won: 41, closed: 118 },
  of_seller: { won: 9, closed: 16 },
  age_days: 12.4,
  of_age: { won: 20, closed: 71 },
  activities: 2,
  of_activities: { won: 15, closed: 40 },
  is_recent_client: true,
  of_recency: { won: 30, closed: 52 },
  agency: 'Publicitaria Niágara',
  of_agency: { won: 0, closed: 0 },
};

const tab = (data: WinHistory | null): Story => ({
  render: () => (
    <StoryHost
      always={{ status: 200, body: { data: data && winProbability(data) } }}
      resource={opportunities}
    >
      <ProbabilityTab opportunity={opportunity} />
    </StoryHost>
  ),
});

export const FromHistory: Story = { name: 'De la historia', ...tab(history) };

export const FromCatalogue: Story = {
  name: 'Del catálogo',
  ...tab({ ...history, of_stage: { won: 2, closed: 4 }, agency: null }),
};

export const Closed: Story = { name: 'Ya cerrada', ...tab(null) };
