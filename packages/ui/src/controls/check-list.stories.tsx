import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import { CheckList } from './check-list.tsx';

const currencies = [
  { value: 'DOP', label: 'Peso dominicano' },
  { value: 'USD', label: 'Dólar estadounidense' },
  { value: 'EUR', label: 'Euro' },
];

const meta = { title: 'Controles/CheckList', component: CheckList } satisfies Meta<typeof CheckList>;

export default meta;
type Story = StoryObj;

export const Some: Story = {
  render: () => (
    <Stateful initial={['DOP'] as readonly string[]}>
      {(value, onChange) => (
        <CheckList label="Monedas" options={currencies} onChange={onChange} value={value} />
      )}
    </Stateful>
  ),
};

export const Wrong: Story = {
  render: () => (
    <Stateful initial={[] as readonly string[]}>
      {(value, onChange) => (
        <CheckList
          label="Monedas"
          options={currencies}
          error="Elija una opción."
          onChange={onChange}
          value={value}
        />
      )}
    </Stateful>
  ),
};
