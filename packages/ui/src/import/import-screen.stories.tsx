import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { checkedCounts, doneOutcomes, importJob, runningContracts } from './import-fixtures.ts';
import { ImportHost } from './import-fixtures.tsx';

const meta = { title: 'Pantallas/Importar', component: ImportHost } satisfies Meta<typeof ImportHost>;

export default meta;
type Story = StoryObj<typeof meta>;

export const File: Story = {};

export const Columns: Story = { args: { job: importJob() } };

export const Checking: Story = { args: { job: importJob({ status: 'checking', processed: 500 }) } };

export const Checked: Story = {
  args: { job: importJob({ status: 'checked', processed: 1240, counts: checkedCounts }) },
};

const contractPermissions = ['contracts.view_all', 'contracts.create', 'contracts.import'];

export const RunningContractsFile: Story = {
  args: { resource: contracts, permissions: contractPermissions },
};

export const RunningContractsChecked: Story = {
  args: { resource: contracts, permissions: contractPermissions, job: runningContracts },
};

export const Committing: Story = { args: { job: importJob({ status: 'committing', processed: 700 }) } };

export const Done: Story = {
  args: {
    job: importJob({ status: 'done', processed: 1240, counts: checkedCounts, outcomes: doneOutcomes }),
  },
};

export const Failed: Story = {
  args: { job: importJob({ status: 'failed', failure: 'Quien importa ya no tiene permiso para importar.' }) },
};

export const History: Story = { args: { history: true } };

export const NoPermission: Story = { args: { permissions: ['clients.view_all'] } };
