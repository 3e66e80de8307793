import { clients } from '@pauta/domain/crm/clients/client.ts';
import { type ListQuery, parseQuery } from '@pauta/domain/resource/query/query.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { clientOptions, clientRecords } from '../testing/client-fixtures.ts';
import { StoryHost } from '../testing/story-host.tsx';
import { QueryBuilder } from './query-builder.tsx';

const meta = { title: 'Pantallas/Filtro avanzado', component: QueryBuilder } satisfies Meta<
  typeof QueryBuilder
>;

export default meta;
type Story = StoryObj;

const queryOf = (parameters: Record<string, string>): ListQuery => {
  const read = parseQuery(clients, parameters);
  if (!read.ok) throw new Error(Object.values(read.errors).flat().join(' '));
  return read.query;
};

const shown = (parameters: Record<string, string>) => (): ReactElement => (
  <StoryHost records={clientRecords(3)}>
    <QueryBuilder onChange={() => {}} onClose={() => {}} query={queryOf(parameters)} resource={clients} />
  </StoryHost>
);

const industry = clientOptions.industries[0]?.id ?? '';

export const Empty: Story = { render: shown({}) };

export const Rows: Story = {
  render: shown({
    q: 'óptica',
    'f.status': 'active,prospect',
    'f.credit_limit': '>5000',
    'f.trade_name': '^ac',
  }),
};

export const Groups: Story = {
  render: shown({
    where: `(status:active or -industry_id:${industry}) -(tags:Radio created_at>=2026-01-01)`,
  }),
};
