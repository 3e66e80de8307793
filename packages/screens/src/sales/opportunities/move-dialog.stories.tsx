import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MoveDialog } from './move-dialog.tsx';
import { opportunity, pageOf, stages } from './opportunity-fixtures.ts';

const meta = {
  title: 'Oportunidades/Cambiar etapa',
  component: MoveDialog,
} satisfies Meta<typeof MoveDialog>;

export default meta;
type Story = StoryObj;

const move = (to?: Reference): Story => ({
  render: () => (
    <StoryHost
      always={(path) => pageOf(path.startsWith('/closing-probabilities?') ? stages : [])}
      permissions={Object.values(opportunities.permissions)}
      resource={opportunities}
    >
      <MoveDialog onClose={() => {}} record={opportunity} {...(to && { to })} />
    </StoryHost>
  ),
});

export const ChoosesStage: Story = { name: 'Elige la etapa', ...move() };

export const AsksWhatIsMissing: Story = {
  name: 'Pide lo que falta',
  tags: ['desktop', 'phone'],
  ...move({ id: uuid(3), label: 'Negociación' }),
};
