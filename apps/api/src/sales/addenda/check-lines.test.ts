import { expect, test } from 'vitest';
import { lineErrors } from './check-lines.ts';

const sold = { line_kind: 'airtime', description: 'Cuñas', days: ['1'], units_per_day: 1 };
const errors = (was: string, is: string) =>
  lineErrors(
    {
      effective_on: '2026-12-10',
      lines: [
        {
          ...sold,
          id: 'l',
          op: 'change',
          order_line_id: { id: 'o' },
          flight: { from: '2026-12-01', to: is },
        },
      ],
    },
    { o: { ...sold, flight: { from: '2026-12-01', to: was } } },
  );

test('a line that runs ends on the day before the effective day at the earliest; one that is over stays', () => {
  expect(errors('2026-12-20', '2026-12-09')).toEqual({});
  expect(errors('2026-12-20', '2026-12-08')).toHaveProperty(
    ['lines.l.flight', 0],
    expect.stringMatching(/^Ya empezó/),
  );
  expect(errors('2026-12-09', '2026-12-15')).toEqual({});
  expect(errors('2026-12-08', '2026-12-08')).toEqual({});
  // The days between would be sold and never booked.
  expect(errors('2026-12-08', '2026-12-15')).toHaveProperty(
    ['lines.l.flight', 0],
    expect.stringMatching(/^Terminó antes/),
  );
});
