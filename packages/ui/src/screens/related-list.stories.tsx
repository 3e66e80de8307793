import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { clientRecord, clientRecords } from '../testing/client-fixtures.ts';
import { StoryHost } from '../testing/story-host.tsx';
import { RelatedList } from './related-list.tsx';

const group = clientRecord(0);
const companies = [1, 2, 3].map((index) =>
  clientRecord(index, { parent_client_id: { id: group.id, label: 'ACME', code: 'CLI-001' } }),
);

const meta = { title: 'Pantallas/Lista de partes', component: RelatedList } satisfies Meta<
  typeof RelatedList
>;

export default meta;
type Story = StoryObj;

export const Some: Story = {
  render: () => (
    <StoryHost records={[group, ...companies]}>
      <RelatedList by="parent_client_id" of={group} resource={clients} title="trade_name" />
    </StoryHost>
  ),
};

export const None: Story = {
  render: () => (
    <StoryHost records={clientRecords(1)}>
      <RelatedList by="parent_client_id" of={group} resource={clients} title="trade_name" />
    </StoryHost>
  ),
};

export const ReadOnly: Story = {
  render: () => (
    <StoryHost permissions={['clients.view_all']} records={[group, ...companies]}>
      <RelatedList by="parent_client_id" of={group} resource={clients} title="trade_name" />
    </StoryHost>
  ),
};
