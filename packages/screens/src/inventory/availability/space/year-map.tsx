import { lastDayOf } from '@pauta/domain/inventory/capacity/buckets.ts';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { IconButton } from '@pauta/ui/controls/icon-button.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { VisuallyHidden } from '@pauta/ui/controls/visually-hidden.tsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { dayStateOf, describeDay, takenOf, useOccupiedDays } from './occupied-day.ts';

const Root = styled.section`
  & > header { display: flex; align-items: center; justify-content: center; gap: var(--pauta-space-3); }
  & > header > h3 { margin: 0; font-size: var(--pauta-text-md); }
  & > div { overflow-x: auto; }
  & table { inline-size: 100%; min-inline-size: 40rem; table-layout: fixed; border-collapse: separate; border-spacing: 2px; font-size: var(--pauta-text-xs); font-variant-numeric: tabular-nums; }
  & th { color: var(--pauta-color-text-muted); font-weight: 400; text-align: start; }
  & thead th { text-align: center; }
  & thead td { inline-size: 6rem; }
  & td {
    position: relative;
    block-size: 1.375rem;
    padding: 0;
    border-radius: 2px;
    background: linear-gradient(var(--pauta-color-accent), var(--pauta-color-accent)) 0 100% / 100% calc(var(--taken, 0) * 100%) no-repeat var(--pauta-color-surface-sunken);
  }
  & td[data-state='closed'] { background: repeating-linear-gradient(135deg, var(--pauta-color-border) 0 2px, transparent 2px 5px); }
  & td[data-state='full'] { outline: 2px solid var(--pauta-color-danger); outline-offset: -2px; }
  & td[data-state='none'] { background: none; }
  & th > button { padding: 0 var(--pauta-space-1); border: 0; background: none; color: var(--pauta-color-accent-text); font: inherit; text-decoration: underline; cursor: pointer; }
  & > p { margin: var(--pauta-space-2) 0 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  @media (forced-colors: active) { & td { border: 1px solid CanvasText; } }
`;

const monthName = new Intl.DateTimeFormat('es', { month: 'long', timeZone: 'UTC' });
const monthDays = Array.from({ length: 31 }, (_, place) => place);

/** A year of a space, a line for each month: the higher a day is filled, the more of it is taken. */
export function YearMap({
  itemId,
  from,
  onMonth,
}: {
  readonly itemId: string;
  /** A day of the year that is shown first. */
  readonly from: string;
  /** Opens a month, by its first day. */
  readonly onMonth: (first: string) => void;
}): ReactElement {
  const [year, setYear] = useState(Number(from.slice(0, 4)));
  const { data, error, mutate } = useOccupiedDays(itemId, `${year}-01-01`, `${year}-12-31`);
  const days = new Map(data?.data.map((day) => [day.day, day]));
  const months = Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}-01`);
  return (
    <Root aria-label="Año del espacio">
      <header>
        <IconButton
          icon={<ChevronLeft aria-hidden size={16} />}
          label="Año anterior"
          onClick={() => setYear(year - 1)}
        />
        <h3 aria-live="polite">{year}</h3>
        <IconButton
          icon={<ChevronRight aria-hidden size={16} />}
          label="Año siguiente"
          onClick={() => setYear(year + 1)}
        />
      </header>
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!data && !error && <Skeleton lines={8} />}
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be focusable to scroll it by keyboard.
        <div tabIndex={0}>
          <table>
            <thead>
              <tr>
                <td data-state="none" />
                {monthDays.map((place) => (
                  <th key={place} scope="col">
                    {place + 1}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {months.map((first) => (
                <tr key={first}>
                  <th scope="row">
                    <button onClick={() => onMonth(first)} type="button">
                      {monthName.format(new Date(`${first}T00:00:00Z`))}
                    </button>
                  </th>
                  {monthDays.map((place) => {
                    const date = `${first.slice(0, 8)}${String(place + 1).padStart(2, '0')}`;
                    const day = date <= lastDayOf(first, 1, 'month') ? days.get(date) : undefined;
                    if (!day) return <td data-state="none" key={date} />;
                    return (
                      <td
                        data-state={dayStateOf(day)}
                        key={date}
                        style={{ '--taken': takenOf(day).toFixed(2) } as Record<string, string>}
                        title={describeDay(day)}
                      >
                        <VisuallyHidden>{describeDay(day)}</VisuallyHidden>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p>Cuanto más llena la casilla, más está tomado. Con marco: completo. Rayada: no se vende.</p>
    </Root>
  );
}
