import { describe, expect, it } from 'vitest';
import { longestTimer, sessionWarning } from './session-warning.ts';

const minute = 60_000;
const lead = 5 * minute;

describe('sessionWarning', () => {
  it.each([
    ['long before', 60 * minute, null, 55 * minute],
    ['years before', 1e12, null, longestTimer],
    ['when the warning begins', lead, { minutes: 5, last: false, ended: false }, minute],
    ['between two minutes', 2.5 * minute, { minutes: 3, last: false, ended: false }, 0.5 * minute],
    ['in the last minute', 20_000, { minutes: 1, last: true, ended: false }, 20_000],
    ['at the end', 0, { minutes: 0, last: false, ended: true }, null],
    ['long after', -1e9, { minutes: 0, last: false, ended: true }, null],
    ['of an unknown end', Number.NaN, null, null],
  ])('%s', (_, left, warning, wait) => {
    expect(sessionWarning(1000, 1000 + left, lead)).toEqual({ warning, wait });
  });
});
