import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

const meta = { title: 'Controles/ConfirmDialog', component: ConfirmDialog } satisfies Meta<
  typeof ConfirmDialog
>;

export default meta;
type Story = StoryObj;

export const Open: Story = {
  render: () => (
    <Stateful initial={true}>
      {(open, setOpen) => (
        <>
          <Button onClick={() => setOpen(true)}>Archivar</Button>
          <ConfirmDialog
            confirm="Archivar"
            onCancel={() => setOpen(false)}
            onConfirm={() => setOpen(false)}
            open={open}
            title="¿Archivar ACME?"
            tone="danger"
          >
            Puede restaurarse cuando quiera.
          </ConfirmDialog>
        </>
      )}
    </Stateful>
  ),
};
