import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import { DateTimePicker } from './date-time-picker.tsx';

const meta = {
  title: 'Controles/DateTimePicker',
  component: DateTimePicker,
} satisfies Meta<typeof DateTimePicker>;

export default meta;
type Story = StoryObj;

export const Filled: Story = {
  render: () => (
    <Stateful initial="2026-03-09T18:30:00.000Z">
      {(value, onChange) => <DateTimePicker label="Nueva fecha" onChange={onChange} required value={value} />}
    </Stateful>
  ),
};

export const Empty: Story = {
  render: () => (
    <Stateful initial="">
      {(value, onChange) => (
        <DateTimePicker
          hint="Se le avisa a quien la tiene."
          label="Recordatorio"
          onChange={onChange}
          value={value}
        />
      )}
    </Stateful>
  ),
};

export const WithoutTime: Story = {
  render: () => (
    <Stateful initial="2026-03-09">
      {(value, onChange) => (
        <DateTimePicker
          error="Escriba también la hora."
          label="Nueva fecha"
          onChange={onChange}
          value={value}
        />
      )}
    </Stateful>
  ),
};
