import { companyDay, companyTimeFormat, companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { openActivityStates } from '@pauta/domain/crm/follow-up/activity.ts';
import { type CellProps, cells } from '@pauta/ui/field-components/cells.tsx';
import type { ReactNode } from 'react';

const Plain = cells.dateTime;

/** Whether an activity is still open after its day. */
export const isLate = (status: unknown, scheduled: unknown): boolean =>
  typeof scheduled === 'string' &&
  openActivityStates.some((one) => one === status) &&
  companyDay(scheduled) < companyToday();

const clock = { day: '2-digit', month: '2-digit', hour: 'numeric', minute: '2-digit' } as const;
const inThisYear = companyTimeFormat(clock);
const inAnother = companyTimeFormat({ ...clock, year: '2-digit' });
const yearOf = (day: string): string => day.slice(0, 4);

/** An instant in short form, without the year if it is the current one. */
const short = (value: unknown): string => {
  const moment = String(value);
  return (yearOf(companyDay(moment)) === yearOf(companyToday()) ? inThisYear : inAnother)(moment);
};

/** When an activity is scheduled, and whether it is overdue. */
export function ScheduledCell(props: CellProps): ReactNode {
  const { record = {}, value, place } = props;
  const late = isLate(record.status, value);
  if (place === 'detail') {
    return (
      <>
        <Plain {...props} />{' '}
        {late && (
          <span data-badge data-tone="danger">
            Atrasada
          </span>
        )}
      </>
    );
  }
  return late ? (
    <span data-badge data-tone="danger" title="Atrasada">
      {short(value)}
    </span>
  ) : (
    short(value)
  );
}
