// @vitest-environment happy-dom
import type { JsonRow } from '@pauta/domain/kinds/json.ts';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { type ReactElement, useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createHost } from '../../testing/host.tsx';
import { PhoneManager, type PhoneManagerProps } from './phone-manager.tsx';
import { groupTyped, readNumber, showNumber } from './phone-numbers.ts';

let rows: readonly JsonRow[] = [];
beforeEach(() => {
  rows = [];
});

function Manager({
  start,
  ...props
}: { start: readonly JsonRow[] } & Partial<PhoneManagerProps>): ReactElement {
  const [present, setPresent] = useState(start);
  rows = present;
  return <PhoneManager label="Teléfonos" {...props} onChange={setPresent} rows={present} />;
}

const open = (start: readonly JsonRow[] = [], props: Partial<PhoneManagerProps> = {}) => {
  const { Host } = createHost(<Manager start={start} {...props} />, { baseUrl: 'http://127.0.0.1:9/api' });
  render(<Host />);
  return userEvent.setup();
};
const row = (number: string, values: JsonRow = {}): JsonRow => ({ kind: 'mobile', number, ...values });
const rowAt = (place: number) => within(screen.getByRole('listitem', { name: `Teléfono ${place}` }));
const numberAt = (place: number) => rowAt(place).getByLabelText<HTMLInputElement>(/^Número/);
const paste = (place: number, text: string) =>
  fireEvent.paste(numberAt(place), { clipboardData: { getData: () => text } });

describe('the phone manager', () => {
  test('accepts a number as typed, and stores it as E.164', async () => {
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Agregar teléfono' }));
    expect(document.activeElement).toBe(numberAt(1));
    await user.keyboard('8095550101');
    expect(numberAt(1).value).toBe('(809) 555-0101');
    expect(rows).toMatchObject([{ number: '+18095550101', is_primary: true }]);
    await user.tab();
    expect(numberAt(1).value).toBe('+1 809 555 0101');
    await user.clear(numberAt(1));
    await user.type(numberAt(1), '+57 300 123 4567');
    expect(rows).toMatchObject([{ number: '+573001234567' }]);
    expect(rowAt(1).getByRole('button', { name: /Colombia/ })).toBeTruthy();
  });

  test('accepts an extension typed after the number, and reads a number in the country of the company', async () => {
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Agregar teléfono' }));
    await user.keyboard('(809) 555-0185 ext. 22');
    await user.tab();
    expect(numberAt(1).value).toBe('+1 809 555 0185');
    expect(rows).toMatchObject([{ number: '+18095550185', extension: '22' }]);
  });

  test('a pasted text with several numbers becomes several rows, without numbers that exist already', async () => {
    const user = open([row('+18295550102', { extension: '3', is_primary: true })]);
    await user.click(await screen.findByRole('button', { name: 'Agregar teléfono' }));
    paste(2, '809-555-0101 / 829 555 0102, ext. 3; +1 (849) 555-0103');
    expect(rows.map(({ number, extension, is_primary }) => [number, extension, is_primary])).toEqual([
      ['+18295550102', '3', true],
      ['+18095550101', '', false],
      ['+18495550103', '', false],
    ]);
    expect(screen.getByText('Se agregaron 2 teléfonos. Uno ya estaba.')).toBeTruthy();
    expect(numberAt(3).value).toBe('+1 849 555 0103');
  });

  test('exactly one number is the main one: selecting one deselects the other, and removing it selects another', async () => {
    const user = open([row('+18095550101', { is_primary: true }), row('+18095550102'), row('+18095550103')]);
    await screen.findByRole('listitem', { name: 'Teléfono 1' });
    await user.click(rowAt(3).getByRole('radio', { name: 'Principal' }));
    expect(rows.map((one) => one.is_primary)).toEqual([false, false, true]);
    await user.click(rowAt(3).getByRole('button', { name: 'Quitar teléfono 3' }));
    expect(rows.map((one) => one.is_primary)).toEqual([true, false]);
    await user.click(rowAt(1).getByRole('button', { name: 'Quitar teléfono 1' }));
    expect(rows).toMatchObject([{ number: '+18095550102', is_primary: true }]);
    expect(numberAt(1).value).toBe('+1 809 555 0102');
  });

  test('has links to call and write, but not for a number marked as not to be called', async () => {
    const user = open([row('+18095550101', { extension: '3', is_primary: true })]);
    const call = await screen.findByRole('link', { name: 'Llamar' });
    expect(call.getAttribute('href')).toBe('tel:+18095550101;ext=3');
    await user.click(rowAt(1).getByRole('checkbox', { name: 'Tiene WhatsApp' }));
    expect(rowAt(1).getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toBe(
      'https://wa.me/18095550101',
    );
    await user.click(rowAt(1).getByRole('checkbox', { name: 'No llamar' }));
    expect(screen.queryByRole('link', { name: 'Llamar' })).toBeNull();
    expect(screen.getByText('Pidió que no se le llame a este número.')).toBeTruthy();
  });

  test('shows errors in their row, and other owners of the number', async () => {
    open([row('809 555', { is_primary: true }), row('+18095550102', { kind: 'extension' })], {
      error: 'Teléfono 1: revise el número.',
      owners: [
        { number: '+18095550102', contacts: [{ id: '1', label: 'Rosa Díaz', code: null }], hidden: 1 },
      ],
      ownerPath: ({ id }) => `/crm/contactos/${id}`,
    });
    await screen.findByRole('listitem', { name: 'Teléfono 1' });
    expect(numberAt(1).getAttribute('aria-invalid')).toBe('true');
    expect(rowAt(2).getByText('Escriba la extensión, o elija otro tipo.')).toBeTruthy();
    expect(rowAt(2).getByRole('link', { name: 'Rosa Díaz' }).getAttribute('href')).toBe('/crm/contactos/1');
    expect(rowAt(2).getByText(/un contacto que usted no puede ver/)).toBeTruthy();
  });
});

test('the displayed and the partially typed form of a number are parsed to the same number', () => {
  const dominican = fc
    .tuple(fc.constantFrom('809', '829', '849'), fc.integer({ min: 2_000_000, max: 9_999_999 }))
    .map(([area, rest]) => `+1${area}${rest}`);
  const foreign = fc.integer({ min: 3_000_000_000, max: 3_239_999_999 }).map((rest) => `+57${rest}`);
  fc.assert(
    fc.property(fc.oneof(dominican, foreign), (number) => {
      expect(readNumber(showNumber(number), 'DO')).toMatchObject({ value: number, isNumber: true });
      expect(readNumber(groupTyped(number, 'DO'), 'DO').value).toBe(number);
      if (number.startsWith('+1'))
        expect(readNumber(groupTyped(number.slice(2), 'DO'), 'DO').value).toBe(number);
    }),
  );
});
