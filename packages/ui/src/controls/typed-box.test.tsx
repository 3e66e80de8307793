// @vitest-environment happy-dom
import { companyToday, setCompanyZone } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { DatePicker } from './date-picker.tsx';
import { DateTimePicker } from './date-time-picker.tsx';
import { TimeField } from './time-field.tsx';

type Control = (props: { label: string; value: string; onChange: (value: string) => void }) => ReactElement;

const open = (ControlOf: Control, initial: string) => {
  const values: string[] = [];
  function Held(): ReactElement {
    const [value, setValue] = useState(initial);
    const change = (next: string): void => {
      values.push(next);
      setValue(next);
    };
    return <ControlOf label="Cuándo" onChange={change} value={value} />;
  }
  render(
    <>
      <Held />
      <button type="button">Otro</button>
    </>,
  );
  const leave = () => userEvent.click(screen.getByRole('button', { name: 'Otro' }));
  return { user: userEvent.setup(), last: () => values.at(-1), leave };
};
const input = (name = 'Cuándo') => screen.getByRole<HTMLInputElement>('textbox', { name });
const Clock24: Control = (props) => <TimeField {...props} hours={24} />;
const Clock12: Control = (props) => <TimeField {...props} hours={12} />;

afterEach(() => setCompanyZone('America/Santo_Domingo'));

test('a day is typed in a usual form, and its interpretation is shown', async () => {
  const { user, last, leave } = open(DatePicker, '');
  await user.type(input(), 'mañana');
  const tomorrow = addDays(companyToday(), 1);
  expect(last()).toBe(tomorrow);
  expect(screen.getByRole('status').textContent).toContain(formatCivilDate(tomorrow));
  expect(input().value).toBe('mañana');
  await leave();
  expect(input().value).toBe(formatCivilDate(tomorrow));
});

test('invalid input stays as typed, and empty input is an empty value', async () => {
  const { user, last, leave } = open(DatePicker, '2026-03-09');
  await user.clear(input());
  expect(last()).toBe('');
  await user.type(input(), '31/2/26');
  await leave();
  expect(last()).toBe('31/2/26');
  expect(input().value).toBe('31/2/26');
  expect(screen.getByRole('status').textContent).toBe('');
});

test('Up and Down change the day by one', async () => {
  const { user, last } = open(DatePicker, '2026-02-28');
  await user.type(input(), '{ArrowUp}');
  expect(last()).toBe('2026-03-01');
  await user.type(input(), '{ArrowDown}{ArrowDown}');
  expect(last()).toBe('2026-02-27');
});

test('a day is selected in the calendar by keyboard, which then closes', async () => {
  const { user, last } = open(DatePicker, '2026-03-09');
  const button = screen.getByRole('button', { name: 'Elegir en el calendario: Cuándo' });
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Elegir en el calendario: Cuándo' });
  await within(dialog).findByRole('grid');
  await user.keyboard('{ArrowRight}{Enter}');
  expect(last()).toBe('2026-03-10');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(input().value).toBe('10/03/2026');
});

test('Alt+Down opens the calendar', async () => {
  const { user } = open(DatePicker, '');
  await user.click(input());
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

test('a time typed in the 12-hour clock is stored in the 24-hour clock', async () => {
  const { user, last, leave } = open(Clock12, '');
  await user.type(input(), '3:15');
  expect(last()).toBe('15:15');
  await leave();
  expect(input().value.replace(/\s/g, ' ')).toBe('3:15 p. m.');
});

test('with `hours={24}` a time is shown in the 24-hour clock', async () => {
  const { user, last, leave } = open(Clock24, '18:30');
  expect(input().value).toBe('18:30');
  await user.clear(input());
  await user.type(input(), '9pm');
  await leave();
  expect([last(), input().value]).toEqual(['21:00', '21:00']);
  await user.type(input(), '{ArrowUp}');
  expect(last()).toBe('21:15');
});

test('a time is selected from a list of half hours', async () => {
  const { user, last } = open(Clock24, '18:30');
  await user.click(screen.getByRole('button', { name: 'Elegir de la lista: Cuándo' }));
  const chosen = await screen.findByRole('option', { selected: true });
  expect(chosen.textContent).toBe('18:30');
  await user.click(screen.getByRole('option', { name: '19:00' }));
  expect(last()).toBe('19:00');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('a date and a time are in the company’s time zone', async () => {
  setCompanyZone('America/Bogota');
  const { user, last } = open(DateTimePicker, '2026-03-10T02:30:00.000Z');
  expect(input('Cuándo: día').value).toBe('09/03/2026');
  expect(input('Cuándo: hora').value.replace(/\s/g, ' ')).toBe('9:30 p. m.');
  await user.clear(input('Cuándo: hora'));
  expect(last()).toBe('2026-03-09');
  await user.type(input('Cuándo: hora'), '8 am');
  expect(last()).toBe('2026-03-09T13:00:00.000Z');
  await user.clear(input('Cuándo: día'));
  await user.type(input('Cuándo: día'), '11/3/26');
  expect(last()).toBe('2026-03-11T13:00:00.000Z');
});

test('opening the list does not count as leaving the field: onBlur runs when the focus leaves its group', async () => {
  const left: string[] = [];
  const Watched: Control = (props) => <DateTimePicker {...props} onBlur={() => left.push('left')} />;
  const { user, leave } = open(Watched, '');
  await user.type(input('Cuándo: día'), 'hoy');
  await user.click(screen.getByRole('button', { name: 'Elegir de la lista: Cuándo, hora' }));
  await user.click(await screen.findByRole('option', { selected: true }));
  expect(left).toEqual([]);
  await leave();
  expect(left).toEqual(['left']);
});
