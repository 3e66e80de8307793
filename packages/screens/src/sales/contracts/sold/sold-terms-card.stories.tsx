import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { soldContract, soldLines } from './sold-fixtures.ts';
import { SoldTermsCard } from './sold-terms-card.tsx';

const meta = {
  title: 'Contratos/Quién vendió cada renglón',
  component: SoldTermsCard,
  tags: ['every-width'],
} satisfies Meta<typeof SoldTermsCard>;

export default meta;

const answered = (data: typeof soldLines): StoryObj => ({
  render: () => (
    <StoryHost always={{ status: 200, body: { data } }} resource={contracts}>
      <SoldTermsCard contract={soldContract} />
    </StoryHost>
  ),
});

export const WithAgency: StoryObj = answered(soldLines);

export const WithoutAgency: StoryObj = answered(
  soldLines.map((line) => ({ ...line, commission_pct: null, commission_mode: null })),
);
