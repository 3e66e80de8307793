import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { clientRecord } from '../../testing/client-fixtures.ts';
import { StoryHost } from '../../testing/story-host.tsx';
import { ConflictPanel } from './conflict-panel.tsx';

const nothing = (): void => undefined;

const meta = { title: 'Pantallas/Conflicto', component: ConflictPanel } satisfies Meta<typeof ConflictPanel>;

export default meta;
type Story = StoryObj;

export const TwoFields: Story = {
  render: () => (
    <StoryHost>
      <ConflictPanel
        changes={[{ at: '2026-03-09T14:30:00.000Z', by: 'Ana Pérez', fields: ['trade_name', 'status'] }]}
        conflicts={[
          { name: 'trade_name', base: 'ACME', mine: 'ACME Caribe', theirs: 'ACME Dominicana' },
          { name: 'status', base: 'prospect', mine: 'active', theirs: 'blocked' },
        ]}
        fields={clients.fields}
        onCancel={nothing}
        onResolve={nothing}
        record={clientRecord(0)}
        taken={['notes']}
        what="este cliente"
      />
    </StoryHost>
  ),
};
