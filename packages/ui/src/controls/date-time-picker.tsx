import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { companyInstant, companyMinutes } from '@pauta/domain/calendar/company-moment.ts';
import { minutesOf, toTime } from '@pauta/domain/kinds/time.ts';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { type DatePickerProps, DayBox } from './date-picker.tsx';
import { Field } from './field.tsx';
import { leavingGroup } from './focus.ts';
import { TimeBox } from './time-field.tsx';

const Parts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--pauta-space-2);
  & > :first-child { flex: 1 1 10rem; }
  & > :last-child { flex: 1 1 8.5rem; }
  @media (pointer: coarse) {
    & > :first-child { flex-basis: 11.5rem; }
    & > :last-child { flex-basis: 10.5rem; }
  }
`;

interface Moment {
  readonly day: string;
  readonly time: string;
}

const partsOf = (value: string): Moment => {
  if (value === '' || Number.isNaN(Date.parse(value)) || isCivilDate(value)) return { day: value, time: '' };
  const minutes = companyMinutes(value);
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return { day: companyDay(value), time };
};

export interface DateTimePickerProps extends Omit<DatePickerProps, 'onBlur'> {
  readonly onBlur?: () => void;
}

/** The instant; for incomplete or invalid parts, the text as typed. */
const join = ({ day, time }: Moment): string =>
  isCivilDate(day) && toTime(time) === time ? companyInstant(day, minutesOf(time)) : `${day} ${time}`.trim();

/**
 * A date and a time in the company's time zone, each typed in any usual form or selected. The value is an instant
 * (`2026-03-09T14:30:00.000Z`).
 *
 * @example <DateTimePicker label="Nueva fecha" onChange={setMoment} value={moment} />
 */
export function DateTimePicker({
  value,
  onChange,
  onBlur,
  min,
  max,
  ...field
}: DateTimePickerProps): ReactElement {
  // The value of incomplete input is a single text, so its two parts are kept here.
  const [own, setOwn] = useState({ value, ...partsOf(value) });
  const parts = own.value === value ? own : { value, ...partsOf(value) };
  const leave = leavingGroup(onBlur);
  const change = (part: Partial<Moment>): void => {
    const next = { ...parts, ...part };
    const joined = join(next);
    setOwn({ ...next, value: joined });
    onChange(joined);
  };
  return (
    <Field {...field}>
      {({ 'aria-labelledby': labelledBy, ...aria }) => (
        <Parts aria-labelledby={labelledBy} role="group">
          <DayBox
            aria={aria}
            ariaLabel={`${field.label}: día`}
            label={field.label}
            max={max}
            min={min}
            name={field.name}
            onBlur={leave}
            onChange={(day) => change({ day })}
            readOnly={field.readOnly}
            value={parts.day}
          />
          <TimeBox
            aria={{ ...aria, id: `${aria.id}-time` }}
            ariaLabel={`${field.label}: hora`}
            hours={12}
            label={`${field.label}, hora`}
            onBlur={leave}
            onChange={(time) => change({ time })}
            readOnly={field.readOnly}
            value={parts.time}
          />
        </Parts>
      )}
    </Field>
  );
}
