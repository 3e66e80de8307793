import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contractAsOf, type DatedVersion, totalsOfLines } from './contract-as-of.ts';

const line = (id: string, net: string) => ({ id, net, tax: '0.00', total: net });
const signed: DatedVersion = {
  version: 0,
  effectiveOn: null,
  lines: [line('a', '100.00'), line('b', '50.00')],
  invoicedTo: 'A',
};

test('an addendum counts from its day on, whichever was applied first', () => {
  const versions: readonly DatedVersion[] = [
    signed,
    // Effective late: removes b.
    { version: 1, effectiveOn: '2026-06-01', lines: [line('a', '100.00')], invoicedTo: 'B' },
    // Applied after it and effective before: changes a, adds c.
    {
      version: 2,
      effectiveOn: '2026-04-01',
      lines: [line('a', '80.00'), line('c', '5.00')],
      invoicedTo: 'B',
    },
  ];
  expect(contractAsOf(versions, '2026-03-31')).toMatchObject({ version: 0, totals: { net: '150.00' } });
  expect(contractAsOf(versions, '2026-04-01')).toMatchObject({
    version: 2,
    lines: [line('a', '80.00'), line('b', '50.00'), line('c', '5.00')],
    totals: { net: '135.00' },
    invoiced_to: 'A',
  });
  expect(contractAsOf(versions, '2026-06-01')).toMatchObject({ totals: { net: '85.00' }, invoiced_to: 'B' });
});

const anyVersions = fc
  .array(
    fc.record({
      effective: fc.integer({ min: 10, max: 28 }),
      nets: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 0, max: 99 }), {
        noNullPrototype: true,
      }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((steps) =>
    steps.map(
      ({ effective, nets }, version): DatedVersion => ({
        version,
        effectiveOn: version === 0 ? null : `2026-05-${effective}`,
        lines: Object.entries(nets).map(([id, net]) => line(id, `${net}.00`)),
        invoicedTo: null,
      }),
    ),
  );
const sorted = (lines: readonly { readonly id: string }[]) =>
  [...lines].sort((one, other) => (one.id < other.id ? -1 : 1));

test('on a day after all addenda it is the last version, and before all of them the signed one', () => {
  fc.assert(
    fc.property(anyVersions, (versions) => {
      const [first, last] = [versions[0], versions.at(-1)];
      const late = contractAsOf(versions, '2026-12-31');
      expect(sorted(late.lines)).toEqual(sorted(last?.lines ?? []));
      expect(late.totals).toEqual(totalsOfLines(last?.lines ?? []));
      expect(late.version).toBe(last?.version);
      expect(contractAsOf(versions, '2026-05-01').lines).toEqual(first?.lines);
    }),
  );
});
