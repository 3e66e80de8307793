import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';

/** What the dialogs of commands begin with: the dates and the people that the order has. */
export const workOrderInitial = (name: string, record: AnyRecord): Values => {
  const { planned_start, planned_end, crew_id, assignee_id, vendor, sla_due } = record;
  switch (name) {
    case 'schedule':
      return { planned_start: planned_start ?? sla_due, planned_end, crew_id, assignee_id };
    case 'recover':
      return { planned_start: companyToday(), crew_id, assignee_id };
    case 'reprogram':
      return { planned_start, planned_end };
    case 'assign':
      return { crew_id, assignee_id, vendor };
    default:
      return {};
  }
};
