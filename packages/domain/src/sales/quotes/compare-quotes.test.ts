import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sum } from '../../money/arithmetic.ts';
import type { AnyRecord } from '../../resource/resource.ts';
import { compareQuotes } from './compare-quotes.ts';

let ids = 0;
const line = (values: object = {}) => {
  ids += 1;
  return {
    id: `line-${ids}`,
    position: String(ids),
    line_kind: 'airtime',
    inventory_item_id: { id: 'news', label: 'Noticiero estelar' },
    description: 'Noticiero estelar',
    flight: { from: '2026-11-02', to: '2026-11-15' },
    days: ['1', '3'],
    units_per_day: 2,
    duration_sec: 30,
    discount_pct: '0.0000',
    quantity: '8.0000',
    net: '8000.00',
    ...values,
  };
};

const quote = (lines: readonly object[], values: object = {}) =>
  ({
    id: 'quote',
    name: 'Otoño',
    client_id: { id: 'client', label: 'Óptica Ñandú' },
    currency_code: 'DOP',
    flight: { from: '2026-11-02', to: '2026-11-15' },
    net: sum(lines.map((one) => (one as { net: string }).net)),
    total: sum(lines.map((one) => (one as { net: string }).net)),
    lines,
    ...values,
  }) as unknown as AnyRecord;

describe('two versions of a quote', () => {
  test('say what was added, removed and changed, with its amount', () => {
    const before = quote([
      line(),
      line({ inventory_item_id: { id: 'game', label: 'Juego' }, description: 'Juego', net: '500.00' }),
    ]);
    const after = quote(
      [
        line({ units_per_day: 3, quantity: '12.0000', net: '12000.00' }),
        line({
          line_kind: 'bonus',
          inventory_item_id: { id: 'dawn', label: 'Amanecer' },
          description: 'Amanecer',
          net: '0.00',
        }),
      ],
      { valid_until: '2026-10-30' },
    );
    const { words, lines, header, totals } = compareQuotes(before, after);
    expect(lines.map(({ title, state, delta }) => [title, state, delta])).toEqual([
      ['Noticiero estelar', 'changed', '4000.00'],
      ['Amanecer', 'added', '0.00'],
      ['Juego', 'removed', '-500.00'],
    ]);
    expect(header).toMatchObject([{ field: 'valid_until', before: null }]);
    expect(totals.find(({ field }) => field === 'total')?.delta).toBe('3500.00');
    expect(words).toEqual([
      'Válido hasta: vacío pasa a 30/10/2026.',
      'Cambia pauta «Noticiero estelar»: por día de 2 a 3; +RD$4,000.00.',
      'Se agrega bonificación «Amanecer», cantidad 8.',
      'Se quita pauta «Juego», cantidad 8; -RD$500.00.',
      'El total pasa de RD$8,500.00 a RD$12,000.00 (+RD$3,500.00).',
    ]);
  });

  test('pair lines of one space by what is most alike, whatever their order', () => {
    const [short, long] = [
      line({ duration_sec: 15, net: '100.00' }),
      line({ duration_sec: 30, net: '200.00' }),
    ];
    const copy = (one: object) => ({ ...one, id: `copy-${(one as { id: string }).id}` });
    const { lines } = compareQuotes(
      quote([short, long]),
      quote([copy(long), { ...copy(short), units_per_day: 5 }]),
    );
    expect(lines.map(({ state, changes }) => [state, changes.map(({ field }) => field)])).toEqual([
      ['same', []],
      ['changed', ['units_per_day']],
    ]);
  });

  test('the differences of the lines add up to that of the net, and a copy has none', () => {
    const anyLine = fc.record({
      inventory_item_id: fc.constantFrom('a', 'b', 'c').map((id) => ({ id, label: id })),
      description: fc.constantFrom('uno', 'dos'),
      units_per_day: fc.integer({ min: 1, max: 4 }),
      duration_sec: fc.constantFrom(15, 30),
      net: fc.integer({ min: 0, max: 9999 }).map((cents) => `${cents}.00`),
    });
    const anyLines = fc.array(anyLine, { maxLength: 8 });
    fc.assert(
      fc.property(anyLines, anyLines, (first, second) => {
        const [before, after] = [quote(first.map(line)), quote(second.map(line))];
        const { lines } = compareQuotes(before, after);
        expect(sum(['0.00', ...lines.map(({ delta }) => delta)])).toBe(
          sum(['0.00', ...second.map(({ net }) => net), ...first.map(({ net }) => `-${net}`)]),
        );
        expect(lines.filter(({ state }) => state !== 'removed')).toHaveLength(second.length);
        const copies = compareQuotes(before, quote(first.map((values) => line(values))));
        expect(copies.lines.every(({ state }) => state === 'same')).toBe(true);
        expect(copies.words.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
