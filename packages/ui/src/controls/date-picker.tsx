import { GregorianCalendar, parseDate } from '@internationalized/date';
import { isCivilDate } from '@pauta/domain/kinds/date.ts';
import { token as t } from '@pauta/layout/theme';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import {
  DatePicker as Aria,
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DateSegment,
  Group,
  Popover,
} from 'react-aria-components/DatePicker';
import { Dialog, Heading } from 'react-aria-components/Dialog';
import { styled } from 'styled-components';
import { Field, type FieldProps } from './field.tsx';

export interface DatePickerProps extends FieldProps {
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

const Segments = styled(Group)`
  & > div { display: flex; flex: 1; }
  & [role='spinbutton'] { padding: 1px 2px; border-radius: ${t('radius-sm')}; outline: none; caret-color: transparent; }
  & [role='spinbutton']:focus { background: ${t('color-accent')}; color: ${t('color-accent-contrast')}; }
  & [data-placeholder]:not(:focus) { color: ${t('color-text-muted')}; }
`;

const Floating = styled(Popover)`
  padding: ${t('space-3')};
  border: 1px solid ${t('color-border')};
  border-radius: ${t('radius-lg')};
  background: ${t('color-surface-raised')};
  color: ${t('color-text')};
  box-shadow: ${t('shadow-lg')};
  & [role='dialog'] { outline: none; }
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
  & td > [data-today] { font-weight: ${t('weight-bold')}; color: ${t('color-accent-text')}; }
  & td > [data-selected] { background: ${t('color-accent')}; color: ${t('color-accent-contrast')}; }
  & td > [data-focus-visible] { outline: 2px solid ${t('color-focus')}; outline-offset: 1px; }
  & td > [data-outside-month] { visibility: hidden; }
  & td > :is([data-disabled], [data-unavailable]):not([data-outside-month]) { color: ${t('color-text-muted')}; text-decoration: line-through; cursor: not-allowed; }
`;

const toDate = (text: string | undefined) => {
  // A year that is still being typed (0002, 0020) is a date too: taking it away would empty the whole field.
  const known = text?.replace(/^0\d{3}/, '2000') ?? '';
  return text && isCivilDate(known) ? parseDate(text) : null;
};

/** The only calendar of the product; the others stay out of the bundle. */
const gregorian = (): GregorianCalendar => new GregorianCalendar();

/** A day of the calendar, typed or picked; in and out as `YYYY-MM-DD`, without time zone. */
export function DatePicker({ value, onChange, onBlur, min, max, ...field }: DatePickerProps): ReactElement {
  return (
    <Field {...field}>
      {(aria) => (
        <Aria
          aria-describedby={aria['aria-describedby']}
          aria-labelledby={aria['aria-labelledby']}
          isInvalid={aria['aria-invalid'] ?? false}
          isReadOnly={field.readOnly ?? false}
          isRequired={field.required ?? false}
          maxValue={toDate(max)}
          minValue={toDate(min)}
          onBlur={() => onBlur?.()}
          onChange={(date) => onChange(date ? date.toString().slice(0, 10) : '')}
          shouldForceLeadingZeros
          validationBehavior="aria"
          value={toDate(value)}
        >
          <Segments data-box>
            <DateInput>{(segment) => <DateSegment segment={segment} />}</DateInput>
            <Button aria-label="Abrir calendario" data-inner-button>
              <CalendarDays aria-hidden size={16} />
            </Button>
          </Segments>
          <Floating offset={4} placement="bottom end">
            <Dialog>
              <Calendar createCalendar={gregorian} firstDayOfWeek="mon">
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
                  <CalendarGridHeader>
                    {(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}
                  </CalendarGridHeader>
                  <CalendarGridBody>{(date) => <CalendarCell date={date} />}</CalendarGridBody>
                </CalendarGrid>
              </Calendar>
            </Dialog>
          </Floating>
        </Aria>
      )}
    </Field>
  );
}
