import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import type { GridOutcome, SavedRow } from '@pauta/domain/presales/planning/plan-grid.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decided,
  fromInputs,
  listed,
  noEdits,
  type PlanEdits,
  type StoredMonths,
  settled,
  toInputs,
  toSave,
  written,
} from './plan-edits.ts';

const zero = Object.fromEntries(monthNames.map((name) => [name, '0.00']));
type Server = Map<string, StoredMonths>;
const serverOf = (rows: number): Server =>
  new Map(Array.from({ length: rows }, (_, at) => [`r${at}`, { row_version: 1, months: zero }]));
const type = (edits: PlanEdits, seen: Server, row: string, column: string, after: string): PlanEdits =>
  written(edits, [{ row, column, before: '', after }], (id) => seen.get(id));

/** Saves as the server does: a cell that was changed from the value that was read is a conflict. */
const save = (server: Server, rows: readonly SavedRow[]): GridOutcome[] =>
  rows.map(({ id, row_version, cells }) => {
    const row = server.get(id) as StoredMonths;
    const taken = Object.entries(cells).filter(
      ([name, { before, after }]) =>
        row_version !== row.row_version && row.months[name] !== before && row.months[name] !== after,
    );
    const kept = Object.entries(cells).filter(([name]) => !taken.some(([other]) => other === name));
    const next = {
      row_version: row.row_version + 1,
      months: { ...row.months, ...Object.fromEntries(kept.map(([name, { after }]) => [name, after])) },
    };
    server.set(id, next);
    return {
      id,
      row_version: next.row_version,
      months: next.months,
      conflicts: taken.map(([column]) => ({
        column,
        theirs: String(row.months[column]),
        by: 'Luis',
        at: null,
      })),
      problems: {},
    };
  });

const moves = fc.array(
  fc.record({
    who: fc.integer({ min: 0, max: 1 }),
    row: fc.integer({ min: 0, max: 2 }),
    month: fc.integer({ min: 0, max: 3 }),
    value: fc.integer({ min: 1, max: 999 }),
    saves: fc.boolean(),
  }),
  { maxLength: 40 },
);

test('two people who write and save in any order lose no cell: it is stored, unsaved, or was decided', () => {
  fc.assert(
    fc.property(moves, (steps) => {
      const server = serverOf(3);
      // What each of them has read, and not saved.
      const people = [0, 1].map(() => ({ seen: new Map(server), edits: noEdits }));
      const last = new Map<string, string>();
      for (const { who, row, month, value, saves } of steps) {
        const person = people[who] as (typeof people)[number];
        const [id, name] = [`r${row}`, monthNames[month] ?? 'm01'];
        person.edits = type(person.edits, person.seen, id, name, `${value}.00`);
        if (!saves) continue;
        const sent = toSave(person.edits);
        const before = new Map(server);
        const outcomes = save(server, sent);
        person.edits = settled(person.edits, sent, outcomes);
        for (const one of outcomes) {
          const { row_version, months } = one;
          if (row_version !== null) person.seen.set(one.id, { row_version, months });
          for (const { column, theirs } of one.conflicts) {
            // It is told with the value that stays, and still written here.
            expect(before.get(one.id)?.months[column]).toBe(theirs);
            expect(server.get(one.id)?.months[column]).toBe(theirs);
            expect(person.edits.get(one.id)?.get(column)?.conflict?.theirs).toBe(theirs);
          }
        }
        for (const { id: savedId, cells } of sent)
          for (const [column, { after }] of Object.entries(cells))
            if (!person.edits.get(savedId)?.has(column)) last.set(`${savedId} ${column}`, after);
      }
      for (const [key, value] of last) {
        const [id = '', column = ''] = key.split(' ');
        expect(server.get(id)?.months[column]).toBe(value);
      }
      for (const person of people) {
        const mine = decided(person.edits, true);
        expect(listed(mine).every(({ conflict }) => conflict === undefined)).toBe(true);
        expect(listed(mine).map(({ after }) => after)).toEqual(
          listed(person.edits).map(({ after }) => after),
        );
        expect(listed(decided(person.edits, false)).length).toBe(
          listed(person.edits).filter(({ conflict }) => !conflict).length,
        );
      }
    }),
    { numRuns: 300 },
  );
});

test('a cell with its stored value is no edit, and what is written while it is saved stays to be saved', () => {
  const server = serverOf(1);
  const seen = new Map(server);
  const first = type(noEdits, seen, 'r0', 'm01', '5.00');
  expect(type(first, seen, 'r0', 'm01', '0.00').size).toBe(0);
  const sent = toSave(first);
  const later = type(first, seen, 'r0', 'm01', '6.00');
  const after = settled(later, sent, save(server, sent));
  expect(listed(after)).toEqual([{ row: 'r0', column: 'm01', before: '5.00', after: '6.00', version: 2 }]);
  save(server, toSave(after));
  expect(server.get('r0')?.months.m01).toBe('6.00');
});

test('a draft is read as it was written, and what is no edit is left out', () => {
  const seen = serverOf(2);
  const edits = type(type(noEdits, seen, 'r0', 'm01', '5.00'), seen, 'r1', 'm12', '7.50');
  expect(fromInputs(JSON.parse(JSON.stringify(toInputs(edits))))).toEqual(edits);
  expect(
    fromInputs({
      'r0 m01': { before: '1', after: 'x', version: 1 },
      'r0 m02': null,
      'r0 m03': { before: '1.00', after: '2.00' },
      'r0 m04': '5',
    }).size,
  ).toBe(0);
});
