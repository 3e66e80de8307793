import { fold } from '../../../text/fold.ts';

/** A contract whose scan a file may be. */
export interface ScannedContract {
  readonly id: string;
  /** Its number in the other system. */
  readonly former_number: string;
}

/**
 * The contract that a file names. `likely`: the name says only the end of the number, divides it differently, or has
 * other figures besides a short number, so a user should look at it. `ambiguous`: it may be each of the candidates.
 */
export interface ScanMatch {
  readonly certainty: 'certain' | 'likely' | 'ambiguous' | 'none';
  /** Null if the file does not name exactly one contract. */
  readonly id: string | null;
  readonly candidates: readonly string[];
}

/** Words before a number that say nothing about it. */
const fillers = new Set(['contrato', 'contratos', 'numero', 'num', 'nro', 'no', 'n']);

/** The runs of letters and of digits, lower case and without accents. */
const partsOf = (text: string): readonly string[] => fold(text).match(/\p{Ll}+|\d+/gu) ?? [];

const withoutZeros = (part: string): string => part.replace(/^0+(?=\d)/, '');

const separated = (parts: readonly string[]): string => parts.map(withoutZeros).join(' ');
const joined = (parts: readonly string[]): string => parts.join('');

/** Contracts by what a file may say of their number. */
type Index = Map<string, Set<string>>;

const add = (index: Index, key: string, id: string): void => {
  const ids = index.get(key);
  if (ids) ids.add(id);
  else index.set(key, new Set([id]));
};

interface Found {
  readonly ids: readonly string[];
  /** Number of parts that name them. */
  readonly length: number;
}

/** The contracts that the longest sequence of parts names. */
const longest = (
  index: Index,
  parts: readonly string[],
  key: (parts: readonly string[]) => string,
  { onlyFirst = false } = {},
): Found => {
  for (let length = parts.length; length > 0; length -= 1) {
    const found = new Set<string>();
    for (let from = 0; from + length <= parts.length && !(onlyFirst && from > 0); from += 1)
      for (const id of index.get(key(parts.slice(from, from + length))) ?? []) found.add(id);
    if (found.size > 0) return { ids: [...found], length };
  }
  return { ids: [], length: 0 };
};

/** More parts than a name has; each costs a look-up of every sequence that begins with it. */
const mostParts = 40;

const matchOf = (certainty: 'certain' | 'likely', { ids: candidates }: Found): ScanMatch | null => {
  const [first, second] = candidates;
  if (first === undefined) return null;
  return second === undefined
    ? { certainty, id: first, candidates }
    : { certainty: 'ambiguous', id: null, candidates };
};

/** A number without separators may be a year or a page of a name with other figures. */
const certaintyOf = ({ length }: Found, parts: readonly string[]): 'certain' | 'likely' =>
  length > 1 || parts.filter((part) => /^\d/.test(part)).length === 1 ? 'certain' : 'likely';

/**
 * Matches files with contracts by the number that the contracts had in another system. Case, accents, separators and
 * leading zeros do not count. The longest number in the name of the file wins; if it has none, the folder that contains
 * it is read, and then whether the name begins with the end of one number.
 *
 * @returns the match of a file, by its name or its path with folders
 * @example
 * const match = scanMatcher([{ id: 'a', former_number: 'CT-2023-118' }]);
 * match('ct 2023_0118 firmado.pdf').id // 'a'
 * match('118 firmado.pdf').certainty // 'likely'
 */
export const scanMatcher = (contracts: readonly ScannedContract[]): ((path: string) => ScanMatch) => {
  const whole: Index = new Map();
  const squeezed: Index = new Map();
  const ends: Index = new Map();
  for (const { id, former_number } of contracts) {
    const parts = partsOf(former_number);
    if (parts.length === 0) continue;
    add(whole, separated(parts), id);
    add(squeezed, joined(parts), id);
    for (let from = 1; from < parts.length; from += 1)
      if (/^\d/.test(parts[from] ?? '')) add(ends, separated(parts.slice(from)), id);
  }
  return (path) => {
    const names = path.replace(/\.[a-z0-9]{1,5}$/i, '').split(/[\\/]/);
    const [name = [], folder = []] = names.reverse().map((one) => partsOf(one).slice(0, mostParts));
    const rest = name.slice(name.findIndex((part) => !fillers.has(part)));
    const [own, around] = [longest(whole, name, separated), longest(whole, folder, separated)];
    return (
      matchOf(certaintyOf(own, name), own) ??
      matchOf(certaintyOf(around, folder), around) ??
      matchOf('likely', longest(squeezed, name, joined)) ??
      matchOf('likely', longest(ends, rest, separated, { onlyFirst: true })) ?? {
        certainty: 'none',
        id: null,
        candidates: [],
      }
    );
  };
};
