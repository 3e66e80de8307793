import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AddendumLineNote } from './line-note.tsx';

const line = {
  before_net: '345600.00',
  before_flight_to: '2027-01-07',
  currency_code: 'DOP',
  delta_net: '0.00',
};

const noteOf = (values: object): string => {
  const { unmount } = render(<AddendumLineNote line={{ ...line, ...values }} tables={undefined} />);
  const text = screen.getByText(/^En vigor/).textContent ?? '';
  unmount();
  return text;
};

test('the note of a line says how it is in force and what the addendum makes of it', () => {
  const before = 'En vigor: neto RD$345,600.00, hasta el 07/01/2027.';
  expect(noteOf({ op: 'keep' })).toBe(`${before} Queda igual.`);
  expect(noteOf({ op: 'change', delta_net: '1200.50' })).toBe(
    `${before} Con la adenda, su neto cambia en +RD$1,200.50.`,
  );
  expect(noteOf({ op: 'change' })).toBe(`${before} Con la adenda, su neto cambia en RD$0.00.`);
  expect(noteOf({ op: 'remove', delta_net: '-345600.00' })).toMatch(
    /Se quita: su neto cambia en [-−]?.*345,600\.00\.$/u,
  );
});
