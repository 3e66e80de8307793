import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { readImage } from './image-upload.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    areas: false,
    routes: (app) => {
      app.post('/api/photo', { config: { access: 'public', files: true } }, async (request) => ({
        path: await app.storage.put(await readImage(request, 'photo'), {
          kind: 'profile-photos',
          extension: 'webp',
        }),
      }));
    },
  });
});
afterAll(() => api.close());

const upload = (bytes: Buffer, options: { type?: string; field?: string; filename?: string } = {}) => {
  const { type = 'image/png', field = 'photo', filename = 'yo.png' } = options;
  const head = `--b\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`;
  return api.inject({
    method: 'POST',
    url: '/api/photo',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
  });
};
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } });

describe('a picture', () => {
  test('is re-encoded as a small upright WebP without metadata and served as inert content', async () => {
    const photo = await picture(1600, 800)
      .withExif({ IFD0: { Artist: 'Nombre Secreto' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const reply = await upload(photo, { type: 'image/jpeg' });
    expect(reply.statusCode).toBe(200);
    const { path } = reply.json();
    expect(path).toMatch(/^profile-photos\/[0-9a-f]{2}\/[0-9a-f]{32}\.webp$/);
    const served = await api.inject(`/storage/${path}`);
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^inline; filename="[0-9a-f]{32}\.webp"$/),
    });
    const stored = await sharp(served.rawPayload).metadata();
    expect([stored.format, stored.width, stored.height, stored.exif]).toEqual(['webp', 256, 512, undefined]);
    expect(served.rawPayload.includes('Nombre Secreto')).toBe(false);
  });

  test.each([
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/png'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'image/svg+xml'],
    ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'), 'image/gif'],
    ['nothing', Buffer.alloc(0), 'image/png'],
    ['only a signature', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'image/png'],
  ])('%s is refused on its field', async (_name, bytes, type) => {
    const reply = await upload(bytes, { type });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().errors.photo).toHaveLength(1);
  });

  test('the declared type must match the content', async () => {
    expect((await upload(await picture(8, 8).jpeg().toBuffer(), { type: 'image/png' })).statusCode).toBe(422);
  });

  test('more than 2 MB is 413, more than 40 million pixels is 422', async () => {
    const heavy = await upload(
      Buffer.concat([await picture(8, 8).png().toBuffer(), Buffer.alloc(2.1 * 1024 * 1024)]),
    );
    expect([heavy.statusCode, heavy.json().message]).toEqual([
      413,
      'La imagen supera 2 MB. Elija una más pequeña.',
    ]);
    const wide = await picture(8000, 5100).png({ compressionLevel: 9, palette: true }).toBuffer();
    expect(wide.length).toBeLessThan(2 * 1024 * 1024);
    expect((await upload(wide)).statusCode).toBe(422);
  });

  test('under another field it is missing', async () => {
    expect((await upload(await picture(8, 8).png().toBuffer(), { field: 'other' })).json().errors).toEqual({
      photo: ['Elija una imagen.'],
    });
  });

  test('a malformed multipart body is refused, not an internal error', async () => {
    for (const payload of [
      '',
      '--b',
      'nothing',
      '--b\r\ncontent-disposition: form-data; name="photo"; filename="x"\r\n\r\nabc',
    ]) {
      const reply = await api.inject({
        method: 'POST',
        url: '/api/photo',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload,
      });
      expect([400, 413, 422]).toContain(reply.statusCode);
    }
    const noBoundary = await api.inject({
      method: 'POST',
      url: '/api/photo',
      headers: { 'content-type': 'multipart/form-data' },
      payload: 'x',
    });
    expect(noBoundary.statusCode).toBeLessThan(500);
  });
});

describe('storage', () => {
  test('documents are not served by their path', async () => {
    const path = await api.app.storage.put(Buffer.from('contrato'), { kind: 'documents', extension: 'webp' });
    expect((await api.app.storage.read(path))?.toString()).toBe('contrato');
    expect((await api.inject(`/storage/${path}`)).statusCode).toBe(404);
  });

  test.each([
    '../secret',
    '..%2f..%2fetc%2fpasswd',
    'profile-photos/../../x',
    'profile-photos/aa/x.webp',
    `profile-photos/aa/${'a'.repeat(32)}.html`,
    '',
    '%00',
  ])('there is nothing at /storage/%s', async (path) => {
    expect((await api.inject(`/storage/${path}`)).statusCode).toBe(404);
  });

  test('a malformed path is never accessed', async () => {
    expect(() => api.app.storage.read('../../etc/passwd')).toThrow();
    expect(() => api.app.storage.remove('profile-photos')).toThrow();
  });

  test('a removed file is gone; removing it again has no effect; no partial file remains', async () => {
    const path = await api.app.storage.put(Buffer.from('x'), { kind: 'profile-photos', extension: 'webp' });
    expect((await readFile(join(api.config.storageDir, path))).toString()).toBe('x');
    await api.app.storage.remove(path);
    await api.app.storage.remove(path);
    expect(await api.app.storage.read(path)).toBeUndefined();
    const files = await readdir(api.config.storageDir, { recursive: true });
    expect(files.filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
