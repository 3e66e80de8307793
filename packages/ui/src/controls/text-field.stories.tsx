import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import { TextField } from './text-field.tsx';

const meta = { title: 'Controles/TextField', component: TextField } satisfies Meta<typeof TextField>;

export default meta;
type Story = StoryObj;

export const Filled: Story = {
  render: () => (
    <Stateful initial={'Cervecería Nacional'}>
      {(value, onChange) => <TextField label="Razón social" onChange={onChange} value={value} />}
    </Stateful>
  ),
};

export const Empty: Story = {
  render: () => (
    <Stateful initial={''}>
      {(value, onChange) => (
        <TextField
          label="Razón social"
          placeholder="Ej: ACME, S. R. L."
          required
          hint="Como está en el registro mercantil."
          onChange={onChange}
          value={value}
        />
      )}
    </Stateful>
  ),
};

export const Wrong: Story = {
  render: () => (
    <Stateful initial={'Cervecería Nacional'}>
      {(value, onChange) => (
        <TextField
          label="Razón social"
          error="Use como máximo 20 caracteres; tiene 34."
          onChange={onChange}
          value={value}
        />
      )}
    </Stateful>
  ),
};

export const ReadOnly: Story = {
  render: () => (
    <Stateful initial={'Cervecería Nacional'}>
      {(value, onChange) => <TextField label="Razón social" readOnly onChange={onChange} value={value} />}
    </Stateful>
  ),
};
