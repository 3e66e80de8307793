import { fold } from '@pauta/domain/text/fold.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import type { Option, OptionsState } from './combo-box.tsx';
import { MultiComboBox } from './multi-combo-box.tsx';

const all = ['Ana Pérez', 'Luis Gómez', 'María de los Ángeles Rodríguez'].map((label, index) => ({
  id: String(index),
  label,
  code: `V${index}`,
}));

const useOptions = (text: string): OptionsState => ({
  options: all.filter((one) => fold(one.label).includes(fold(text))),
  loading: false,
});

const meta = { title: 'Controles/MultiComboBox', component: MultiComboBox } satisfies Meta<
  typeof MultiComboBox
>;

export default meta;
type Story = StoryObj;

export const Some: Story = {
  render: () => (
    <Stateful initial={[{ id: '0', label: 'Ana Pérez' }] as readonly Option[]}>
      {(value, onChange) => (
        <MultiComboBox label="Vendedores" useOptions={useOptions} onChange={onChange} value={value} />
      )}
    </Stateful>
  ),
};

export const Empty: Story = {
  render: () => (
    <Stateful initial={[] as readonly Option[]}>
      {(value, onChange) => (
        <MultiComboBox label="Vendedores" useOptions={useOptions} onChange={onChange} value={value} />
      )}
    </Stateful>
  ),
};
