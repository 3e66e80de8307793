import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ComponentProps, ReactElement } from 'react';
import { useKeysOf } from './key-map.ts';
import { ShortcutEditor } from './shortcut-editor.tsx';

function Fixture(props: ComponentProps<typeof ShortcutEditor>): ReactElement {
  useKeysOf('story.keys');
  return <ShortcutEditor {...props} />;
}

const meta = {
  title: 'Layout/ShortcutEditor',
  component: ShortcutEditor,
  tags: ['every-width'],
  render: (props) => <Fixture {...props} />,
  args: {
    groups: [
      {
        label: 'Ir a',
        shortcuts: [
          { id: 'clients', keys: ['g c'], label: 'Clientes' },
          { id: 'agencies', keys: ['g a'], label: 'Agencias' },
        ],
      },
      {
        label: 'En una lista',
        shortcuts: [
          { id: 'edit', keys: ['e', 'F2'], label: 'Editar en la fila; si no se puede, en el formulario' },
          {
            id: 'range',
            keys: ['X'],
            label: 'Seleccionar desde la última fila marcada hasta esta',
            presses: 1,
          },
        ],
      },
    ],
  },
} satisfies Meta<typeof ShortcutEditor>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {};

export const Refused: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Cambiar el atajo de «Clientes»' }));
    await userEvent.keyboard('ga');
  },
};

export const Changed: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Cambiar el atajo de «Clientes»' }));
    await userEvent.keyboard('gx{Enter}');
    await userEvent.click(canvas.getByRole('button', { name: 'Cambiar el atajo de «Agencias»' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Sin atajo' }));
  },
};
