import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { Dialog } from '../controls/dialog.tsx';
import { StoryHost } from '../testing/story-host.tsx';
import type { CommandRun } from './command-run.ts';
import { commandRun, recount, recounted } from './run-fixtures.ts';
import { RunProgress } from './run-progress.tsx';

const nothing = (): void => {};

function RunDialog({ run }: { run: CommandRun }): ReactElement {
  return (
    <StoryHost always={{ status: 200, body: { data: run } }}>
      <Dialog onClose={nothing} open title="Recontar: Óptica Ñandú" width={34}>
        <RunProgress
          command={recount}
          onClose={nothing}
          onFinished={nothing}
          resource={recounted}
          run={run}
        />
      </Dialog>
    </StoryHost>
  );
}

const meta = { title: 'Pantallas/Acción en curso', component: RunDialog } satisfies Meta<typeof RunDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Running: Story = { args: { run: commandRun() } };

export const Waiting: Story = { args: { run: commandRun({ state: 'waiting', done: 0, total: null }) } };

export const Stopping: Story = {
  args: { run: commandRun({ cancel_requested_at: '2026-03-02T14:00:00Z' }) },
};

export const Stopped: Story = { args: { run: commandRun({ state: 'cancelled' }) } };

export const Failed: Story = {
  args: {
    run: commandRun({
      state: 'failed',
      error: 'Quien inició esta acción ya no tiene permiso para continuarla.',
    }),
  },
};
