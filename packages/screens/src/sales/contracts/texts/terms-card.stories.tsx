import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { TermsAnswer } from './terms-answer.ts';
import { TermsCard } from './terms-card.tsx';
import { sampleTerms } from './text-fixtures.ts';

const meta = {
  title: 'Contratos/Condiciones',
  component: TermsCard,
  tags: ['every-width'],
} satisfies Meta<typeof TermsCard>;

export default meta;

const answered = (data: TermsAnswer): StoryObj => ({
  render: () => (
    <StoryHost always={{ status: 200, body: { data } }} resource={contracts}>
      <TermsCard contract={{ id: uuid(1) } as AnyRecord} />
    </StoryHost>
  ),
});

export const Draft: StoryObj = answered(sampleTerms);
export const Sent: StoryObj = answered({ ...sampleTerms, is_fixed: true });
export const WithoutTerms: StoryObj = answered({ ...sampleTerms, terms: null });
