import { readTime, timeText } from '@pauta/domain/calendar/written-time.ts';
import { minutesOf, toTime } from '@pauta/domain/kinds/time.ts';
import { Clock } from 'lucide-react';
import type { ReactElement } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { styled } from 'styled-components';
import { Field, type FieldProps } from './field.tsx';
import { floatingList } from './style.ts';
import { TypedBox, type TypedBoxProps } from './typed-box.tsx';

const day = 24 * 60;
/** Minutes by which an arrow key changes the time. */
const step = 15;
const halfHour = 30;
const opening = 9 * 60;

const stored = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const offered = Array.from({ length: day / halfHour }, (_, place) => stored(place * halfHour));

const Times = styled.div`
  ${floatingList}
  margin: calc(-1 * var(--pauta-space-3));
  min-inline-size: 0;
  border: 0;
  box-shadow: none;
`;

/**
 * The clock of a displayed time: 12 hours for appointments, as usual in the Dominican Republic, and 24 hours for
 * programme grids.
 */
export type Hours = 12 | 24;

export interface TimeBoxProps
  extends Pick<TypedBoxProps, 'aria' | 'ariaLabel' | 'value' | 'onChange' | 'onBlur' | 'name' | 'readOnly'> {
  /** Label of the value, for the name of the list. */
  readonly label: string;
  readonly hours: Hours;
}

/** The input of a time without its label, for controls that contain a time. */
export function TimeBox({ label, hours, ...box }: TimeBoxProps): ReactElement {
  const write = (time: string): string =>
    toTime(time) === time && hours === 12 ? timeText(minutesOf(time)) : time;
  return (
    <TypedBox
      {...box}
      chooser={`Elegir de la lista: ${label}`}
      chooserWidth={9}
      icon={<Clock aria-hidden size={16} />}
      placeholder={hours === 12 ? 'Ej: 3 pm' : 'hh:mm'}
      read={(text) => readTime(text, { afternoon: hours === 12 })}
      describe={write}
      step={(time, by) => {
        const minutes = time === null ? opening : minutesOf(time) + by * step;
        return stored(((minutes % day) + day) % day);
      }}
      write={write}
    >
      {(time, choose) => (
        <Times>
          <ListBox
            aria-label={label}
            autoFocus
            defaultSelectedKeys={[time ?? stored(opening)]}
            items={offered.map((id) => ({ id }))}
            // Selecting the selected time again deselects it in react-aria; the time is kept.
            onSelectionChange={(keys) => choose(String([...keys][0] ?? time ?? stored(opening)))}
            selectionMode="single"
          >
            {({ id }) => <ListBoxItem textValue={write(id)}>{write(id)}</ListBoxItem>}
          </ListBox>
        </Times>
      )}
    </TypedBox>
  );
}

export interface TimeFieldProps extends FieldProps {
  /** `HH:MM`, or empty; invalid input stays here as typed. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly hours: Hours;
}

/**
 * A time of day, typed in any usual form (`3 pm`, `15:30`, `930`) or selected from a list of half hours.
 *
 * @example <TimeField hours={24} label="Empieza" onChange={setTime} value="18:30" />
 */
export function TimeField({ value, onChange, onBlur, hours, ...field }: TimeFieldProps): ReactElement {
  return (
    <Field {...field}>
      {(aria) => (
        <TimeBox
          aria={aria}
          hours={hours}
          label={field.label}
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
