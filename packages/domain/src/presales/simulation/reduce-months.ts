import { monthNames } from '../planning/months.ts';

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));

const text = (units: bigint): string => {
  const digits = String(units).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/**
 * Takes an amount off each month of some lines, in proportion to what each of them has. The lines lose exactly the amount;
 * no line becomes negative, so a month loses at most what it has.
 *
 * @param lines twelve amounts each, with two decimals, none negative
 * @param less twelve amounts with two decimals, none negative
 * @example reduceMonths([['10.00', …], ['30.00', …]], ['4.00', …]) // [['9.00', …], ['27.00', …]]
 */
export const reduceMonths = (
  lines: readonly (readonly string[])[],
  less: readonly string[],
): readonly (readonly string[])[] => {
  const result = lines.map((line) => [...line]);
  for (const at of monthNames.keys()) {
    const amounts = lines.map((line) => cents(line[at] ?? '0.00'));
    const all = amounts.reduce((sum, one) => sum + one, 0n);
    const wanted = cents(less[at] ?? '0.00');
    const isCovered = wanted <= all;
    const taken = isCovered ? wanted : all;
    if (taken <= 0n) continue;
    // The limit of the lines so far, rounded down, less what they lost: the shares add up to the cent.
    let [before, lost] = [0n, 0n];
    for (const [index, amount] of amounts.entries()) {
      before += amount;
      const until = (taken * before) / all;
      const line = result[index];
      if (line) line[at] = text(amount - (until - lost));
      lost = until;
    }
  }
  return result;
};
