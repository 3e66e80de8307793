import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import { TextArea } from './text-area.tsx';

const meta = { title: 'Controles/TextArea', component: TextArea } satisfies Meta<typeof TextArea>;

export default meta;
type Story = StoryObj;

export const Filled: Story = {
  render: () => (
    <Stateful initial={'Llamar por la mañana.'}>
      {(value, onChange) => <TextArea label="Notas" onChange={onChange} value={value} />}
    </Stateful>
  ),
};

export const Wrong: Story = {
  render: () => (
    <Stateful initial={'Llamar por la mañana.'}>
      {(value, onChange) => (
        <TextArea
          label="Notas"
          error="Use como máximo 20 caracteres; tiene 34."
          onChange={onChange}
          value={value}
        />
      )}
    </Stateful>
  ),
};
