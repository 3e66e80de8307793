import { weekdayNames } from '@pauta/domain/catalogues/choices.ts';
import { isoWeekday } from '@pauta/domain/inventory/capacity/cells.ts';
import type { OccupiedDay } from '@pauta/domain/inventory/capacity/occupied-day.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { VisuallyHidden } from '@pauta/ui/controls/visually-hidden.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { dayStateOf, describeDay, takenOf } from '../availability/space/occupied-day.ts';

const Scroll = styled.section`
  overflow-x: auto;
  & table { border-collapse: separate; border-spacing: 2px; font-size: var(--pauta-text-xs); }
  & th { color: var(--pauta-color-text-muted); font-weight: 400; text-align: start; white-space: nowrap; padding-inline-end: var(--pauta-space-2); }
  & thead th { text-align: center; padding: 0; }
  & td {
    inline-size: 2.75rem;
    block-size: 1.75rem;
    border-radius: var(--pauta-radius-sm);
    background: color-mix(in srgb, var(--pauta-color-accent) calc(var(--heat) * 45%), var(--pauta-color-surface-sunken));
    color: var(--pauta-color-text);
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  & td[data-state='closed'] { background: repeating-linear-gradient(135deg, var(--pauta-color-border) 0 3px, transparent 3px 7px); }
  & td[data-state='full'] { outline: 2px solid var(--pauta-color-danger); outline-offset: -2px; }
  & td[data-state='none'] { background: none; }
  @media (forced-colors: active) { & td { border: 1px solid CanvasText; } }
`;

/** Days of a space by week and weekday, coloured by how much is taken: each cell says the percent taken. */
export function HeatStrip({
  days,
  label,
}: {
  readonly days: readonly OccupiedDay[];
  readonly label: string;
}): ReactElement {
  const offset = Number(isoWeekday(days[0]?.day ?? '2026-01-05')) - 1;
  const weeks = Array.from({ length: Math.ceil((days.length + offset) / 7) }, (_, week) => week);
  const at = (week: number, weekday: number): OccupiedDay | undefined => days[week * 7 + weekday - offset];
  return (
    <Scroll aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td data-state="none" />
            {weeks.map((week) => {
              const first = at(week, 0) ?? days[0];
              return (
                <th key={week} scope="col">
                  {first && formatCivilDate(first.day).slice(0, 5)}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {Object.values(weekdayNames).map((name, weekday) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {weeks.map((week) => {
                const day = at(week, weekday);
                if (!day) return <td data-state="none" key={week} />;
                const taken = takenOf(day);
                return (
                  <td
                    data-state={dayStateOf(day)}
                    key={week}
                    style={{ '--heat': Math.min(1, taken).toFixed(3) } as Record<string, string>}
                    title={describeDay(day)}
                  >
                    <VisuallyHidden>{describeDay(day)}</VisuallyHidden>
                    <span aria-hidden>{day.capacity > 0 && taken > 0 && `${Math.round(taken * 100)} %`}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
