import { sum } from '@pauta/domain/money/arithmetic.ts';
import { writeSheetText } from '@pauta/domain/resource/import/sheet-text.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GridChange, GridColumn, GridRow, Range } from './grid-types.ts';
import { applicable, did, type History, inverse, noHistory, redid, undid } from './history.ts';
import { adjust, clear, fillDown, fillRight, ownWeights, type Sheet, spread } from './operations.ts';
import { planPaste } from './paste.ts';
import { decimalOf, readCell } from './read-cell.ts';
import { moved, rangeOf } from './selection.ts';
import { cellValue, totalsOf, withSubtotals } from './sums.ts';

const month = (name: string, label: string): GridColumn => ({ name, label, kind: 'amount', isPeriod: true });
const platform: GridColumn = {
  name: 'platform',
  label: 'Plataforma',
  kind: 'choice',
  options: [
    { id: 'r', label: 'Radio', code: 'RAD' },
    { id: 't', label: 'Televisión', code: 'TV' },
  ],
};
const columns: readonly GridColumn[] = [
  { name: 'what', label: 'Concepto', kind: 'text', required: true, max: 20 },
  platform,
  month('m01', 'Ene'),
  month('m02', 'Feb'),
  month('m03', 'Mar'),
  { name: 'total', label: 'Total', kind: 'sum', of: ['m01', 'm02', 'm03'] },
];
const row = (id: string, values: Record<string, string> = {}): GridRow => ({
  id,
  label: id,
  values: { what: id, ...values },
});
const sheet: Sheet = {
  columns,
  rows: [
    row('a', { platform: 'r', m01: '10.00', m02: '20.00', m03: '30.00' }),
    row('b', { platform: 't', m01: '0.10' }),
    row('c', { platform: 'r', m02: '5.00' }),
  ],
};
const months: Range = { top: 0, bottom: 2, left: 2, right: 4 };
const values = (of: Sheet): Map<string, string> =>
  new Map(
    of.rows.flatMap((one) =>
      of.columns.map((column) => [`${one.id} ${column.name}`, cellValue(one, column)] as const),
    ),
  );
const applied = (of: Sheet, changes: readonly GridChange[]): Sheet => ({
  ...of,
  rows: of.rows.map((one) => ({
    ...one,
    values: {
      ...one.values,
      ...Object.fromEntries(
        changes.filter(({ row: id }) => id === one.id).map(({ column, after }) => [column, after]),
      ),
    },
  })),
});

describe('numbers as they are typed and pasted', () => {
  const january = columns[2] as GridColumn;
  test.each([
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['RD$1,234.5', '1234.50'],
    ['RD$ 1.234.567,8', '1234567.80'],
    ['$ 12', '12.00'],
    ['-', '0.00'],
    ['', '0.00'],
    ['0012', '12.00'],
    ['-0.00', '0.00'],
  ])('%s is read as %s', (text, value) => {
    expect(readCell(january, text, decimalOf([text]))).toMatchObject({ ok: true, value, isRounded: false });
  });
  test.each([
    ['-5', 'es negativo'],
    ['(1,200.00)', 'es negativo'],
    ['15%', 'es un porcentaje'],
    ['=A1*2', 'es una fórmula'],
    ['doce', 'no es un número'],
    ['1.2.3', 'no es un número'],
    ['12345678901234567', 'demasiado grande'],
  ])('%s is refused', (text, problem) => {
    expect(readCell(january, text, decimalOf([text]))).toMatchObject({
      ok: false,
      problem: expect.stringContaining(problem),
    });
  });
  test('what has more decimals is rounded, and reported', () => {
    expect(readCell(january, '1.005', '.')).toEqual({ ok: true, value: '1.01', isRounded: true });
    expect(readCell(january, '1.500', '.')).toEqual({ ok: true, value: '1.50', isRounded: false });
  });
  test('a choice is named by its label or code, without regard to accents', () => {
    expect(readCell(platform, 'TELEVISION', '.')).toMatchObject({ value: 't' });
    expect(readCell(platform, 'rad', '.')).toMatchObject({ value: 'r' });
    expect(readCell(platform, 'Prensa', '.')).toEqual({ ok: false, problem: 'No hay «Prensa».' });
  });
});

describe('pasting', () => {
  const at = (text: string, range: Partial<Range> = {}, room = 0) =>
    planPaste(sheet, text, { range: { top: 0, bottom: 0, left: 2, right: 2, ...range }, room });

  test('the separator of one cell decides for those that are ambiguous', () => {
    expect(at('1.234\t1.234,50').changes).toMatchObject([{ after: '1234.00' }, { after: '1234.50' }]);
    expect(at('1.234\t5.5').changes).toMatchObject([{ after: '1.23' }, { after: '5.50' }]);
  });
  test('a wrong cell is reported and the others are taken', () => {
    const plan = at('1\tx\t3\n=B2\t-7\t15 %');
    expect(plan.changes.map(({ row: id, column, after }) => `${id} ${column} ${after}`)).toEqual([
      'a m01 1.00',
      'a m03 3.00',
    ]);
    expect(plan.problems.map(({ row: number, column }) => `${number} ${column}`)).toEqual([
      '1 Feb',
      '2 Ene',
      '2 Feb',
      '2 Mar',
    ]);
    expect(plan.taken).toBe(2);
  });
  test('more columns than fit, and those that are calculated, are reported', () => {
    const plan = at('1\t2\t3\t6\t9\t9');
    expect(plan.changes).toHaveLength(3);
    expect(plan.notes).toEqual([
      '«Total» se calcula: esa columna no se pegó.',
      'No cupieron 2 columnas a la derecha.',
    ]);
  });
  test('more rows are added while there is room, and the rest is reported', () => {
    const text = Array.from({ length: 5000 }, (_, index) => `Renglón ${index}\tRadio\t${index}\t1\t2`).join(
      '\n',
    );
    const plan = at(text, { left: 0, right: 0 }, 4000);
    expect(plan.added).toHaveLength(4000);
    expect(plan.added[0]).toEqual({
      what: 'Renglón 3',
      platform: 'r',
      m01: '3.00',
      m02: '1.00',
      m03: '2.00',
    });
    expect(plan.notes).toEqual(['No caben más filas: no se pegaron 997 filas.']);
    expect(at('1\n2\n3\n4').notes).toEqual(['Aquí no se agregan filas: no se pegó 1 fila.']);
  });
  test('titles decide where columns go', () => {
    const plan = at('Feb\tPrecio\tEne\n7\t1\t8', { left: 0, right: 0 });
    expect(plan.changes.map(({ column, after }) => `${column} ${after}`)).toEqual(['m02 7.00', 'm01 8.00']);
    expect(plan.notes).toEqual(['No cupo 1 columna: «Precio».']);
  });
  test('one cell is repeated in the whole selection', () => {
    const plan = at('9', { bottom: 1, right: 4 });
    expect(applied(sheet, plan.changes).rows[1]?.values).toMatchObject({
      m01: '9.00',
      m02: '9.00',
      m03: '9.00',
    });
    expect(plan.changes).toHaveLength(6);
  });
  test('subtotals are passed over', () => {
    const grouped = { columns, rows: withSubtotals(sheet.rows, columns, 'platform', (id) => id) };
    expect(grouped.rows.map(({ id }) => id)).toEqual(['a', 'c', 'subtotal r', 'b', 'subtotal t']);
    const plan = planPaste(grouped, '1\n2\n3', { range: { top: 0, bottom: 0, left: 2, right: 2 }, room: 0 });
    expect(plan.changes.map(({ row: id, after }) => `${id} ${after}`)).toEqual([
      'a 1.00',
      'c 2.00',
      'b 3.00',
    ]);
  });
  test('copied cells are pasted unchanged', () => {
    const amount = fc
      .bigInt({ min: 0n, max: 10n ** 15n })
      .map((cents) => `${cents / 100n}.${`${cents % 100n}`.padStart(2, '0')}`);
    fc.assert(
      fc.property(fc.array(fc.tuple(amount, amount, amount), { minLength: 1, maxLength: 3 }), (cells) => {
        const plan = at(writeSheetText(cells));
        const after = values(applied(sheet, plan.changes));
        expect(plan.problems).toEqual([]);
        expect(
          sheet.rows
            .slice(0, cells.length)
            .map(({ id }) => ['m01', 'm02', 'm03'].map((name) => after.get(`${id} ${name}`))),
        ).toEqual(cells);
      }),
    );
  });
  test('any text is read, and each cell is taken or reported', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('1', '.', ',', '\t', '\n', '-', '%', '=', 'a') }),
        (text) => {
          const plan = at(text, {}, 2);
          const seen = new Set(plan.changes.map(({ row: id, column }) => `${id} ${column}`));
          expect(seen.size).toBe(plan.changes.length);
          for (const { after } of plan.changes) expect(after).toMatch(/^\d+\.\d\d$/);
        },
      ),
    );
  });
});

type Act = 'right' | 'down' | 'clear' | 'adjust' | 'paste' | 'spread';

describe('operations', () => {
  test('filling to the right and down copies the first cells, or those before the range', () => {
    expect(applied(sheet, fillRight(sheet, { ...months, bottom: 0 })).rows[0]?.values).toMatchObject({
      m02: '10.00',
      m03: '10.00',
    });
    expect(applied(sheet, fillDown(sheet, months)).rows[2]?.values).toMatchObject({
      m01: '10.00',
      m02: '20.00',
      m03: '30.00',
    });
    expect(fillRight(sheet, { top: 0, bottom: 0, left: 3, right: 3 })).toMatchObject([
      { column: 'm02', after: '10.00' },
    ]);
    expect(fillDown(sheet, { top: 1, bottom: 1, left: 1, right: 1 })).toMatchObject([
      { row: 'b', after: 'r' },
    ]);
    // A name is not an amount.
    expect(fillRight(sheet, { top: 0, bottom: 0, left: 0, right: 2 })).toEqual([]);
  });
  test('emptying leaves required texts and what is calculated', () => {
    const after = applied(sheet, clear(sheet, { top: 0, bottom: 0, left: 0, right: 5 }));
    expect(after.rows[0]?.values).toEqual({ what: 'a', platform: '', m01: '0.00', m02: '0.00', m03: '0.00' });
  });
  test('a percent is rounded half up', () => {
    expect(adjust(sheet, { ...months, top: 1, bottom: 1 }, '5')).toMatchObject([
      { before: '0.10', after: '0.11' },
    ]);
    expect(adjust(sheet, { ...months, bottom: 0 }, '-100').map(({ after }) => after)).toEqual([
      '0.00',
      '0.00',
      '0.00',
    ]);
  });

  const cents = fc.bigInt({ min: 0n, max: 10n ** 14n });
  const text = (units: bigint): string => `${units / 100n}.${`${units % 100n}`.padStart(2, '0')}`;
  test('a total is spread to the cent over any rows and weights', () => {
    fc.assert(
      fc.property(
        cents,
        fc.array(fc.tuple(cents, cents, cents), { minLength: 1, maxLength: 5 }),
        fc.constantFrom('evenly', 'own', 'season'),
        (total, weights, by) => {
          const rows = weights.map(([a, b, c], at) =>
            row(`${at}`, { m01: text(a), m02: text(b), m03: text(c) }),
          );
          const own: Sheet = { columns, rows };
          const season = (one: GridRow) => ({ m01: '-3.00', m02: one.values.m01 ?? '', m03: '1' });
          const { changes } = spread(
            own,
            { top: 0, bottom: rows.length - 1, left: 0, right: 5 },
            text(total),
            by === 'evenly' ? null : by === 'own' ? ownWeights(columns) : season,
          );
          const after = totalsOf(applied(own, changes).rows, columns);
          expect(after.total).toBe(text(total));
        },
      ),
    );
  });
  test('a total is spread by last year, and evenly where there was nothing', () => {
    const season = (one: GridRow) => (one.id === 'a' ? { m01: '1', m02: '2', m03: '1' } : null);
    const { changes, evenly } = spread(sheet, { ...months, bottom: 0 }, '100.00', season);
    expect(applied(sheet, changes).rows[0]?.values).toMatchObject({
      m01: '25.00',
      m02: '50.00',
      m03: '25.00',
    });
    expect(evenly).toBe(0);
    const other = spread(sheet, { ...months, top: 1, bottom: 1 }, '0.10', season);
    expect(other.evenly).toBe(1);
    expect(applied(sheet, other.changes).rows[1]?.values).toMatchObject({
      m01: '0.04',
      m02: '0.03',
      m03: '0.03',
    });
  });

  test('undoing every step restores the sheet, and repeating them what was done', () => {
    const range = fc.tuple(fc.nat(2), fc.nat(2), fc.nat(5), fc.nat(5)).map(
      ([a, b, c, d]): Range => ({
        top: Math.min(a, b),
        bottom: Math.max(a, b),
        left: Math.min(c, d),
        right: Math.max(c, d),
      }),
    );
    const step = fc.tuple(
      fc.constantFrom<Act[]>('right', 'down', 'clear', 'adjust', 'paste', 'spread'),
      range,
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const changesOf = (now: Sheet, [what, where]: readonly [Act, Range]): readonly GridChange[] =>
          ({
            right: () => fillRight(now, where),
            down: () => fillDown(now, where),
            clear: () => clear(now, where),
            adjust: () => adjust(now, where, '12.5'),
            paste: () => planPaste(now, '7\t8\n9', { range: where, room: 0 }).changes,
            spread: () => spread(now, where, '100.01', null).changes,
          })[what]();
        let now = sheet;
        let history: History = noHistory;
        for (const one of steps) {
          const changes = changesOf(now, one);
          now = applied(now, changes);
          history = did(history, { label: one[0], changes });
        }
        const end = values(now);
        const at = (of: Sheet) => (id: string, column: string) => values(of).get(`${id} ${column}`);
        while (history.done.length > 0) {
          const changes = inverse(history.done.at(-1)?.changes ?? []);
          expect(applicable(changes, at(now))).toEqual(changes);
          now = applied(now, changes);
          history = undid(history);
        }
        expect(values(now)).toEqual(values(sheet));
        while (history.undone.length > 0) {
          now = applied(now, history.undone.at(-1)?.changes ?? []);
          history = redid(history);
        }
        expect(values(now)).toEqual(end);
      }),
    );
  });
  test('undoing leaves a cell that somebody else changed since', () => {
    const changes = [{ row: 'a', column: 'm01', before: '10.00', after: '11.00' }];
    expect(applicable(inverse(changes), () => '12.00')).toEqual([]);
  });
});

test('subtotals are those of their rows, and totals do not count them', () => {
  const rows = withSubtotals(sheet.rows, columns, 'platform', (id) => (id === 'r' ? 'Radio' : 'Televisión'));
  expect(rows[2]).toMatchObject({
    label: 'Subtotal de Radio',
    values: { what: 'Subtotal de Radio', m02: '25.00', total: '65.00' },
  });
  expect(totalsOf(rows, columns)).toEqual(totalsOf(sheet.rows, columns));
  expect(totalsOf(rows, columns).total).toBe(sum(['60.00', '0.10', '5.00']));
});

test('keys stay within the grid', () => {
  const size = { rows: 3, columns: 6 };
  fc.assert(
    fc.property(
      fc.constantFrom('ArrowUp', 'ArrowLeft', 'PageDown', 'End', 'Home', 'ArrowRight'),
      fc.boolean(),
      fc.nat(2),
      fc.nat(5),
      (key, whole, r, c) => {
        const to = moved({ key, whole }, { row: r, column: c }, size, 10);
        expect(to && to.row >= 0 && to.row < 3 && to.column >= 0 && to.column < 6).toBe(true);
      },
    ),
  );
  expect(moved({ key: 'End', whole: true }, { row: 0, column: 0 }, size, 10)).toEqual({ row: 2, column: 5 });
  expect(rangeOf({ anchor: { row: 2, column: 4 }, focus: { row: 9, column: 1 } }, size)).toEqual({
    top: 2,
    bottom: 2,
    left: 1,
    right: 4,
  });
});
