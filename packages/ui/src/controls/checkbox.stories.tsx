import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import { Checkbox } from './checkbox.tsx';

const meta = { title: 'Controles/Checkbox', component: Checkbox } satisfies Meta<typeof Checkbox>;

export default meta;
type Story = StoryObj;

export const Off: Story = {
  render: () => (
    <Stateful initial={false}>
      {(checked, onChange) => <Checkbox checked={checked} label="Exento de impuestos" onChange={onChange} />}
    </Stateful>
  ),
};

export const On: Story = {
  render: () => (
    <Stateful initial={true}>
      {(checked, onChange) => (
        <Checkbox
          checked={checked}
          label="Exento de impuestos"
          hint="Requiere un documento vigente."
          onChange={onChange}
        />
      )}
    </Stateful>
  ),
};

export const Wrong: Story = {
  render: () => (
    <Stateful initial={false}>
      {(checked, onChange) => (
        <Checkbox
          checked={checked}
          label="Exento de impuestos"
          error="Indique sí o no."
          onChange={onChange}
        />
      )}
    </Stateful>
  ),
};

export const ReadOnly: Story = {
  render: () => (
    <Stateful initial={true}>
      {(checked, onChange) => (
        <Checkbox checked={checked} label="Exento de impuestos" readOnly onChange={onChange} />
      )}
    </Stateful>
  ),
};
