import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import { Select } from './select.tsx';

const currencies = [
  { value: 'DOP', label: 'Peso dominicano' },
  { value: 'USD', label: 'Dólar estadounidense' },
  { value: 'EUR', label: 'Euro' },
];

const meta = { title: 'Controles/Select', component: Select } satisfies Meta<typeof Select>;

export default meta;
type Story = StoryObj;

export const Chosen: Story = {
  render: () => (
    <Stateful initial={'DOP'}>
      {(value, onChange) => <Select label="Moneda" options={currencies} onChange={onChange} value={value} />}
    </Stateful>
  ),
};

export const Required: Story = {
  render: () => (
    <Stateful initial={'DOP'}>
      {(value, onChange) => (
        <Select label="Moneda" options={currencies} required onChange={onChange} value={value} />
      )}
    </Stateful>
  ),
};

export const Empty: Story = {
  render: () => (
    <Stateful initial={''}>
      {(value, onChange) => <Select label="Moneda" options={currencies} onChange={onChange} value={value} />}
    </Stateful>
  ),
};

export const Wrong: Story = {
  render: () => (
    <Stateful initial={''}>
      {(value, onChange) => (
        <Select
          label="Moneda"
          options={currencies}
          error="Elija una opción."
          onChange={onChange}
          value={value}
        />
      )}
    </Stateful>
  ),
};

export const ReadOnly: Story = {
  render: () => (
    <Stateful initial={'DOP'}>
      {(value, onChange) => (
        <Select label="Moneda" options={currencies} readOnly onChange={onChange} value={value} />
      )}
    </Stateful>
  ),
};
