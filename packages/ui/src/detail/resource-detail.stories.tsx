import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { clientRecord, clientRecords } from '../testing/client-fixtures.ts';
import { StoryHost } from '../testing/story-host.tsx';
import { ResourceDetail } from './resource-detail.tsx';

const first = clientRecord(0);

const meta = { title: 'Pantallas/Ficha', component: ResourceDetail } satisfies Meta<typeof ResourceDetail>;

export default meta;
type Story = StoryObj;

export const Full: Story = {
  render: () => (
    <StoryHost records={clientRecords(2)}>
      <ResourceDetail id={first.id} resource={clients} />
    </StoryHost>
  ),
};

export const History: Story = {
  render: () => (
    <StoryHost path="/crm/clientes?tab=historial" records={clientRecords(2)}>
      <ResourceDetail id={first.id} resource={clients} />
    </StoryHost>
  ),
};

export const Archived: Story = {
  render: () => (
    <StoryHost records={[clientRecord(0, { archived_at: '2026-03-09T14:30:00.000Z' })]}>
      <ResourceDetail id={first.id} resource={clients} />
    </StoryHost>
  ),
};

export const Missing: Story = {
  render: () => (
    <StoryHost>
      <ResourceDetail id={first.id} resource={clients} />
    </StoryHost>
  ),
};

export const ReadOnly: Story = {
  render: () => (
    <StoryHost permissions={['clients.view_all']} records={clientRecords(2)}>
      <ResourceDetail id={first.id} resource={clients} />
    </StoryHost>
  ),
};
