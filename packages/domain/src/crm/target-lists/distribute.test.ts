import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DistributionMethod, distribute } from './distribute.ts';

const sellers = ['ana', 'beto', 'caro', 'dora', 'elio'];
const order = fc.record({
  method: fc.constantFrom<DistributionMethod>('equal', 'load', 'own'),
  accounts: fc
    .array(fc.option(fc.constantFrom(...sellers, 'otro')), { maxLength: 60 })
    .map((owners) => owners.map((ownSellerId, index) => ({ id: `cuenta ${index}`, ownSellerId }))),
  sellers: fc.uniqueArray(fc.constantFrom(...sellers), { minLength: 1 }),
  loads: fc.dictionary(fc.constantFrom(...sellers), fc.nat(30)),
});

const countOf = (given: ReadonlyMap<string, string>, seller: string): number =>
  [...given.values()].filter((one) => one === seller).length;

test('every account gets a participating seller, or its own', () => {
  fc.assert(
    fc.property(order, (one) => {
      const given = distribute(one);
      expect([...given.keys()]).toEqual(expect.arrayContaining(one.accounts.map(({ id }) => id)));
      for (const { id, ownSellerId } of one.accounts) {
        const seller = given.get(id);
        if (one.method === 'own' && ownSellerId !== null) expect(seller).toBe(ownSellerId);
        else expect(one.sellers).toContain(seller);
      }
    }),
  );
});

test('in equal parts, no seller gets two accounts more than another', () => {
  fc.assert(
    fc.property(order, (one) => {
      const given = distribute({ ...one, method: 'equal' });
      const counts = one.sellers.map((seller) => countOf(given, seller));
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }),
  );
});

test('by load, a seller with two more open accounts than another got none', () => {
  fc.assert(
    fc.property(order, (one) => {
      const given = distribute({ ...one, method: 'load' });
      const after = one.sellers.map((seller) => (one.loads[seller] ?? 0) + countOf(given, seller));
      const least = Math.min(...after);
      one.sellers.forEach((seller, index) => {
        if ((after[index] ?? 0) > least + 1) expect(countOf(given, seller)).toBe(0);
      });
    }),
  );
});
