import { clients } from '@pauta/domain/crm/client.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { clientRecords } from '../testing/client-fixtures.ts';
import { StoryHost } from '../testing/story-host.tsx';
import { ResourceList } from './resource-list.tsx';

const meta = { title: 'Pantallas/Lista', component: ResourceList } satisfies Meta<typeof ResourceList>;

export default meta;
type Story = StoryObj;

export const Many: Story = {
  render: () => (
    <StoryHost records={clientRecords(137)}>
      <ResourceList resource={clients} />
    </StoryHost>
  ),
};

export const Three: Story = {
  render: () => (
    <StoryHost records={clientRecords(3)}>
      <ResourceList resource={clients} />
    </StoryHost>
  ),
};

export const NothingYet: Story = {
  render: () => (
    <StoryHost>
      <ResourceList resource={clients} />
    </StoryHost>
  ),
};

export const NothingMatches: Story = {
  render: () => (
    <StoryHost path="/crm/clientes?q=zzz" records={clientRecords(3)}>
      <ResourceList resource={clients} />
    </StoryHost>
  ),
};

export const NoPermission: Story = {
  render: () => (
    <StoryHost permissions={[]}>
      <ResourceList resource={clients} />
    </StoryHost>
  ),
};

export const ReadOnly: Story = {
  render: () => (
    <StoryHost permissions={['clients.view_all']} records={clientRecords(3)}>
      <ResourceList resource={clients} />
    </StoryHost>
  ),
};

export const Failed: Story = {
  render: () => (
    <StoryHost always={{ status: 503, body: {} }}>
      <ResourceList resource={clients} />
    </StoryHost>
  ),
};

export const Loading: Story = {
  render: () => (
    <StoryHost delay={3600000}>
      <ResourceList resource={clients} />
    </StoryHost>
  ),
};

export const Filtered: Story = {
  render: () => (
    <StoryHost
      path="/crm/clientes?f.status=active,prospect&f.created_at=2026-01-01..2026-03-31"
      records={clientRecords(9)}
    >
      <ResourceList resource={clients} />
    </StoryHost>
  ),
};
