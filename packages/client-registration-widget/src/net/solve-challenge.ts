import type { Challenge, Solution } from 'altcha-lib';
import { fromHex, toHex } from './hex.ts';

/**
 * Searches for the counter whose key has the required prefix, as altcha-lib 2 does (`counterMode` uint32, SHA or
 * PBKDF2). That library is not used because it supports many options that the form does not need.
 *
 * @param turn awaited before each attempt, to yield to the page
 * @returns nothing once `signal` is aborted
 */
export async function solveChallenge(
  { parameters }: Challenge,
  turn: () => Promise<void>,
  signal: AbortSignal,
): Promise<Solution | null> {
  const { algorithm, cost, keyLength = 32, keyPrefix, nonce } = parameters;
  const { subtle } = crypto;
  const salt = fromHex(parameters.salt);
  const password = fromHex(`${nonce}00000000`);
  const view = new DataView(password.buffer);
  const start = performance.now();

  const byPbkdf2 = async (hash: string) => {
    const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    return subtle.deriveBits({ name: 'PBKDF2', salt, iterations: cost, hash }, key, keyLength * 8);
  };
  const byHash = async () => {
    let bytes = new Uint8Array([...salt, ...password]).buffer;
    for (let round = 0; round < cost; round++) bytes = await subtle.digest(algorithm, bytes);
    return bytes.slice(0, keyLength);
  };
  const [, hash] = algorithm.split('PBKDF2/');
  for (let counter = 0; ; counter++) {
    await turn();
    if (signal.aborted) return null;
    view.setUint32(password.length - 4, counter);
    const derivedKey = toHex(new Uint8Array(await (hash ? byPbkdf2(hash) : byHash())));
    if (derivedKey.startsWith(keyPrefix.toLowerCase()))
      return { counter, derivedKey, time: performance.now() - start };
  }
}
