import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { readDay } from '@pauta/domain/calendar/written-day.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { locale } from '@pauta/domain/text/locale.ts';
import { CalendarDays } from 'lucide-react';
import { lazy, type ReactElement, Suspense } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { Skeleton } from './skeleton.tsx';
import { TypedBox, type TypedBoxProps } from './typed-box.tsx';

const MonthCalendar = lazy(async () => ({ default: (await import('./month-calendar.tsx')).MonthCalendar }));

const shortWeekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
const weekdayOf = (day: string): string => shortWeekday.format(Date.parse(`${day}T00:00:00Z`));

export interface DayBoxProps
  extends Pick<TypedBoxProps, 'aria' | 'ariaLabel' | 'value' | 'onChange' | 'onBlur' | 'name' | 'readOnly'> {
  /** Label of the value, for the name of the calendar. */
  readonly label: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** The input of a date without its label, for controls that contain a date. */
export function DayBox({ label, min, max, ...box }: DayBoxProps): ReactElement {
  const today = companyToday();
  return (
    <TypedBox
      {...box}
      beside={weekdayOf}
      chooser={`Elegir en el calendario: ${label}`}
      chooserWidth="max-content"
      icon={<CalendarDays aria-hidden size={16} />}
      placeholder="dd/mm/aaaa"
      read={(text) => readDay(text, today)}
      describe={(day) => `${weekdayOf(day)} ${formatCivilDate(day)}`}
      step={(day, by) => (day === null ? today : addDays(day, by))}
      write={formatCivilDate}
    >
      {(day, choose) => (
        <Suspense fallback={<Skeleton lines={8} />}>
          <MonthCalendar max={max} min={min} onChange={choose} today={today} value={day} />
        </Suspense>
      )}
    </TypedBox>
  );
}

export interface DatePickerProps extends FieldProps {
  /** `YYYY-MM-DD`, or empty; invalid input stays here as typed. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: TypedBoxProps['onBlur'];
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/**
 * A date without time zone, typed in any usual form (`3/4/26`, `mañana`, `lunes`) or selected in a calendar.
 *
 * @example <DatePicker label="Vigente hasta" onChange={setDay} value="2026-03-09" />
 */
export function DatePicker({ value, onChange, onBlur, min, max, ...field }: DatePickerProps): ReactElement {
  return (
    <Field {...field}>
      {(aria) => (
        <DayBox
          aria={aria}
          label={field.label}
          max={max}
          min={min}
          name={field.name}
          onBlur={onBlur}
          onChange={onChange}
          readOnly={field.readOnly}
          value={value}
        />
      )}
    </Field>
  );
}
