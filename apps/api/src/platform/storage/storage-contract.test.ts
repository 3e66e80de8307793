import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startS3Server } from '../../testing/s3/s3-server.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { openStorage } from './open-storage.ts';
import { newPath, type Storage } from './storage.ts';

const files = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

const kinds = ['a folder', 's3'] as const;

describe.each(kinds)('storage in %s', (kind) => {
  let storage: Storage;
  let storageDir: string;
  let s3: Awaited<ReturnType<typeof startS3Server>> | undefined;

  beforeAll(async () => {
    storageDir = await makeTestFolder();
    s3 = kind === 's3' ? await startS3Server() : undefined;
    storage = await openStorage({ storageDir, s3 });
  });
  afterAll(async () => {
    await s3?.close();
    await rm(storageDir, { recursive: true, force: true });
  });

  const content = async (path: string, range?: { start: number; end: number }) =>
    buffer(storage.stream(path, range));

  test('gives back what was put, whole and in parts', async () => {
    const bytes = randomBytes(100_000);
    const path = await storage.put(bytes, { kind: 'documents', extension: 'pdf' });
    expect(path).toMatch(/^documents\/[0-9a-f]{2}\/[0-9a-f]{32}\.pdf$/);
    expect(await storage.sizeOf(path)).toBe(bytes.length);
    expect((await storage.read(path))?.equals(bytes)).toBe(true);
    expect((await content(path)).equals(bytes)).toBe(true);
    for (const [start, end] of [
      [0, 1],
      [10, 4_999],
      [99_999, 99_999],
    ] as const)
      expect((await content(path, { start, end })).equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  test('has nothing under a path that was removed or never existed', async () => {
    const path = await storage.put(Buffer.from('x'), { kind: 'documents', extension: 'pdf' });
    await storage.remove(path);
    await storage.remove(path);
    for (const gone of [path, newPath({ kind: 'documents', extension: 'mp4' })]) {
      expect(await storage.read(gone)).toBeUndefined();
      expect(await storage.sizeOf(gone)).toBeUndefined();
      await expect(content(gone)).rejects.toThrow();
    }
  });

  test('accesses no path of another shape', async () => {
    for (const path of ['../../etc/passwd', 'profile-photos', 'documents/aa/x.pdf', ''])
      for (const access of ['read', 'sizeOf', 'remove', 'stream', 'putFile'] as const)
        await expect(
          (async () => {
            const answer = await storage[access](path, '/etc/hostname' as never);
            if (access === 'stream') await buffer(answer as Readable);
          })(),
          `${access} ${path}`,
        ).rejects.toThrow('not a path of this storage');
  });

  test('stores a large local file, which stays', async () => {
    const file = join(storageDir, 'large.bin');
    const bytes = randomBytes(40 * 1024 * 1024 + 7);
    await writeFile(file, bytes);
    const path = newPath({ kind: 'documents', extension: 'mp4' });
    await storage.putFile(path, file);
    expect(await storage.sizeOf(path)).toBe(bytes.length);
    const hash = createHash('sha256');
    for await (const chunk of storage.stream(path)) hash.update(chunk as Buffer);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
    const middle = { start: 16 * 1024 * 1024 - 3, end: 16 * 1024 * 1024 + 3 };
    expect((await content(path, middle)).equals(bytes.subarray(middle.start, middle.end + 1))).toBe(true);
    await rm(file);
    expect(await storage.sizeOf(path)).toBe(bytes.length);
  });

  test('a received file can be kept, taken back and kept again', async () => {
    const bytes = randomBytes(200_000);
    const received = await storage.receive(
      Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]),
      'documents',
    );
    expect(received.bytes).toBe(bytes.length);
    expect(received.sha256.equals(createHash('sha256').update(bytes).digest())).toBe(true);
    const first = await received.keep('png');
    await received.takeBack(first);
    expect(await storage.sizeOf(first)).toBeUndefined();
    const second = await received.keep('png');
    await received.discard();
    expect((await storage.read(second))?.equals(bytes)).toBe(true);
    expect(await files(storage.incoming)).toEqual([]);
  });

  test('a stream that breaks leaves nothing', async () => {
    const before = (await files(storageDir)).length;
    const broken = Readable.from(
      (async function* () {
        yield randomBytes(100_000);
        throw new Error('connection lost');
      })(),
    );
    await expect(storage.receive(broken, 'documents')).rejects.toThrow('connection lost');
    expect(await files(storageDir)).toHaveLength(before);
  });

  test('a file that cannot be stored is not acknowledged, and leaves nothing', async () => {
    const before = (await files(storageDir)).length;
    const path = newPath({ kind: 'documents', extension: 'mp4' });
    await expect(storage.putFile(path, join(storageDir, 'absent'))).rejects.toThrow('ENOENT');
    expect(await storage.sizeOf(path)).toBeUndefined();
    expect(await files(storageDir)).toHaveLength(before);
  });
});

describe('a bucket', () => {
  test('that is lost while a file is written, acknowledges nothing', async () => {
    const storageDir = await makeTestFolder();
    const s3 = await startS3Server();
    const storage = await openStorage({ storageDir, s3 });
    const file = join(storageDir, 'large.bin');
    await writeFile(file, randomBytes(60 * 1024 * 1024));
    const path = newPath({ kind: 'documents', extension: 'mp4' });
    const stored = storage.putFile(path, file).then(
      () => 'stored',
      () => 'refused',
    );
    await new Promise((resolve) => setTimeout(resolve, 150));
    await s3.close();
    expect(await stored).toBe('refused');
    await rm(storageDir, { recursive: true, force: true });
  });

  test('with another key is refused, and the secret is in no message', async () => {
    const storageDir = await makeTestFolder();
    const s3 = await startS3Server();
    const storage = await openStorage({ storageDir, s3: { ...s3, secretAccessKey: 'otro-secreto' } });
    const error = await storage.put(Buffer.from('x'), { kind: 'documents', extension: 'pdf' }).then(
      () => undefined,
      (refusal: Error) => refusal,
    );
    expect(String(error)).toContain('SignatureDoesNotMatch');
    expect(JSON.stringify([error?.message, error?.stack, error])).not.toContain('otro-secreto');
    await s3.close();
    await rm(storageDir, { recursive: true, force: true });
  });
});
