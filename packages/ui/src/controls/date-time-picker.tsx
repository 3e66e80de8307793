import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { companyInstant, companyMinutes } from '@pauta/domain/calendar/company-moment.ts';
import { isCivilDate } from '@pauta/domain/kinds/date.ts';
import { minutesOf, toTime } from '@pauta/domain/kinds/time.ts';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { type DatePickerProps, DayBox } from './date-picker.tsx';
import { Field } from './field.tsx';
import { TimeBox } from './time-field.tsx';

const Parts = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr));
  gap: var(--pauta-space-2);
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

/** The instant; of what is not whole, or no day and time, the text as it stands. */
const join = ({ day, time }: Moment): string =>
  isCivilDate(day) && toTime(time) === time ? companyInstant(day, minutesOf(time)) : `${day} ${time}`.trim();

/**
 * A day and a time on the company's clock, each typed as people write it or chosen; in and out as an instant
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
}: DatePickerProps): ReactElement {
  // The parts of what is not whole yet are known here alone.
  const [own, setOwn] = useState({ value, ...partsOf(value) });
  const parts = own.value === value ? own : { value, ...partsOf(value) };
  const change = (part: Partial<Moment>): void => {
    const next = { ...parts, ...part };
    const joined = join(next);
    setOwn({ ...next, value: joined });
    onChange(joined);
  };
  return (
    <Field {...field}>
      {({ 'aria-labelledby': labelledBy, ...aria }) => (
        <Parts
          aria-labelledby={labelledBy}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
          }}
          role="group"
        >
          <DayBox
            aria={aria}
            ariaLabel={`${field.label}: día`}
            label={field.label}
            max={max}
            min={min}
            name={field.name}
            onChange={(day) => change({ day })}
            readOnly={field.readOnly}
            value={parts.day}
          />
          <TimeBox
            aria={{ ...aria, id: `${aria.id}-time` }}
            ariaLabel={`${field.label}: hora`}
            hours={12}
            label={`${field.label}, hora`}
            onChange={(time) => change({ time })}
            readOnly={field.readOnly}
            value={parts.time}
          />
        </Parts>
      )}
    </Field>
  );
}
