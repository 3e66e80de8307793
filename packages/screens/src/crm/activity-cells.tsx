import { openActivityStates } from '@pauta/domain/crm/activity.ts';
import { locale } from '@pauta/domain/text/locale.ts';
import { type CellProps, cells } from '@pauta/ui/faces/cells.tsx';
import type { ReactNode } from 'react';

const Plain = cells.dateTime;

/** Is it still to be done though its day is over, on the reader's clock? */
export const isLate = (status: unknown, scheduled: unknown): boolean => {
  if (typeof scheduled !== 'string' || !openActivityStates.some((one) => one === status)) return false;
  const today = new Date();
  today.setHours(0, 0, 0, 0);
  return new Date(scheduled) < today;
};

const clock = { day: '2-digit', month: '2-digit', hour: 'numeric', minute: '2-digit' } as const;
const inThisYear = new Intl.DateTimeFormat(locale, clock);
const inAnother = new Intl.DateTimeFormat(locale, { ...clock, year: '2-digit' });

/** A moment in few letters: without the year that everybody knows. */
const short = (value: unknown): string => {
  const moment = new Date(String(value));
  return (moment.getFullYear() === new Date().getFullYear() ? inThisYear : inAnother).format(moment);
};

/** When an activity is, and that it is late. */
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
