import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import { SearchField } from './search-field.tsx';

const meta = { title: 'Controles/SearchField', component: SearchField } satisfies Meta<typeof SearchField>;

export default meta;
type Story = StoryObj;

export const Empty: Story = {
  render: () => (
    <Stateful initial={''}>
      {(value, onChange) => <SearchField label="Buscar clientes" onChange={onChange} value={value} />}
    </Stateful>
  ),
};

export const Filled: Story = {
  render: () => (
    <Stateful initial={'ñandú'}>
      {(value, onChange) => <SearchField label="Buscar clientes" onChange={onChange} value={value} />}
    </Stateful>
  ),
};
