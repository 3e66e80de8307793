import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { WorkOrderBoard } from './work-order-board.tsx';
import { WorkOrderCalendar } from './work-order-calendar.tsx';
import { someOrders } from './work-order-fixtures.ts';

const meta = {
  title: 'Implementación/Tablero y calendario',
  component: WorkOrderBoard,
  tags: ['every-width'],
} satisfies Meta<typeof WorkOrderBoard>;

export default meta;

const of = (
  view: ReactElement,
  permissions = ['work_orders.view_all', 'work_orders.update_all', 'work_orders.execute'],
): StoryObj => ({
  render: () => (
    <StoryHost permissions={permissions} records={someOrders()} resource={workOrders}>
      {view}
    </StoryHost>
  ),
});

export const Board: StoryObj = of(<WorkOrderBoard />);

export const Calendar: StoryObj = of(<WorkOrderCalendar />);

/** Nothing is moved by whoever may only see it. */
export const ReadOnly: StoryObj = of(<WorkOrderBoard />, ['work_orders.view_all']);
