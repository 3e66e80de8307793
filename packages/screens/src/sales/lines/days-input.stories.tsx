import { quoteLines } from '@pauta/domain/sales/quotes/quote-line.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { DaysInput } from './days-input.tsx';

const meta = { title: 'Ventas/Días de un renglón', component: DaysInput } satisfies Meta<typeof DaysInput>;

export default meta;
type Story = StoryObj;

function Days({ initial, error }: { initial: readonly string[]; error?: string }): ReactElement {
  const [days, setDays] = useState<unknown>(initial);
  return (
    <DaysInput
      error={error}
      field={quoteLines.fields.days}
      label="Días"
      name="days"
      onBlur={() => {}}
      onChange={setDays}
      value={days}
      values={{}}
    />
  );
}

export const Weekdays: Story = { render: () => <Days initial={['1', '2', '3', '4', '5']} /> };

export const Refused: Story = {
  render: () => <Days error="Elija al menos un día." initial={[]} />,
};
