import { Page } from '@pauta/ui/controls/page.tsx';
import type { ReactElement } from 'react';
import { WorkOrderBoard } from './work-order-board.tsx';
import { WorkOrderCalendar } from './work-order-calendar.tsx';
import { WorkOrderHead, type WorkOrderView } from './work-order-head.tsx';

/** The board and the calendar of orders. */
export const WorkOrderViews = ({ view }: { readonly view: WorkOrderView }): ReactElement => (
  <Page>
    <WorkOrderHead />
    {view === 'calendario' ? <WorkOrderCalendar /> : <WorkOrderBoard />}
  </Page>
);
