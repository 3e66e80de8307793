import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { GuideDialog } from './guide-dialog.tsx';

const meta = {
  title: 'Implementación/Exportar guía',
  component: GuideDialog,
  tags: ['every-width'],
} satisfies Meta<typeof GuideDialog>;

export default meta;

const of = (orders: readonly string[] | null): StoryObj => ({
  render: () => (
    <StoryHost permissions={['work_orders.view_all', 'work_orders.export']}>
      <GuideDialog onClose={() => {}} orders={orders} />
    </StoryHost>
  ),
});

export const OfTheDay: StoryObj = of(null);

export const OfChosenOrders: StoryObj = of([uuid(1), uuid(2)]);
