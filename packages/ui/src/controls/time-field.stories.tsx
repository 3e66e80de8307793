import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import { TimeField } from './time-field.tsx';

const meta = { title: 'Controles/TimeField', component: TimeField } satisfies Meta<typeof TimeField>;

export default meta;
type Story = StoryObj;

export const Appointment: Story = {
  render: () => (
    <Stateful initial="14:30">
      {(value, onChange) => (
        <TimeField
          hint="Por ejemplo «3 pm», «15:30» o «930»."
          hours={12}
          label="Hora"
          onChange={onChange}
          value={value}
        />
      )}
    </Stateful>
  ),
};

export const Programme: Story = {
  render: () => (
    <Stateful initial="18:30">
      {(value, onChange) => <TimeField hours={24} label="Empieza" onChange={onChange} value={value} />}
    </Stateful>
  ),
};

export const Wrong: Story = {
  render: () => (
    <Stateful initial="de tarde">
      {(value, onChange) => (
        <TimeField
          error="Escriba la hora con horas y minutos de 00:00 a 23:59, por ejemplo 18:30."
          hours={24}
          label="Empieza"
          onChange={onChange}
          value={value}
        />
      )}
    </Stateful>
  ),
};
