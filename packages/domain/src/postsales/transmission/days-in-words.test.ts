import { expect, test } from 'vitest';
import { daysInWords } from './days-in-words.ts';

const day = (from: string, to = from) => ({ from, to });

test('days that follow each other are one range, in any order, also over the end of a month', () => {
  expect(daysInWords([])).toBe('');
  expect(daysInWords([day('2026-12-01')])).toBe('01/12/2026');
  expect(
    daysInWords([day('2026-12-01'), day('2026-12-08'), day('2026-11-30'), day('2026-12-01', '2026-12-03')]),
  ).toBe('30/11/2026–03/12/2026, 08/12/2026');
  expect(daysInWords([day('2026-12-01', '2026-12-10'), day('2026-12-02')])).toBe('01/12/2026–10/12/2026');
});
