import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flightDays } from '../../calendar/sold-days.ts';
import { addDays } from '../../calendar/working-time.ts';
import type { AnyRecord } from '../../resource/resource.ts';
import { copyOfQuote } from './copy-quote.ts';

const quote = (flight: object, lines: readonly object[]): AnyRecord =>
  ({
    id: 'quote',
    number: 'PR-1',
    version: 3,
    status: 'sent',
    name: 'Otoño',
    client_id: { id: 'client', label: 'Óptica Ñandú' },
    valid_until: '2026-01-15',
    flight,
    lines: lines.map((line, place) => ({ id: `line-${place}`, position: String(place), ...line })),
  }) as unknown as AnyRecord;

test('a copy has what was entered, and neither number, state nor last day', () => {
  const flight = { from: '2026-02-01', to: '2026-02-28' };
  const copy = copyOfQuote(
    quote(flight, [{ description: 'Cuña', flight, agreed_price: '10.000000', net: '99.00' }]),
  );
  expect(copy.header).toEqual({ name: 'Otoño', client_id: 'client', flight });
  expect(copy.lines[0]?.values).toEqual({ description: 'Cuña', flight, agreed_price: '10.000000' });
  expect(
    copyOfQuote(quote(flight, [{ flight, agreed_price: '10.000000' }]), { keepsAgreed: false }).lines[0]
      ?.values,
  ).toEqual({ flight });
});

test('moving the flight keeps the length and the place of every line', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -800, max: 800 }),
      fc.integer({ min: 0, max: 365 }),
      fc.integer({ min: 0, max: 365 }),
      fc.integer({ min: 0, max: 60 }),
      (move, length, start, days) => {
        const first = '2026-06-15';
        const flight = { from: first, to: addDays(first, length) };
        const line = { from: addDays(first, start), to: addDays(first, start + days) };
        const from = addDays(first, move);
        const copy = copyOfQuote(quote(flight, [{ flight: line }]), { from });
        const moved = copy.lines[0]?.values.flight as { from: string; to: string };
        expect(copy.header.flight).toEqual({ from, to: addDays(from, length) });
        expect(moved.from).toBe(addDays(from, start));
        expect(flightDays(moved)).toBe(flightDays(line));
      },
    ),
  );
});
