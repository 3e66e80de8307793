import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeTestFolder } from '../testing/test-folder.ts';
import { createSecretBox, openSecretBox } from './secret-box.ts';

test('a sealed text can be opened only with the same key, purpose and owner', () => {
  const key = randomBytes(32);
  const box = createSecretBox(key);
  const sealed = box.seal('second-factor', 'ana', 'JBSWY3DPEHPK3PXP');
  expect(sealed.includes('JBSWY3DP')).toBe(false);
  expect(createSecretBox(key).open('second-factor', 'ana', sealed)).toBe('JBSWY3DPEHPK3PXP');
  expect(() => createSecretBox(randomBytes(32)).open('second-factor', 'ana', sealed)).toThrow();
  expect(() => box.open('mail', 'ana', sealed)).toThrow();
  expect(() => box.open('second-factor', 'luis', sealed)).toThrow();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => box.open('second-factor', 'ana', changed)).toThrow();
  }
  expect(() => box.open('second-factor', 'ana', Buffer.alloc(3))).toThrow();
});

test('a MAC is equal only for the same text of the same owner', () => {
  const box = createSecretBox(randomBytes(32));
  const mac = box.mac('recovery-code', 'ana', 'abcd');
  expect(box.mac('recovery-code', 'ana', 'abcd').equals(mac)).toBe(true);
  expect(box.mac('recovery-code', 'luis', 'abcd').equals(mac)).toBe(false);
  expect(box.mac('mail', 'ana', 'abcd').equals(mac)).toBe(false);
});

test('the key of a folder is created once, readable only by its owner, and kept', async () => {
  const dataDir = await makeTestFolder();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const boxes = Array.from({ length: 5 }, () => openSecretBox({ dataDir, secretKey: undefined }));
  const sealed = boxes[0]?.seal('mail', '', 'hola') ?? Buffer.alloc(0);
  for (const box of boxes) expect(box.open('mail', '', sealed)).toBe('hola');
  expect(readdirSync(dataDir)).toEqual(['secret.key']);
  if (process.platform !== 'win32') expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
  writeFileSync(join(dataDir, 'secret.key'), 'roto');
  expect(() => openSecretBox({ dataDir, secretKey: undefined })).toThrow(/secret\.key/);
});
