import { GregorianCalendar, parseDate } from '@internationalized/date';
import { token as t } from '@pauta/layout/theme';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components/Calendar';
import { styled } from 'styled-components';

const Root = styled.div`
  & [role='application'], & > * { inline-size: max-content; }
  & header { display: flex; align-items: center; gap: ${t('space-1')}; margin-block-end: ${t('space-2')}; }
  & header > h2 { flex: 1; text-align: center; font-size: ${t('text-md')}; }
  & header > h2::first-letter { text-transform: uppercase; }
  & header > button {
    display: grid;
    place-items: center;
    inline-size: ${t('target-size')};
    block-size: ${t('target-size')};
    padding: 0;
    border: 0;
    border-radius: ${t('radius-md')};
    background: none;
    cursor: pointer;
  }
  & header > button:hover { background: ${t('color-hover')}; }
  & table { border-spacing: 2px; }
  & th { inline-size: 34px; color: ${t('color-text-muted')}; font-size: ${t('text-xs')}; font-weight: ${t('weight-medium')}; }
  & td { padding: 0; }
  & td > [role='button'] {
    display: grid;
    place-items: center;
    inline-size: max(34px, ${t('target-size')});
    block-size: max(34px, ${t('target-size')});
    border-radius: ${t('radius-md')};
    cursor: pointer;
    outline: none;
  }
  & td > [data-hovered] { background: ${t('color-hover')}; }
  & td > [data-now] { font-weight: ${t('weight-bold')}; color: ${t('color-accent-text')}; }
  & td > [data-selected] { background: ${t('color-accent')}; color: ${t('color-accent-contrast')}; }
  & td > [data-focus-visible] { outline: 2px solid ${t('color-focus')}; outline-offset: 1px; }
  & td > [data-outside-month] { visibility: hidden; }
  & td > :is([data-disabled], [data-unavailable]):not([data-outside-month]) { color: ${t('color-text-muted')}; text-decoration: line-through; cursor: not-allowed; }
`;

/** The only calendar system of the product; the others are excluded from the bundle. */
const gregorian = (): GregorianCalendar => new GregorianCalendar();

const dateOf = (day: string | null | undefined) => (day ? parseDate(day) : null);

/**
 * A calendar of one month to select a day, also with the arrow keys and Page Up and Page Down. Days are `YYYY-MM-DD`.
 */
export function MonthCalendar({
  value,
  onChange,
  today,
  min,
  max,
}: {
  value: string | null;
  onChange: (day: string) => void;
  /** The current day. It is marked, and without a value its month is shown first. */
  today: string;
  min?: string | undefined;
  max?: string | undefined;
}): ReactElement {
  return (
    <Root>
      <Calendar
        autoFocus
        createCalendar={gregorian}
        defaultFocusedValue={dateOf(value ?? today)}
        firstDayOfWeek="mon"
        maxValue={dateOf(max)}
        minValue={dateOf(min)}
        onChange={(date) => onChange(date.toString().slice(0, 10))}
        value={dateOf(value)}
      >
        <header>
          <Button aria-label="Mes anterior" slot="previous">
            <ChevronLeft aria-hidden size={16} />
          </Button>
          <Heading level={2} />
          <Button aria-label="Mes siguiente" slot="next">
            <ChevronRight aria-hidden size={16} />
          </Button>
        </header>
        <CalendarGrid weekdayStyle="short">
          <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
          <CalendarGridBody>
            {(date) => (
              <CalendarCell data-now={date.toString().slice(0, 10) === today || undefined} date={date} />
            )}
          </CalendarGridBody>
        </CalendarGrid>
      </Calendar>
    </Root>
  );
}
