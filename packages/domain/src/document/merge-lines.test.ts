import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { integer } from '../kinds/number.ts';
import { text } from '../kinds/text.ts';
import type { Line } from './document.ts';
import { mergeLines, patchOf } from './merge-lines.ts';
import { compareLines, isPosition, positionsAt } from './position.ts';

const fields = {
  what: text('Qué', { max: 20 }),
  count: integer('Cuántos'),
  net: integer('Neto', { readOnly: true }),
};

const lineIds = ['a', 'b', 'c', 'd', 'e', 'f'];
const anyLine = (id: string) =>
  fc.record({
    id: fc.constant(id),
    position: fc.constantFrom('a0', 'a1', 'a2', 'a3', 'a4'),
    what: fc.constantFrom('uno', 'dos', null),
    count: fc.integer({ min: 0, max: 2 }),
    net: fc.integer({ min: 0, max: 2 }),
  });
const anyLines = (ids: readonly string[]): fc.Arbitrary<Line[]> =>
  fc
    .tuple(...ids.map((id) => fc.option(anyLine(id), { nil: null })))
    .map((lines) => lines.filter((line) => line !== null).sort(compareLines));

/** Changes to the lines of a base, and lines that only this user added. */
const edits = (added: readonly string[]) => fc.tuple(anyLines(lineIds), anyLines(added));
const withAdded = ([own, added]: readonly [Line[], Line[]]): Line[] => [...own, ...added].sort(compareLines);

const written = (lines: readonly Line[]) =>
  lines.map(({ id, position, what, count }) => ({ id, position, what, count }));

describe('merging two users’ changes to the same lines', () => {
  test('a change made by one user alone is kept as it is', () => {
    fc.assert(
      fc.property(anyLines(lineIds), edits(['x', 'y']), (base, edited) => {
        const mine = withAdded(edited);
        const own = mergeLines(fields, base, mine, base);
        expect(own.conflicts).toEqual([]);
        expect(own.lines.map(({ id }) => id).sort()).toEqual(mine.map(({ id }) => id).sort());
        const theirs = mergeLines(fields, base, base, mine);
        expect(theirs).toEqual({ lines: mine, conflicts: [] });
      }),
    );
  });

  test('every change of either user is kept, or is a conflict', () => {
    fc.assert(
      fc.property(anyLines(lineIds), edits(['x', 'y']), edits(['v', 'w']), (base, my, their) => {
        const [mine, theirs] = [withAdded(my), withAdded(their)];
        const { lines, conflicts } = mergeLines(fields, base, mine, theirs);
        const find = (all: readonly Line[], id: string) => all.find((line) => line.id === id);
        const isDisputed = (id: string, field: string) =>
          conflicts.some((one) => one.id === id && (one.field === null || one.field === field));
        for (const { id } of [...base, ...mine, ...theirs]) {
          const [was, merged] = [find(base, id), find(lines, id)];
          for (const own of [find(mine, id), find(theirs, id)]) {
            if (!own && was) expect(merged === undefined || isDisputed(id, '')).toBe(true);
            if (!own || !merged) continue;
            for (const field of ['what', 'count'] as const) {
              if (own[field] === (was?.[field] ?? null)) continue;
              const isSame = merged[field] === own[field];
              expect(isSame || isDisputed(id, field)).toBe(true);
            }
          }
        }
        expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
        expect([...lines].sort(compareLines)).toEqual(lines);
      }),
    );
  });

  test('lines that I did not change equal theirs, including derived values', () => {
    fc.assert(
      fc.property(anyLines(lineIds), edits(['v']), (base, their) => {
        const theirs = withAdded(their);
        const mine = base.map((line) => ({ ...line, net: -1 }));
        expect(mergeLines(fields, base, mine, theirs).lines).toEqual(theirs);
      }),
    );
  });

  test('two changes to one field of a line are a conflict, and theirs is kept', () => {
    const base: Line[] = [{ id: 'a', position: 'a0', what: 'uno', count: 1 }];
    const mine: Line[] = [{ id: 'a', position: 'a0', what: 'mío', count: 2 }];
    const theirs: Line[] = [{ id: 'a', position: 'a0', what: 'suyo', count: 1 }];
    expect(mergeLines(fields, base, mine, theirs)).toEqual({
      lines: [{ id: 'a', position: 'a0', what: 'suyo', count: 2 }],
      conflicts: [{ id: 'a', field: 'what', mine: 'mío', theirs: 'suyo' }],
    });
    expect(mergeLines(fields, base, mine, []).conflicts).toEqual([
      { id: 'a', field: null, mine: mine[0], theirs: null },
    ]);
    expect(mergeLines(fields, base, [], theirs)).toEqual({
      lines: theirs,
      conflicts: [{ id: 'a', field: null, mine: null, theirs: theirs[0] }],
    });
  });

  test('lines that both added at one position follow each other, theirs first', () => {
    const base: Line[] = [
      { id: 'a', position: 'a0' },
      { id: 'b', position: 'a1' },
    ];
    const mine: Line[] = [...base, { id: 'm', position: 'a0V' }];
    const theirs: Line[] = [base[0]!, { id: 't', position: 'a0V' }, base[1]!];
    expect(mergeLines(fields, base, mine, theirs).lines.map(({ id }) => id)).toEqual(['a', 't', 'm', 'b']);
  });
});

test('a patch turns the former lines into the later ones, and contains nothing else', () => {
  fc.assert(
    fc.property(anyLines(lineIds), anyLines(lineIds), (before, after) => {
      const patch = patchOf(fields, before, after);
      const known = new Map<string, Line>(before.map((line) => [line.id, line]));
      for (const id of patch?.drop ?? []) known.delete(id);
      for (const put of patch?.put ?? []) known.set(put.id, { ...known.get(put.id), ...put } as Line);
      const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
      const filled = [...known.values()].map((line) => ({ what: null, count: null, ...line }) as Line);
      expect(written(filled).sort(byId)).toEqual(written(after).sort(byId));
      expect(patch === undefined).toBe(
        JSON.stringify(written(before).sort(byId)) === JSON.stringify(written(after).sort(byId)),
      );
    }),
  );
});

describe('positions of lines', () => {
  test('there is always a position between two lines', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 3 })), { maxLength: 30 }),
        (steps) => {
          const lines: Line[] = [];
          for (const [place, count] of steps) {
            const index = place % (lines.length + 1);
            const positions = positionsAt(lines, index, count);
            lines.splice(
              index,
              0,
              ...positions.map((position, one) => ({ id: `${lines.length}-${one}`, position })),
            );
          }
          expect([...lines].sort(compareLines)).toEqual(lines);
          expect(new Set(lines.map(({ position }) => position)).size).toBe(lines.length);
          expect(lines.every(({ position }) => isPosition(position))).toBe(true);
        },
      ),
    );
  });

  test('lines with equal positions leave room after them', () => {
    const lines: Line[] = ['a', 'b'].map((id) => ({ id, position: 'a0' }));
    expect(positionsAt(lines, 1, 1)).toEqual(['a1']);
  });

  test('an invalid position is recognised', () => {
    for (const wrong of ['', 'a', 'a00', 'a0 ', 'á0', '0', 1, null, 'a'.repeat(300)])
      expect(isPosition(wrong)).toBe(false);
  });
});
