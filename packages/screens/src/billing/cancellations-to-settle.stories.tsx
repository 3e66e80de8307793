import { cancellationProposals } from '@pauta/domain/sales/contracts/life/cancellation-proposal.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { CancellationsToSettle } from './cancellations-to-settle.tsx';

const meta = {
  title: 'Facturación/Cancelaciones por liquidar',
  component: CancellationsToSettle,
  tags: ['every-width'],
} satisfies Meta<typeof CancellationsToSettle>;

export default meta;

const waiting = (total: number): StoryObj => ({
  render: () => (
    <StoryHost
      always={{
        status: 200,
        body: { data: [{ id: uuid(1), label: 'Cancelación', row_version: 1 }], total, next_cursor: null },
      }}
      resource={cancellationProposals}
    >
      <CancellationsToSettle />
    </StoryHost>
  ),
});

export const One: StoryObj = waiting(1);

export const Several: StoryObj = waiting(7);
