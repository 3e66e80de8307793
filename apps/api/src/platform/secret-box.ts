import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** Purpose of a sealed text; text sealed for one purpose cannot be opened for another. */
export type SecretPurpose = 'second-factor' | 'recovery-code' | 'mail' | 'ecf-certificate' | 'ecf-token';

/** Encrypts small secrets for storage in the database, so that a dump does not reveal them. */
export interface SecretBox {
  /** Encrypts (AES-256-GCM: nonce, tag, text). The text is bound to `owner`: it cannot be opened for another record. */
  seal(purpose: SecretPurpose, owner: string, text: string): Buffer;
  /** @throws Error if the key differs, or the bytes were changed or belong to another owner */
  open(purpose: SecretPurpose, owner: string, sealed: Buffer): string;
  /** HMAC-SHA-256: equal for equal texts, and useless for finding the text without the key. */
  mac(purpose: SecretPurpose, owner: string, text: string): Buffer;
}

/** A box with this key of 32 bytes. */
export const createSecretBox = (key: Buffer): SecretBox => {
  const derived = new Map<SecretPurpose, Buffer>();
  const keyFor = (purpose: SecretPurpose): Buffer => {
    const known = derived.get(purpose) ?? Buffer.from(hkdfSync('sha256', key, '', `pauta ${purpose}`, 32));
    derived.set(purpose, known);
    return known;
  };
  return {
    seal: (purpose, owner, text) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open: (purpose, owner, sealed) => {
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), sealed.subarray(0, 12), {
        authTagLength: 16,
      });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
    },
    mac: (purpose, owner, text) => createHmac('sha256', keyFor(purpose)).update(`${owner}\n${text}`).digest(),
  };
};

const keyShape = /^[0-9a-f]{64}\n?$/;

/**
 * The key of a data folder, created on first use: complete or absent, and the same for all processes that start at
 * once.
 */
const keyInFolder = (dataDir: string): Buffer => {
  const path = join(dataDir, 'secret.key');
  const read = (): string | undefined => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };
  if (read() === undefined) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const partial = `${path}.${randomBytes(6).toString('hex')}`;
    writeFileSync(partial, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
    try {
      // Unlike a rename, a link does not replace a key that another process created meanwhile.
      linkSync(partial, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(partial, { force: true });
    }
  }
  const text = read() ?? '';
  if (!keyShape.test(text))
    throw new Error('secret.key of the data folder is no key of 64 hexadecimal digits');
  return Buffer.from(text.trim(), 'hex');
};

/** The box of this installation: `PAUTA_SECRET_KEY`, else `secret.key` in the data folder. */
export const openSecretBox = ({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): SecretBox =>
  createSecretBox(secretKey ?? keyInFolder(dataDir));
