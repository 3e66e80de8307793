import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

const meta = { title: 'Controles/Dialog', component: Dialog } satisfies Meta<typeof Dialog>;

export default meta;
type Story = StoryObj;

export const Open: Story = {
  render: () => (
    <Stateful initial={true}>
      {(open, setOpen) => (
        <>
          <Button onClick={() => setOpen(true)}>Abrir</Button>
          <Dialog onClose={() => setOpen(false)} open={open} title="Solicitar información">
            El mensaje queda en el registro.
          </Dialog>
        </>
      )}
    </Stateful>
  ),
};
