import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { clientRecord, clientRecords } from '../testing/client-fixtures.ts';
import { StoryHost } from '../testing/story-host.tsx';
import { ResourceForm } from './resource-form.tsx';

const meta = { title: 'Pantallas/Formulario', component: ResourceForm } satisfies Meta<typeof ResourceForm>;

export default meta;
type Story = StoryObj;

export const New: Story = {
  render: () => (
    <StoryHost>
      <ResourceForm resource={clients} />
    </StoryHost>
  ),
};

export const Edit: Story = {
  render: () => (
    <StoryHost records={clientRecords(1)}>
      <ResourceForm record={clientRecord(0)} resource={clients} />
    </StoryHost>
  ),
};

export const Conflict: Story = {
  render: () => (
    <StoryHost records={[clientRecord(0, { trade_name: 'Cambiado por otra persona', row_version: 2 })]}>
      <ResourceForm record={clientRecord(0)} resource={clients} />
    </StoryHost>
  ),
};

export const Refused: Story = {
  render: () => (
    <StoryHost
      always={{
        status: 422,
        body: {
          message: 'Hay datos por corregir.',
          errors: { client_code: ['Ya existe un cliente con este código.'] },
        },
      }}
    >
      <ResourceForm record={clientRecord(0)} resource={clients} />
    </StoryHost>
  ),
};
