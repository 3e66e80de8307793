import { fold } from '@pauta/domain/text/fold.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import { ComboBox, type Option, type OptionsState } from './combo-box.tsx';

const all = ['Ana Pérez', 'Luis Gómez', 'María de los Ángeles Rodríguez'].map((label, index) => ({
  id: String(index),
  label,
  code: `V${index}`,
}));

const useOptions = (text: string): OptionsState => ({
  options: all.filter((one) => fold(one.label).includes(fold(text))),
  loading: false,
});

const useFailing = (): OptionsState => ({
  options: [],
  loading: false,
  error: 'No se pudo conectar con el servidor.',
});

const meta = { title: 'Controles/ComboBox', component: ComboBox } satisfies Meta<typeof ComboBox>;

export default meta;
type Story = StoryObj;

export const Empty: Story = {
  render: () => (
    <Stateful initial={null as Option | null}>
      {(value, onChange) => (
        <ComboBox label="Vendedor" useOptions={useOptions} onChange={onChange} value={value} />
      )}
    </Stateful>
  ),
};

export const Chosen: Story = {
  render: () => (
    <Stateful initial={{ id: '0', label: 'Ana Pérez' } as Option | null}>
      {(value, onChange) => (
        <ComboBox label="Vendedor" useOptions={useOptions} onChange={onChange} value={value} />
      )}
    </Stateful>
  ),
};

export const Wrong: Story = {
  render: () => (
    <Stateful initial={null as Option | null}>
      {(value, onChange) => (
        <ComboBox
          label="Vendedor"
          useOptions={useOptions}
          error="Elija una opción."
          onChange={onChange}
          value={value}
        />
      )}
    </Stateful>
  ),
};

export const Failing: Story = {
  render: () => (
    <Stateful initial={null as Option | null}>
      {(value, onChange) => (
        <ComboBox label="Vendedor" useOptions={useFailing} onChange={onChange} value={value} />
      )}
    </Stateful>
  ),
};
