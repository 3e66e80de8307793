import { Card } from '@pauta/ui/controls/card.tsx';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Delegations } from './delegations.tsx';

const meta = { title: 'Personas/Delegations', component: Delegations } satisfies Meta<typeof Delegations>;

export default meta;
type Story = StoryObj;

const me = { id: uuid(1), full_name: 'Vera Vendedora' };
const other = { id: uuid(2), full_name: 'Saúl Sustituto' };

export const GivenAndReceived: Story = {
  render: () => (
    <StoryHost
      always={{
        status: 200,
        body: {
          data: [
            {
              id: uuid(10),
              from_user: me,
              to_user: other,
              starts_on: '2026-12-01',
              ends_on: '2026-12-15',
              permissions: null,
              reason: 'Vacaciones',
              state: 'planned',
            },
            {
              id: uuid(11),
              from_user: other,
              to_user: me,
              starts_on: '2026-11-01',
              ends_on: '2026-11-30',
              permissions: ['clients.view_own'],
              reason: null,
              state: 'current',
            },
          ],
        },
      }}
    >
      <Card title="Delegaciones">
        <Delegations path="/delegations" userId={me.id} />
      </Card>
    </StoryHost>
  ),
};

export const None: Story = {
  render: () => (
    <StoryHost always={{ status: 200, body: { data: [] } }}>
      <Card title="Delegaciones">
        <Delegations path="/delegations" userId={me.id} />
      </Card>
    </StoryHost>
  ),
};
