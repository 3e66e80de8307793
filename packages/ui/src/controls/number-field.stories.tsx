import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import { NumberField } from './number-field.tsx';

const meta = { title: 'Controles/NumberField', component: NumberField } satisfies Meta<typeof NumberField>;

export default meta;
type Story = StoryObj;

export const Money: Story = {
  render: () => (
    <Stateful initial={'1234567.5'}>
      {(value, onChange) => (
        <NumberField
          label="Límite de crédito"
          scale={2}
          prefix={<span data-affix>DOP</span>}
          onChange={onChange}
          value={value}
        />
      )}
    </Stateful>
  ),
};

export const Empty: Story = {
  render: () => (
    <Stateful initial={''}>
      {(value, onChange) => (
        <NumberField label="Límite de crédito" scale={2} onChange={onChange} value={value} />
      )}
    </Stateful>
  ),
};

export const Wrong: Story = {
  render: () => (
    <Stateful initial={'mil'}>
      {(value, onChange) => (
        <NumberField
          label="Límite de crédito"
          scale={2}
          error="Escriba un número con 2 decimales como máximo."
          onChange={onChange}
          value={value}
        />
      )}
    </Stateful>
  ),
};
