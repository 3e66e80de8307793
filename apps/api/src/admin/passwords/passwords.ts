import { availableParallelism } from 'node:os';
import { hash as argon2, verify as argon2Verify, parseOptions } from '@node-rs/argon2';
import { unavailable } from '../../platform/http/problem.ts';

/** Cost of one argon2id hash: memory in KiB, passes, lanes. */
export interface HashParameters {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** The strongest of the OWASP minima in one pass: 46 MiB (ASVS 5.0, appendix C). About 30 ms a hash. */
export const hashParameters: HashParameters = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };

// `Algorithm.Argon2id`: a const enum of another package cannot be imported by name here.
const argon2id = 2;

/** Result of verifying a password. */
export interface Verdict {
  matches: boolean;
  /** The stored hash has other parameters than new ones: hash the password again. */
  isOutdated: boolean;
}

/** Hashes and verifies passwords, concurrently on all cores. */
export interface Passwords {
  /** @throws Problem 503 while too many are queued */
  hash(password: string): Promise<string>;
  /**
   * Takes as long for `null` (unknown e-mail) as for a stored hash.
   *
   * @throws Problem 503 while too many verifications wait
   */
  verify(password: string, stored: string | null): Promise<Verdict>;
}

/** Runs at most `concurrency` tasks at once; with more than `queue` waiting ones it refuses with 503. */
export const createGate = (concurrency: number, queue: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < concurrency) running += 1;
    else if (waiting.length >= queue) throw unavailable(undefined, 2);
    // A finished task passes its slot directly to the next in line, so that none overtakes it.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

/**
 * @param parameters cheaper ones are for tests of what surrounds the hash
 * @example
 * const passwords = createPasswords();
 * const stored = await passwords.hash('caballo correcto batería');
 * await passwords.verify('otra cosa', stored); // { matches: false, isOutdated: false }
 */
export const createPasswords = (parameters: HashParameters = hashParameters): Passwords => {
  const gate = createGate(availableParallelism(), 64);
  const make = (password: string) => argon2(password, { ...parameters, algorithm: argon2id });
  // The hash of a dummy password, verified for an unknown e-mail so that it takes as long as a known one.
  const dummy = make('');
  const isOutdated = (stored: string) => {
    const used = parseOptions(stored);
    return (
      used.memoryCost !== parameters.memoryCost ||
      used.timeCost !== parameters.timeCost ||
      used.parallelism !== parameters.parallelism
    );
  };

  return {
    hash: (password) => gate(() => make(password)),
    verify: (password, stored) =>
      gate(async () => {
        const matches = await argon2Verify(stored ?? (await dummy), password);
        if (stored === null || !matches) return { matches: false, isOutdated: false };
        return { matches, isOutdated: isOutdated(stored) };
      }),
  };
};
