import { clients } from '@pauta/domain/crm/clients/client.ts';
import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Selection } from '../query/selection.ts';
import { clientRecords } from '../testing/client-fixtures.ts';
import { StoryHost } from '../testing/story-host.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { BulkDialog } from './bulk-dialog.tsx';

const records = clientRecords(25);
const selection: Selection = { kind: 'ids', ids: records.map(({ id }) => id) };
const nothing = (): void => {};
const blocked = [
  {
    id: records[3]?.id ?? '',
    title: 'Banco Popular',
    reason: 'No se puede cambiar este cliente: está archivado. Restáurelo primero.',
  },
  {
    id: records[4]?.id ?? '',
    title: 'Óptica Ñandú',
    reason: 'Vendedor adicional: Elija a una persona distinta del vendedor principal.',
  },
];
const answer = (data: object) => ({ status: 200, body: { data } });

const meta = { title: 'Pantallas/Cambio en lote', component: BulkActions } satisfies Meta<typeof BulkActions>;

export default meta;
type Story = StoryObj;

export const Buttons: Story = {
  render: () => (
    <StoryHost>
      <BulkActions onDone={nothing} resource={clients} selection={selection} />
    </StoryHost>
  ),
};

export const States: Story = {
  render: () => (
    <StoryHost permissions={['client_registrations.view_all', 'client_registrations.review']}>
      <BulkActions onDone={nothing} resource={clientRegistrations} selection={selection} />
    </StoryHost>
  ),
};

export const WithoutPermission: Story = {
  render: () => (
    <StoryHost permissions={['clients.view_all']}>
      <BulkActions onDone={nothing} resource={clients} selection={selection} />
    </StoryHost>
  ),
};

export const Edit: Story = {
  render: () => (
    <StoryHost>
      <BulkDialog action="update" onClose={nothing} resource={clients} selection={selection} />
    </StoryHost>
  ),
};

export const Preview: Story = {
  render: () => (
    <StoryHost always={answer({ total: 25, changing: 23, unchanged: 0, blocked, blocked_total: 2 })}>
      <BulkDialog action="archive" onClose={nothing} resource={clients} selection={selection} />
    </StoryHost>
  ),
};

export const SelectionChanged: Story = {
  render: () => (
    <StoryHost
      always={{
        status: 409,
        body: {
          code: 'selection_changed',
          count: 27,
          message:
            'La selección cambió: ahora son 27 registros en lugar de 25. Revísela y confirme de nuevo.',
        },
      }}
    >
      <BulkDialog action="archive" onClose={nothing} resource={clients} selection={selection} />
    </StoryHost>
  ),
};
