import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import { Switch } from './switch.tsx';

const meta = { title: 'Controles/Switch', component: Switch } satisfies Meta<typeof Switch>;

export default meta;
type Story = StoryObj;

export const Off: Story = {
  render: () => (
    <Stateful initial={false}>
      {(checked, onChange) => <Switch checked={checked} label="Exento de impuestos" onChange={onChange} />}
    </Stateful>
  ),
};

export const On: Story = {
  render: () => (
    <Stateful initial={true}>
      {(checked, onChange) => (
        <Switch
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
        <Switch checked={checked} label="Exento de impuestos" error="Indique sí o no." onChange={onChange} />
      )}
    </Stateful>
  ),
};

export const ReadOnly: Story = {
  render: () => (
    <Stateful initial={true}>
      {(checked, onChange) => (
        <Switch checked={checked} label="Exento de impuestos" readOnly onChange={onChange} />
      )}
    </Stateful>
  ),
};
