import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from './button.tsx';
import { notify } from './toast.ts';
import { Toasts } from './toasts.tsx';

const nothing = (): void => undefined;

const meta = { title: 'Controles/Toasts', component: Toasts } satisfies Meta<typeof Toasts>;

export default meta;
type Story = StoryObj;

export const Queue: Story = {
  render: () => (
    <>
      <Button onClick={() => notify('Cliente guardado')}>Avisar</Button>
      <Button onClick={() => notify('Cliente archivado', { action: { label: 'Deshacer', run: nothing } })}>
        Con acción
      </Button>
      <Button onClick={() => notify('No se pudo guardar.', { tone: 'danger' })}>Fallo</Button>
      <Toasts />
    </>
  ),
};
