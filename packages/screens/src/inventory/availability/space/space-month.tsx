import { lastDayOf } from '@pauta/domain/inventory/capacity/buckets.ts';
import { isoWeekday } from '@pauta/domain/inventory/capacity/cells.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { IconButton } from '@pauta/ui/controls/icon-button.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { cellPaint, shares } from '../matrix/style.ts';
import { dayStateOf, describeDay, useOccupiedDays } from './occupied-day.ts';

const Root = styled.section`
  & > header { display: flex; align-items: center; gap: var(--pauta-space-2); }
  & > header > h3 { flex: 1; margin: 0; font-size: var(--pauta-text-md); text-align: center; }
  & > header > h3::first-letter { text-transform: uppercase; }
  & > div { display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)); gap: 2px; margin-block: var(--pauta-space-2); }
  & > div > span { color: var(--pauta-color-text-muted); font-size: var(--pauta-text-xs); text-align: center; }
  ${cellPaint}
  & button[data-state] {
    min-block-size: 3.25rem;
    padding: 2px 4px 8px;
    border: 1px solid var(--pauta-color-border);
    border-radius: var(--pauta-radius-sm);
    background-color: var(--pauta-color-surface);
    font: inherit;
    font-variant-numeric: tabular-nums;
    cursor: pointer;
  }
  & button[data-state='full'] { background-color: var(--pauta-color-danger-soft); }
  & button[data-state] > small { display: block; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-xs); text-align: start; line-height: 1; }
  & button[data-state] > strong { display: block; font-size: var(--pauta-text-sm); font-weight: var(--pauta-weight-medium); line-height: 1.5; text-align: center; }
  & button[aria-pressed='true'] { border-color: var(--pauta-color-accent); box-shadow: inset 0 0 0 2px var(--pauta-color-accent); }
  & > p { margin: 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
`;

const monthName = new Intl.DateTimeFormat('es', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const initials = ['L', 'M', 'X', 'J', 'V', 'S', 'D'];

/** Another month, as its first day. */
const monthAfter = (first: string, count: number): string =>
  `${lastDayOf(first, 1 + count, 'month').slice(0, 7)}-01`;

/** A month of a space: what each day has left; choosing a day, and with a second one the days in between. */
export function SpaceMonth({
  itemId,
  from,
  to,
  onChoose,
}: {
  readonly itemId: string;
  /** The chosen days. */
  readonly from: string;
  readonly to: string;
  readonly onChoose: (from: string, to: string) => void;
}): ReactElement {
  const [first, setFirst] = useState(`${from.slice(0, 7)}-01`);
  const last = lastDayOf(first, 1, 'month');
  const { data, error, mutate } = useOccupiedDays(itemId, first, last);
  const choose = (day: string): void => {
    if (from === to && day !== from) onChoose(day < from ? day : from, day < from ? from : day);
    else onChoose(day, day);
  };
  return (
    <Root aria-label="Mes del espacio">
      <header>
        <IconButton
          icon={<ChevronLeft aria-hidden size={16} />}
          label="Mes anterior"
          onClick={() => setFirst(monthAfter(first, -1))}
        />
        <h3 aria-live="polite">{monthName.format(new Date(`${first}T00:00:00Z`))}</h3>
        <IconButton
          icon={<ChevronRight aria-hidden size={16} />}
          label="Mes siguiente"
          onClick={() => setFirst(monthAfter(first, 1))}
        />
      </header>
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && (
        <div>
          {initials.map((initial) => (
            <span aria-hidden key={initial}>
              {initial}
            </span>
          ))}
          {data.data.map((day, place) => (
            <button
              aria-label={describeDay(day)}
              aria-pressed={from <= day.day && day.day <= to}
              data-state={dayStateOf(day)}
              key={day.day}
              onClick={() => choose(day.day)}
              style={{
                ...shares(day),
                ...(place === 0 && { gridColumnStart: Number(isoWeekday(day.day)) }),
              }}
              type="button"
            >
              <small>{Number(day.day.slice(8))}</small>
              <strong>{day.capacity === 0 ? '·' : formatCount(day.free)}</strong>
            </button>
          ))}
        </div>
      )}
      <p>Elija un día, y otro para elegir también los que hay entre ambos.</p>
    </Root>
  );
}
