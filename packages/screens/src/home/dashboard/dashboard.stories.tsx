import type { DashboardLayout } from '@pauta/domain/home/dashboard/dashboard-card.ts';
import type { Answer } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { Dashboard } from './dashboard.tsx';
import { answerOf, broken, layoutOf } from './dashboard-fixtures.ts';

const meta = {
  title: 'Inicio/Dashboard',
  component: Dashboard,
  tags: ['every-width'],
} satisfies Meta<typeof Dashboard>;

export default meta;
type Story = StoryObj;

function Owned({ first }: { first: DashboardLayout }): ReactElement {
  const [layout, setLayout] = useState(first);
  return <Dashboard layout={layout} onChange={(next) => setLayout(next ?? first)} />;
}

const hosted = (
  layout: DashboardLayout,
  {
    path = '/',
    always = answerOf,
    delay,
  }: { path?: string; always?: (path: string) => Answer | undefined; delay?: number } = {},
): ReactElement => (
  <StoryHost always={always} mount="/" path={path} {...(delay !== undefined && { delay })}>
    <Owned first={layout} />
  </StoryHost>
);

export const Seller: Story = {
  render: () =>
    hosted(
      layoutOf(['my_work', 'goal', 'pipeline', 'quotes'], { sellers: [], companies: [], divisions: [] }),
    ),
};

export const Manager: Story = {
  render: () => hosted(layoutOf(['goal', 'waiting', 'occupancy', 'top_clients', 'budget'])),
};

export const Billing: Story = {
  render: () => hosted(layoutOf(['to_bill', 'aging', 'expected_cash', 'issued'])),
};

export const OneFails: Story = {
  render: () =>
    hosted(layoutOf(['my_work', 'pipeline', 'quotes']), {
      always: (path) => (path.startsWith('/dashboard/cards/pipeline') ? broken : answerOf(path)),
    }),
};

export const Loading: Story = {
  render: () => hosted(layoutOf(['my_work', 'pipeline', 'occupancy']), { delay: 3_600_000 }),
};

export const Filtered: Story = {
  render: () =>
    hosted(layoutOf(['pipeline', 'aging']), {
      path: `/?seller=${layoutOf([]).sellers[0]?.id}&period=quarter&division=nothing`,
    }),
};

export const WithoutCards: Story = { render: () => hosted(layoutOf([], { arranged: true })) };
