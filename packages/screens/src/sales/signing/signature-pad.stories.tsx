import { Stateful } from '@pauta/ui/testing/stateful.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { SignaturePad } from './signature-pad.tsx';
import { drawing } from './signing-fixtures.ts';

const meta = {
  title: 'Firmas/Firma dibujada',
  component: SignaturePad,
  tags: ['desktop', 'phone'],
} satisfies Meta<typeof SignaturePad>;

export default meta;
type Story = StoryObj;

const pad = (initial: string, error?: string): Story => ({
  render: () => (
    <Stateful initial={initial}>
      {(value, onChange) => (
        <SignaturePad
          error={error}
          hint="Con el dedo, un lápiz o el ratón."
          label="Firma dibujada"
          onChange={onChange}
          value={value}
        />
      )}
    </Stateful>
  ),
});

export const Empty: Story = { name: 'Vacía', ...pad('') };

export const Drawn: Story = { name: 'Dibujada', ...pad(drawing) };

export const Wrong: Story = {
  name: 'Con error',
  ...pad(drawing, 'La firma no se pudo leer. Bórrela y dibújela otra vez, más corta.'),
};
