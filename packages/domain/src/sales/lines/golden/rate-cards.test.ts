import { describe, expect, test } from 'vitest';
import { multiply, subtract } from '../../../money/arithmetic.ts';
import { priceLine, saleTotals, volumeGross } from '../sale-totals.ts';
import { type GoldenDocument, type Row, rateCards, readCard } from './read-card.ts';

const amounts = ['gross', 'net', 'agency_discount', 'taxable', 'tax', 'total'] as const;

/** A decimal without zeros at its end, as the sheets write what is not an amount. */
const bare = (text: string | null): string =>
  text === null ? '' : text.includes('.') ? text.replace(/\.?0+$/, '') : text;

const columnsOf = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? '']));

/** The number of steps for which a sheet has columns. */
const stepsOf = (row: Row, letter: 's' | 'd'): number =>
  Object.keys(row).filter((name) => new RegExp(`^${letter}\\d+$`).test(name)).length;

/** What our function gives for a line, in the columns of the sheet. */
const calculated = (
  { line, row }: GoldenDocument['lines'][number],
  { terms, lines }: GoldenDocument,
  currency: string,
): Row => {
  const all = lines.map((one) => one.line);
  const gross = volumeGross(all, terms, currency);
  const { unit, quantity, found, listPrice, agreedPrice, chain } = priceLine(line, terms, gross);
  const values = saleTotals(all, terms, currency).lines.get(line.id);
  const ofEffect = (effect: string) => chain.steps.filter((step) => step.effect === effect);
  const columns = (letter: 's' | 'd', after: string): Row =>
    Object.fromEntries(
      Array.from({ length: stepsOf(row, letter) }, (_, place) => {
        const step = ofEffect(letter === 's' ? 'surcharge' : 'discount')[place];
        const n = place + 1;
        return [
          [`${letter}${n}`, step?.code ?? ''],
          [`${letter}${n}_pct`, bare(step?.pct ?? null)],
          ...(letter === 's' ? [[`s${n}_amount`, bare(step?.amount ?? null)]] : []),
          [`${letter}${n}_met`, step?.part ? `${step.part.days}/${step.part.of}` : ''],
          [`${letter}${n}_on`, step?.base ?? ''],
          [`${after}_${n}`, bare(step?.after ?? null)],
        ];
      }).flat(),
    );
  const ownDiscount = line.line_kind === 'bonus' ? '100' : String(line.discount_pct);
  const left = multiply(subtract('1', chain.discount), subtract('1', multiply(ownDiscount, '0.01')));
  return {
    volume_gross: String(gross),
    unit,
    quantity,
    source: String(values?.price_source ?? ''),
    from_quantity: terms.prices.find(({ id }) => id === found?.price_id)?.min_qty ?? '',
    list_price: bare(listPrice),
    price: bare(agreedPrice ?? listPrice ?? '0'),
    ...columns('s', 'price'),
    unit_price: bare(chain.unitPrice),
    ...columns('d', 'left'),
    left: bare(left),
    ...Object.fromEntries(amounts.map((name) => [name, String(values?.[name])])),
  };
};

describe.each(Object.entries(rateCards))('the rate card «%s» in %s', (name, currency) => {
  const documents = readCard(name as keyof typeof rateCards);

  test('has a sheet of at least 25 lines, in which every rule applies somewhere', () => {
    const rows = documents.flatMap(({ lines }) => lines.map(({ row }) => row));
    expect(rows.length).toBeGreaterThanOrEqual(25);
    const applied = new Set(
      rows.flatMap((row) => Object.keys(row).flatMap((key) => (/^[sd]\d+$/.test(key) ? [row[key]] : []))),
    );
    expect(
      documents[0]?.terms.rules.filter(({ code }) => !applied.has(code)).map(({ code }) => code),
    ).toEqual([]);
  });

  test.each(documents.map((one) => [one.name, one] as const))('%s: every step of every line', (_, one) => {
    for (const line of one.lines) {
      const steps = calculated(line, one, currency);
      expect(steps, `line ${line.line.id}`).toEqual(columnsOf(line.row, Object.keys(steps)));
    }
  });

  test.each(documents.map((one) => [one.name, one] as const))(
    '%s: the sums',
    (_, { lines, terms, total }) => {
      const all = lines.map(({ line }) => line);
      const { header } = saleTotals(all, terms, currency);
      expect(columnsOf(header as Row, amounts)).toEqual(columnsOf(total, amounts));
    },
  );
});
