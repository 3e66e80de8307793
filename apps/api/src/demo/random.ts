import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Pseudo-random choices that depend only on the seed. */
export interface Random {
  /** An integer, both ends included. */
  integer(from: number, to: number): number;
  /** True with this probability in percent. */
  chance(percent: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** Chooses earlier values more often than later ones, like a distribution of account sizes. */
  pickEarly<T>(values: readonly T[]): T;
  /** `count` different values, in random order. */
  some<T>(values: readonly T[], count: number): T[];
  /** An id whose first half is its timestamp, like those of the database (UUID version 7, RFC 9562). */
  id(at: Date): string;
}

/** @example createRandom(2026).pick(['radio', 'televisión']) */
export const createRandom = (seed: number): Random => {
  const generator = xoroshiro128plus(seed);
  const integer = (from: number, to: number): number => uniformInt(generator, from, to);
  const at = <T>(values: readonly T[], index: number): T => {
    if (index >= values.length) throw new RangeError('nothing to pick from');
    return values[index] as T;
  };
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => integer(0, 15).toString(16)).join('');
  return {
    integer,
    chance: (percent) => integer(1, 100) <= percent,
    pick: (values) => at(values, integer(0, Math.max(0, values.length - 1))),
    pickEarly: (values) => at(values, Math.floor((integer(0, 999) / 1000) ** 2 * values.length)),
    some: (values, count) => {
      const left = [...values];
      return Array.from({ length: Math.min(count, left.length) }, () =>
        left.splice(integer(0, left.length - 1), 1),
      ).flat();
    },
    id: (moment) => {
      const time = moment.getTime().toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${'89ab'[integer(0, 3)]}${hex(3)}-${hex(12)}`;
    },
  };
};
