import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import { PasswordField } from './password-field.tsx';

const meta = { title: 'Controles/PasswordField', component: PasswordField } satisfies Meta<
  typeof PasswordField
>;

export default meta;
type Story = StoryObj;

export const Hidden: Story = {
  render: () => (
    <Stateful initial={'secreto'}>
      {(value, onChange) => (
        <PasswordField autoComplete="current-password" label="Contraseña" onChange={onChange} value={value} />
      )}
    </Stateful>
  ),
};

export const Wrong: Story = {
  render: () => (
    <Stateful initial={'secreto'}>
      {(value, onChange) => (
        <PasswordField
          autoComplete="current-password"
          label="Contraseña"
          error="Correo o contraseña incorrectos."
          onChange={onChange}
          value={value}
        />
      )}
    </Stateful>
  ),
};
