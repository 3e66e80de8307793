import type { Meta, StoryObj } from '@storybook/react-vite';
import { DescriptionList } from './description-list.tsx';

const meta = { title: 'Controles/DescriptionList', component: DescriptionList } satisfies Meta<
  typeof DescriptionList
>;

export default meta;
type Story = StoryObj;

export const Some: Story = {
  render: () => (
    <DescriptionList
      items={[
        { key: 'a', label: 'Código', value: 'CLI-001' },
        {
          key: 'b',
          label: 'Razón social',
          value: 'Compañía de Seguros y Reaseguros del Caribe Oriental, Sociedad Anónima',
        },
        { key: 'c', label: 'Notas', value: 'Llamar por la mañana.\nPrefiere correo.', wide: true },
      ]}
    />
  ),
};
