import type { Meta, StoryObj } from '@storybook/react-vite';
import { ShortcutSheet } from './shortcut-sheet.tsx';

const meta = {
  title: 'Layout/ShortcutSheet',
  component: ShortcutSheet,
  tags: ['every-width'],
  args: {
    onChange: () => undefined,
    onClose: () => undefined,
    groups: [
      {
        label: 'En todas las páginas',
        shortcuts: [
          { keys: ['?'], label: 'Ver estos atajos' },
          { keys: ['Mod+k'], label: 'Buscar páginas, registros y acciones' },
          { keys: ['F6', 'Shift+F6'], label: 'Ir a la parte siguiente o anterior de la página' },
        ],
      },
      {
        label: 'Ir a',
        shortcuts: [
          { keys: ['g c'], label: 'Clientes' },
          { keys: ['g a'], label: 'Agencias' },
        ],
      },
    ],
  },
} satisfies Meta<typeof ShortcutSheet>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {};
