import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import { DatePicker } from './date-picker.tsx';

const meta = { title: 'Controles/DatePicker', component: DatePicker } satisfies Meta<typeof DatePicker>;

export default meta;
type Story = StoryObj;

export const Filled: Story = {
  render: () => (
    <Stateful initial={'2026-03-09'}>
      {(value, onChange) => <DatePicker label="Vigente hasta" onChange={onChange} value={value} />}
    </Stateful>
  ),
};

export const Empty: Story = {
  render: () => (
    <Stateful initial={''}>
      {(value, onChange) => (
        <DatePicker label="Vigente hasta" hint="Sin fecha no vence." onChange={onChange} value={value} />
      )}
    </Stateful>
  ),
};

export const Wrong: Story = {
  render: () => (
    <Stateful initial={'2026-03-09'}>
      {(value, onChange) => (
        <DatePicker
          label="Vigente hasta"
          error="La fecha debe ser desde el 01/04/2026."
          onChange={onChange}
          value={value}
        />
      )}
    </Stateful>
  ),
};

export const Bounded: Story = {
  render: () => (
    <Stateful initial={'2026-03-09'}>
      {(value, onChange) => (
        <DatePicker
          label="Vigente hasta"
          max="2026-03-31"
          min="2026-03-01"
          onChange={onChange}
          value={value}
        />
      )}
    </Stateful>
  ),
};
