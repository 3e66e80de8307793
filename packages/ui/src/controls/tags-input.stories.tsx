import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import { TagsInput } from './tags-input.tsx';

const meta = { title: 'Controles/TagsInput', component: TagsInput } satisfies Meta<typeof TagsInput>;

export default meta;
type Story = StoryObj;

export const Filled: Story = {
  render: () => (
    <Stateful initial={['Radio', 'Prioritario'] as readonly string[]}>
      {(value, onChange) => <TagsInput label="Etiquetas" onChange={onChange} value={value} />}
    </Stateful>
  ),
};

export const Empty: Story = {
  render: () => (
    <Stateful initial={[] as readonly string[]}>
      {(value, onChange) => <TagsInput label="Etiquetas" onChange={onChange} value={value} />}
    </Stateful>
  ),
};
