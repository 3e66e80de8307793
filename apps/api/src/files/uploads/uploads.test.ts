import { createHash, randomBytes } from 'node:crypto';
import { appendFile, readdir, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import * as tus from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startS3Server } from '../../testing/s3/s3-server.ts';
import { createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { cleanUploads } from './clean-uploads.ts';

type Headers = Record<string, string>;

let api: TestApi;
let url: string;
let ana: Headers;
let luis: Headers;

const listen = async ({ app }: TestApi): Promise<string> => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  api = await startTestApi();
  url = await listen(api);
  ana = await signIn(api, await createUser(api, { role: 'sales_rep' }));
  luis = await signIn(api, await createUser(api, { role: 'sales_rep' }));
});
afterAll(() => api.close());

const version = { 'tus-resumable': '1.0.0' };
const part = { ...version, 'content-type': 'application/offset+octet-stream' };
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const pdfOf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(size)]);
const base64 = (text: string) => Buffer.from(text).toString('base64');

const begin = async (bytes: number, { headers = ana, name = 'Pauta.pdf', to = url } = {}) =>
  fetch(`${to}/api/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      ...version,
      'upload-length': String(bytes),
      'upload-metadata': `name ${base64(name)},fingerprint ${base64('huella-1')}`,
    },
  });
const begun = async (bytes: number, options = {}) => {
  const answer = await begin(bytes, options);
  expect(answer.status, await answer.clone().text()).toBe(201);
  return String(answer.headers.get('location'));
};
const send = (path: string, offset: number, bytes: Buffer, { headers = ana, to = url } = {}) =>
  fetch(to + path, {
    method: 'PATCH',
    headers: { ...headers, ...part, 'upload-offset': String(offset) },
    body: new Uint8Array(bytes),
  });
const head = (path: string, { headers = ana, to = url } = {}) =>
  fetch(to + path, { method: 'HEAD', headers: { ...headers, ...version } });
const offsetOf = async (path: string, options = {}) =>
  Number((await head(path, options)).headers.get('upload-offset'));
const finish = (path: string, { headers = ana, to = url } = {}) =>
  fetch(`${to + path}/finish`, { method: 'POST', headers });
const cancel = (path: string, headers = ana) =>
  fetch(url + path, { method: 'DELETE', headers: { ...headers, ...version } });
const idOf = (path: string) => String(path.split('/').at(-1));
const localOf = (path: string) => join(api.app.storage.incoming, `${idOf(path)}.upload`);
const locals = () => readdir(api.app.storage.incoming).catch(() => []);

/** Sends a part and loses the connection after some of its bytes. */
const sendAndLose = (path: string, offset: number, bytes: Buffer, sent: number) =>
  new Promise<void>((resolve) => {
    const outgoing = httpRequest(url + path, {
      method: 'PATCH',
      headers: { ...ana, ...part, 'upload-offset': offset, 'content-length': bytes.length },
    });
    outgoing.on('error', () => undefined);
    outgoing.on('close', () => resolve());
    outgoing.write(bytes.subarray(0, sent), () => setTimeout(() => outgoing.destroy(), 20));
  });

const download = async (id: string, { headers = ana, to = url } = {}) =>
  Buffer.from(await (await fetch(`${to}/api/files/${id}`, { headers })).arrayBuffer());

describe('an upload', () => {
  test('by the client of tus.io becomes a file', async () => {
    const bytes = pdfOf(3_000_000);
    const location = await new Promise<string>((resolve, reject) => {
      const upload = new tus.Upload(bytes, {
        endpoint: `${url}/api/uploads`,
        chunkSize: 700_000,
        headers: ana,
        metadata: { name: 'Exención 2026.pdf', fingerprint: 'huella' },
        onError: reject,
        onSuccess: () => resolve(String(upload.url)),
      });
      upload.start();
    });
    const answer = await fetch(`${location}/finish`, { method: 'POST', headers: ana });
    expect(answer.status).toBe(201);
    const { data } = (await answer.json()) as { data: { id: string } };
    expect(data).toEqual({
      id: expect.any(String),
      name: 'Exención 2026.pdf',
      mime: 'application/pdf',
      bytes: bytes.length,
      sha256: sha256(bytes),
    });
    expect((await download(data.id)).equals(bytes)).toBe(true);
    expect(await locals()).toEqual([]);
  });

  test('that is cut at any bytes continues, and is the same file', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 400_000 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
        async (size, cuts) => {
          const bytes = pdfOf(size);
          const path = await begun(bytes.length);
          let offset = 0;
          for (const cut of cuts) {
            const rest = bytes.subarray(offset);
            await sendAndLose(path, offset, rest, Math.floor(cut * (rest.length - 1)));
            const now = await offsetOf(path);
            expect(now).toBeGreaterThanOrEqual(offset);
            expect(now).toBeLessThan(bytes.length);
            offset = now;
          }
          expect((await send(path, offset, bytes.subarray(offset))).status).toBe(204);
          const { data } = (await (await finish(path)).json()) as { data: { sha256: string } };
          expect(data.sha256).toBe(sha256(bytes));
        },
      ),
      { numRuns: 12 },
    );
  });

  test('continues in another process after a kill in mid-write', async () => {
    const bytes = pdfOf(500_000);
    const path = await begun(bytes.length);
    await send(path, 0, bytes.subarray(0, 200_000));
    // The killed process had written more than it recorded, and had the lock.
    await appendFile(localOf(path), randomBytes(70_000));
    await api.database.query(sql`
      UPDATE uploads SET lock_token = new_id(), locked_until = now() + interval '2 seconds' WHERE id = ${idOf(path)}::uuid`);
    const other = await startTestApi({
      testDatabase: api.testDatabase,
      config: { storageDir: api.config.storageDir },
    });
    try {
      const to = await listen(other);
      const offset = await offsetOf(path, { to });
      expect(offset).toBe(200_000);
      expect((await send(path, offset, bytes.subarray(offset), { to })).status).toBe(204);
      const { data } = (await (await finish(path, { to })).json()) as {
        data: { id: string; sha256: string };
      };
      expect(data.sha256).toBe(sha256(bytes));
      expect((await download(data.id)).equals(bytes)).toBe(true);
    } finally {
      await other.app.close();
    }
  });

  test('whose old connection is still open takes it over', async () => {
    const bytes = pdfOf(300_000);
    const path = await begun(bytes.length);
    const stale = httpRequest(url + path, {
      method: 'PATCH',
      headers: { ...ana, ...part, 'upload-offset': 0, 'content-length': bytes.length },
    });
    stale.on('error', () => undefined);
    stale.write(bytes.subarray(0, 100_000));
    await expect
      .poll(() =>
        stat(localOf(path)).then(
          ({ size }) => size,
          () => 0,
        ),
      )
      .toBe(100_000);
    expect(await offsetOf(path)).toBe(100_000);
    stale.destroy();
    expect((await send(path, 100_000, bytes.subarray(100_000))).status).toBe(204);
    expect((await finish(path)).status).toBe(201);
  });

  test('whose bytes were lost on the disk begins again', async () => {
    const bytes = pdfOf(1000);
    const path = await begun(bytes.length);
    await send(path, 0, bytes.subarray(0, 500));
    await truncate(localOf(path), 10);
    expect((await head(path)).status).toBe(410);
    expect((await send(path, 500, bytes.subarray(500))).status).toBe(410);
    expect((await cancel(path)).status).toBe(204);
  });

  test('is finished once, also by two at once and repeatedly', async () => {
    const bytes = pdfOf(100_000);
    const path = await begun(bytes.length);
    expect((await finish(path)).status).toBe(409);
    await send(path, 0, bytes);
    const answers = await Promise.all([finish(path), finish(path), finish(path)]);
    const ids = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { data: { id: string } }).data.id),
    );
    expect(new Set(ids).size).toBe(1);
    const rows = await api.database.query(
      sql`SELECT 1 FROM files WHERE sha256 = decode(${sha256(bytes)}, 'hex')`,
    );
    expect(rows).toHaveLength(1);
    expect(await (await finish(path)).json()).toMatchObject({ data: { id: ids[0] } });
    expect((await send(path, bytes.length, Buffer.alloc(0))).status).toBe(409);
  });

  test('that died after its bytes were stored leaves them once', async () => {
    const bytes = pdfOf(2000);
    const path = await begun(bytes.length);
    await send(path, 0, bytes);
    const before = await api.app.storage.put(bytes, { kind: 'documents', extension: 'pdf' });
    await api.database.query(sql`UPDATE uploads SET path = ${before} WHERE id = ${idOf(path)}::uuid`);
    expect((await finish(path)).status).toBe(201);
    expect(await api.app.storage.sizeOf(before)).toBeUndefined();
  });

  test('is listed to its user until it is finished or cancelled', async () => {
    const path = await begun(5000, { headers: luis, name: 'Cuña larga.wav' });
    await send(path, 0, Buffer.alloc(1200), { headers: luis });
    const list = async (headers: Headers) => {
      const { data } = (await (await fetch(`${url}/api/uploads`, { headers })).json()) as {
        data: { id: string }[];
      };
      return data.filter(({ id }) => id === idOf(path));
    };
    expect(await list(luis)).toEqual([
      {
        id: idOf(path),
        name: 'Cuña larga.wav',
        fingerprint: 'huella-1',
        bytes: 5000,
        received: 1200,
        created_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ]);
    expect(await list(ana)).toEqual([]);
    expect((await cancel(path, luis)).status).toBe(204);
    expect(await list(luis)).toEqual([]);
    await expect(stat(localOf(path))).rejects.toThrow('ENOENT');
  });

  test('belongs to its user', async () => {
    const path = await begun(1000);
    const options = { headers: luis };
    expect((await head(path, options)).status).toBe(404);
    expect((await send(path, 0, Buffer.alloc(10), options)).status).toBe(404);
    expect((await finish(path, options)).status).toBe(404);
    expect((await cancel(path, luis)).status).toBe(404);
    expect((await head(path, { headers: {} })).status).toBe(401);
    const auditor = await signInAs(api, 'auditor');
    expect((await begin(10, { headers: auditor })).status).toBe(403);
    expect((await begin(10, { headers: {} })).status).toBe(401);
    expect((await cancel(path)).status).toBe(204);
  });

  test('is refused with its reason', async () => {
    const empty = await begin(0);
    expect([empty.status, await empty.json()]).toEqual([
      422,
      expect.objectContaining({ errors: { file: ['El archivo está vacío.'] } }),
    ]);
    expect((await begin(4 * 1024 ** 3 + 1)).status).toBe(413);
    const path = await begun(1000);
    expect((await send(path, 5, Buffer.alloc(10))).status).toBe(409);
    expect((await send(path, 0, Buffer.alloc(1001))).status).toBe(413);
    expect((await fetch(url + path, { method: 'HEAD', headers: ana })).status).toBe(412);
    for (const bad of ['x', '../../etc', '01890a5d-ac96-774b-bcce-b302099a8057'])
      expect((await head(`/api/uploads/${bad}`)).status, bad).toBe(404);
    const script = Buffer.from('<html><script>alert(1)</script>'.padEnd(1000));
    expect((await send(path, 0, script)).status).toBe(204);
    const refused = await finish(path);
    expect(refused.status).toBe(422);
    expect(((await refused.json()) as { errors: object }).errors).toEqual({
      file: [expect.stringContaining('Este tipo de archivo no se admite')],
    });
    // There is nothing to continue.
    expect((await head(path)).status).toBe(404);
    await expect(stat(localOf(path))).rejects.toThrow('ENOENT');
  });

  test('is at most as large as any field accepts for its type', async () => {
    // The library accepts a sound of 200 MB.
    const wav = Buffer.concat([
      Buffer.from('RIFF\xff\xff\xff\x0cWAVEfmt ', 'latin1'),
      Buffer.alloc(1024 ** 2),
    ]);
    const bytes = 200 * 1024 ** 2 + 1;
    const path = await begun(bytes, { name: 'Cuña.wav' });
    await send(path, 0, wav);
    // As if the rest had been received.
    await truncate(localOf(path), bytes);
    await api.database.query(sql`UPDATE uploads SET received = bytes WHERE id = ${idOf(path)}::uuid`);
    const refused = await finish(path);
    expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
      413,
      'El archivo supera 200 MB. Suba uno más pequeño.',
    ]);
  });

  test('of more bytes than an integer counts is a file', async () => {
    const path = await api.app.storage.put(Buffer.from('x'), { kind: 'documents', extension: 'mp4' });
    const bytes = 4 * 1024 ** 3;
    expect(
      await api.database.one(sql`
        INSERT INTO files (path, name, mime, bytes, sha256)
        VALUES (${path}, 'Largo.mp4', 'video/mp4', ${bytes}, ${createHash('sha256').digest()}) RETURNING bytes`),
    ).toEqual({ bytes });
  });

  test('that nobody continues is deleted after a week', async () => {
    const path = await begun(1000);
    const fresh = await begun(1000);
    for (const each of [path, fresh]) await send(each, 0, Buffer.alloc(100));
    const orphan = join(api.app.storage.incoming, 'abc.part');
    await writeFile(orphan, 'x');
    await utimes(orphan, 1, 1);
    await api.database.query(sql`
      UPDATE uploads SET touched_at = now() - interval '8 days' WHERE id = ${idOf(path)}::uuid`);
    await cleanUploads(api.database, api.app.storage);
    expect((await head(path)).status).toBe(404);
    await expect(stat(localOf(path))).rejects.toThrow('ENOENT');
    await expect(stat(orphan)).rejects.toThrow('ENOENT');
    expect(await offsetOf(fresh)).toBe(100);
    await cancel(fresh);
  });
});

test('a bucket that is lost while a file is stored loses nothing', async () => {
  const s3 = await startS3Server();
  const remote = await startTestApi({ config: { s3 } });
  try {
    const to = await listen(remote);
    const headers = await signIn(remote, await createUser(remote, { role: 'sales_rep' }));
    const bytes = pdfOf(150_000);
    const path = await begun(bytes.length, { headers, to });
    expect((await send(path, 0, bytes, { headers, to })).status).toBe(204);
    await s3.close();
    expect((await finish(path, { headers, to })).status).toBe(503);
    expect(await remote.database.query(sql`SELECT 1 FROM files`)).toEqual([]);
    const again = await startS3Server(s3);
    const answer = await finish(path, { headers, to });
    expect(answer.status).toBe(201);
    const { data } = (await answer.json()) as { data: { id: string } };
    expect((await download(data.id, { headers, to })).equals(bytes)).toBe(true);
    await again.close();
  } finally {
    await remote.close();
  }
});
