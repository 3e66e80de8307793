import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { QuoteComparison } from './quote-comparison.tsx';
import { firstVersion, secondVersion } from './quote-fixtures.ts';

const meta = {
  title: 'Presupuestos/Comparar versiones',
  component: QuoteComparison,
  tags: ['every-width'],
  decorators: [
    (Comparison) => (
      <StoryHost>
        <Comparison />
      </StoryHost>
    ),
  ],
} satisfies Meta<typeof QuoteComparison>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Differences: Story = {
  name: 'Con diferencias',
  args: { before: firstVersion, after: secondVersion },
};

export const Same: Story = {
  name: 'Dicen lo mismo',
  args: { before: firstVersion, after: { ...firstVersion, version: 2 } },
};

export const TwoCurrencies: Story = {
  name: 'Dos monedas',
  args: { before: firstVersion, after: { ...secondVersion, currency_code: 'USD' } },
};
