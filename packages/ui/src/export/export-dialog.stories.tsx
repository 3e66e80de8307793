import type { Meta, StoryObj } from '@storybook/react-vite';
import { ExportHost } from './export-fixtures.tsx';

const meta = { title: 'Pantallas/Exportar', component: ExportHost } satisfies Meta<typeof ExportHost>;

export default meta;
type Story = StoryObj<typeof meta>;

export const List: Story = {};

export const Selected: Story = {
  args: { selection: { kind: 'ids', ids: ['01900000-0000-7000-8020-000000000000'] } },
};

export const NoPermission: Story = { args: { permissions: ['clients.view_all'] } };
