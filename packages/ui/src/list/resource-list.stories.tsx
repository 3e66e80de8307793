import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { within } from '@testing-library/react';
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

/** Pinned columns with custom widths, and compact rows. */
export const OwnColumns: Story = {
  render: () => (
    <StoryHost
      path="/crm/clientes?cols=!client_code:110,!trade_name:240,status:130,credit_limit:160,industry_id:200&density=compact"
      records={clientRecords(30)}
    >
      <ResourceList resource={clients} />
    </StoryHost>
  ),
};

export const GroupedWithTotals: Story = {
  render: () => (
    <StoryHost
      path="/crm/clientes?cols=trade_name,status,credit_limit&group=status&sort=status&totals=true"
      records={clientRecords(20)}
    >
      <ResourceList resource={clients} />
    </StoryHost>
  ),
};

export const Peeked: Story = {
  render: () => (
    <StoryHost path={`/crm/clientes?peek=${clientRecords(2)[1]?.id ?? ''}`} records={clientRecords(9)}>
      <ResourceList resource={clients} />
    </StoryHost>
  ),
};

export const AdvancedFilter: Story = {
  render: () => (
    <StoryHost
      path={`/crm/clientes?where=${encodeURIComponent('status:active or credit_limit>5000')}`}
      records={clientRecords(9)}
    >
      <ResourceList resource={clients} />
    </StoryHost>
  ),
};

/** With selected rows and the bar of actions on them. */
export const Selected: Story = {
  render: () => (
    <StoryHost records={clientRecords(60)}>
      <ResourceList resource={clients} />
    </StoryHost>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'Seleccionar los 25 de esta página' }));
    await canvas.findByRole('toolbar', { name: 'Selección de clientes' });
  },
};

export const EditingACell: Story = {
  render: () => (
    <StoryHost path="/crm/clientes?cols=client_code,trade_name,industry_id,status" records={clientRecords(9)}>
      <ResourceList resource={clients} />
    </StoryHost>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.dblClick(await canvas.findByText('CLI-002'));
    await within(document.body).findByRole('dialog', { name: 'Editar Código de Óptica Ñandú' });
  },
};

export const ColumnMenu: Story = {
  render: () => (
    <StoryHost records={clientRecords(9)}>
      <ResourceList resource={clients} />
    </StoryHost>
  ),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('CLI-002');
    await userEvent.click(await canvas.findByRole('button', { name: 'Opciones de la columna Estado' }));
    await within(document.body).findByRole('menu');
  },
};

export const Columns: Story = {
  render: () => (
    <StoryHost records={clientRecords(9)}>
      <ResourceList resource={clients} />
    </StoryHost>
  ),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('CLI-002');
    await userEvent.click(await canvas.findByRole('button', { name: 'Más' }));
    const body = within(document.body);
    await userEvent.click(await body.findByRole('menuitem', { name: 'Columnas…' }));
    await body.findByRole('dialog', { name: 'Columnas' });
  },
};

export const Shortcuts: Story = {
  render: () => (
    <StoryHost records={clientRecords(9)}>
      <ResourceList resource={clients} />
    </StoryHost>
  ),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('CLI-002');
    await userEvent.keyboard('?');
    await within(document.body).findByRole('dialog', { name: 'Atajos de teclado' });
  },
};
