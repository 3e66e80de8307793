import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

// The database stores only a hash of the Idempotency-Key, so a dump of it cannot decrypt a sealed answer.
const keyFrom = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'pauta idempotent answer', 32));

/** Encrypts an answer with a key derived from the caller's `Idempotency-Key` (AES-256-GCM: nonce, tag, text). */
export const sealAnswer = (secret: string, text: string): Buffer => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
};

/** The text that was passed to `sealAnswer`. */
export const openAnswer = (secret: string, sealed: Buffer): string => {
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
};
