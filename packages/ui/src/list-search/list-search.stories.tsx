import { clients } from '@pauta/domain/crm/clients/client.ts';
import { parseQuery } from '@pauta/domain/resource/query/query.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { useLabels } from '../data/use-label.ts';
import { clientRecords } from '../testing/client-fixtures.ts';
import { StoryHost } from '../testing/story-host.tsx';
import { DidYouMean } from './did-you-mean.tsx';
import { ListSearch } from './list-search.tsx';

const meta = { title: 'Lista/Buscador', component: ListSearch } satisfies Meta<typeof ListSearch>;

export default meta;
type Story = StoryObj;

function Box({ q = '' }: { q?: string | undefined }): ReactElement | null {
  const labels = useLabels();
  const read = parseQuery(clients, { q });
  const [query, setQuery] = useState(read.ok ? read.query : null);
  return (
    query && (
      <ListSearch
        go={(change) => setQuery({ ...query, ...change })}
        label="Buscar clientes"
        labels={labels}
        query={query}
        resource={clients}
      />
    )
  );
}

const hosted = (q?: string) => (): ReactElement => (
  <StoryHost records={clientRecords(3)}>
    <Box q={q} />
  </StoryHost>
);

export const Empty: Story = { render: hosted() };

export const Searched: Story = { render: hosted('restaurante ozama') };

export const Suggesting: Story = {
  render: hosted(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('combobox'), 'credito');
    await canvas.findByRole('option', { name: /Límite de crédito/ });
  },
};

export const Meant: Story = {
  render: () => (
    <DidYouMean
      label={clients.label}
      onInsist={() => undefined}
      onTake={() => undefined}
      q="restaurante ozma"
      shown="restaurante ozama"
      suggestions={['restaurante ozama', 'restaurante osma']}
    />
  ),
};
