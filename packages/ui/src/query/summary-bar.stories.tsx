import { clients } from '@pauta/domain/crm/client.ts';
import { type ListView, parseView } from '@pauta/domain/resource/view.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { clientRecords } from '../testing/client-fixtures.ts';
import { Stateful } from '../testing/stateful.tsx';
import { StoryHost } from '../testing/story-host.tsx';
import { SummaryBar } from './summary-bar.tsx';

const meta = { title: 'Pantallas/Resumen de la lista', component: SummaryBar } satisfies Meta<
  typeof SummaryBar
>;

export default meta;
type Story = StoryObj;

const viewOf = (search: string): ListView => {
  const read = parseView(clients, search);
  if (!read.ok) throw new Error(Object.values(read.errors).flat().join(' '));
  return read.view;
};

export const Groups: Story = {
  render: () => (
    <StoryHost records={clientRecords(9)}>
      <Stateful initial={viewOf('group=status&f.status=prospect&cols=trade_name,credit_limit')}>
        {(view, onChange) => <SummaryBar onChange={onChange} resource={clients} view={view} />}
      </Stateful>
    </StoryHost>
  ),
};

export const Failed: Story = {
  render: () => (
    <StoryHost
      always={{ status: 422, body: { message: 'Son demasiados registros para responder a tiempo.' } }}
    >
      <SummaryBar onChange={() => {}} resource={clients} view={viewOf('group=status')} />
    </StoryHost>
  ),
};
