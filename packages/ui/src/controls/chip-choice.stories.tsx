import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { ChipChoice, type ChipChoiceProps } from './chip-choice.tsx';

const options = [
  { value: 'call', label: 'Llamada' },
  { value: 'visit', label: 'Visita' },
  { value: 'email', label: 'Correo', detail: 'sugerido' },
];

const meta = { title: 'Controles/Opciones a la vista', component: ChipChoice } satisfies Meta<
  typeof ChipChoice
>;

export default meta;
type Story = StoryObj<Partial<ChipChoiceProps>>;

function Standing(props: Partial<ChipChoiceProps>) {
  const [value, setValue] = useState('call');
  return <ChipChoice label="Tipo" {...props} onChange={setValue} options={options} value={value} />;
}

export const Usual: Story = { render: () => <Standing /> };
export const WithError: Story = { render: () => <Standing error="Elija una opción." required /> };
