import { describe, expect, test } from 'vitest';
import { linesIn } from '../resource/lines.ts';
import { bookings } from '../testing/made-up/bookings.ts';
import type { Body, Line } from './document.ts';
import { type BodyConflict, mergeBody } from './merge-body.ts';

const space = (id: string, values: object = {}): Line => ({
  id,
  position: `a${id}`,
  space: `Espacio ${id}`,
  days: 1,
  rate: '10.00',
  ...values,
});
const instalment = (id: string, space_id: string, values: object = {}): Line => ({
  id,
  position: 'a0',
  space_id,
  due_on: '2027-01-01',
  weight: 1,
  ...values,
});
const body = (spaces: readonly Line[], instalments: readonly Line[] = []): Body => ({ spaces, instalments });

const base = body([space('1'), space('2')], [instalment('x', '1'), instalment('y', '2')]);
const ids = (of: Body | { lines: Body }, name: string): string[] =>
  linesIn('lines' in of ? (of.lines as Body) : of, name).map(({ id }) => id);
const mineStands = (_: BodyConflict): boolean => true;

test('changes of different lines and of different fields of one line are all kept', () => {
  const merged = mergeBody(
    bookings,
    base,
    body([space('1', { days: 3 }), space('2')], linesIn(base, 'instalments')),
    body([space('1', { rate: '20.00' })], [instalment('x', '1', { weight: 2 }), instalment('z', '1')]),
  );
  expect(merged.conflicts).toEqual([]);
  expect(linesIn(merged.lines, 'spaces')).toEqual([space('1', { days: 3, rate: '20.00' })]);
  expect(ids(merged, 'instalments')).toEqual(['x', 'z']);
});

test('a field that both changed has their value unless mine is kept', () => {
  const mine = body([space('1', { days: 3 }), space('2')], linesIn(base, 'instalments'));
  const theirs = body([space('1', { days: 5 }), space('2')], linesIn(base, 'instalments'));
  const { conflicts, lines } = mergeBody(bookings, base, mine, theirs);
  expect(conflicts).toEqual([{ lines: 'spaces', id: '1', field: 'days', mine: 3, theirs: 5 }]);
  expect(linesIn(lines, 'spaces')[0]).toMatchObject({ days: 5 });
  expect(linesIn(mergeBody(bookings, base, mine, theirs, mineStands).lines, 'spaces')[0]).toMatchObject({
    days: 3,
  });
});

describe('a line that one user deleted and the other changed', () => {
  const without1 = body([space('2')], [instalment('y', '2')]);

  test('deleted by them, extended by me: one conflict, about the line', () => {
    const mine = body(linesIn(base, 'spaces'), [
      instalment('x', '1', { weight: 4 }),
      instalment('n', '1', { position: 'a1' }),
      instalment('y', '2'),
    ]);
    const { conflicts, lines } = mergeBody(bookings, base, mine, without1);
    expect(conflicts).toEqual([
      { lines: 'spaces', id: '1', field: null, mine: linesIn(base, 'spaces')[0], theirs: null },
    ]);
    expect([ids({ lines }, 'spaces'), ids({ lines }, 'instalments')]).toEqual([['2'], ['y']]);

    const kept = mergeBody(bookings, base, mine, without1, mineStands).lines;
    const [again] = linesIn(kept, 'spaces');
    expect(again).toMatchObject({ space: 'Espacio 1', position: 'a1' });
    expect(again?.id).not.toBe('1');
    expect(linesIn(kept, 'instalments').filter(({ space_id }) => space_id === again?.id)).toMatchObject([
      { weight: 4 },
      { weight: 1 },
    ]);
    expect(linesIn(kept, 'instalments').map(({ id }) => id)).not.toContain('x');
  });

  test('deleted by me, extended by them: restored with their changes, unless mine is kept', () => {
    const theirs = body(linesIn(base, 'spaces'), [
      instalment('x', '1'),
      instalment('n', '1', { position: 'a1' }),
      instalment('y', '2'),
    ]);
    const { conflicts, lines } = mergeBody(bookings, base, without1, theirs);
    expect(conflicts).toMatchObject([{ lines: 'spaces', id: '1', field: null, mine: null }]);
    expect(ids({ lines }, 'spaces')).toEqual(['1', '2']);
    expect(ids({ lines }, 'instalments').sort()).toEqual(['n', 'x', 'y']);
    const kept = mergeBody(bookings, base, without1, theirs, mineStands).lines;
    expect([ids({ lines: kept }, 'spaces'), ids({ lines: kept }, 'instalments')]).toEqual([['2'], ['y']]);
  });

  test('a nested line is a conflict of its own', () => {
    const mine = body(linesIn(base, 'spaces'), [instalment('x', '1', { weight: 9 }), instalment('y', '2')]);
    const theirs = body(linesIn(base, 'spaces'), [instalment('y', '2')]);
    const { conflicts } = mergeBody(bookings, base, mine, theirs);
    expect(conflicts).toMatchObject([{ lines: 'instalments', id: 'x', field: null, theirs: null }]);
    const kept = mergeBody(bookings, base, mine, theirs, mineStands).lines;
    expect(linesIn(kept, 'instalments')).toHaveLength(2);
    expect(
      linesIn(kept, 'instalments')
        .map(({ weight }) => weight)
        .sort(),
    ).toEqual([1, 9]);
  });
});
