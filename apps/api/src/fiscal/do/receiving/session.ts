import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { SecretBox } from '../../../platform/secret-box.ts';

/** Seconds in which a seed must come back signed. */
const seedSeconds = 300;

/** Seconds that a token is valid. */
const tokenSeconds = 1800;

type Kind = 'seed' | 'token';

/** A text with its end and a code that only this installation can make, so that nothing has to be stored for it. */
const issue = (box: SecretBox, kind: Kind, seconds: number, now: number): string => {
  const text = `${randomUUID()}.${Math.floor(now / 1000) + seconds}`;
  return `${text}.${box.mac('ecf-token', kind, text).toString('hex')}`;
};

const isValid = (box: SecretBox, kind: Kind, value: string, now: number): boolean => {
  const [, text, ends, code] = /^([0-9a-f-]{36}\.(\d{10}))\.([0-9a-f]{64})$/.exec(value) ?? [];
  if (text === undefined || code === undefined) return false;
  return (
    timingSafeEqual(box.mac('ecf-token', kind, text), Buffer.from(code, 'hex')) && Number(ends) * 1000 > now
  );
};

/** How long a seed is remembered as used. */
export const seedLife = seedSeconds;

/** A seed that another taxpayer signs to get a token. */
export const makeSeed = (box: SecretBox, now: number): string => issue(box, 'seed', seedSeconds, now);

/** Whether a seed is one of this installation and has not ended; that it is used once is counted elsewhere. */
export const isSeed = (box: SecretBox, value: string, now: number): boolean =>
  isValid(box, 'seed', value, now);

/** A token for who signed a seed, with its instants as documented. */
export const makeToken = (
  box: SecretBox,
  now: number,
): { readonly token: string; readonly expira: string; readonly expedido: string } => ({
  token: issue(box, 'token', tokenSeconds, now),
  expira: new Date(now + tokenSeconds * 1000).toISOString(),
  expedido: new Date(now).toISOString(),
});

/** Whether a token is one of this installation and has not ended. */
export const isToken = (box: SecretBox, value: string, now: number): boolean =>
  isValid(box, 'token', value, now);
