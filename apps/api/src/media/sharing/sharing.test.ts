import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailsTo } from '../../testing/sent-mails.ts';
import { createRole, createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { uploadFile } from '../../testing/upload.ts';
import { workOnMeasuring } from '../measuring/measure-job.ts';
import { createMeasurer } from '../measuring/measurer.ts';

type Headers = Record<string, string>;

let api: TestApi;
let headers: Headers;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'inventory');
});
afterAll(() => api.close());

let shade = 0;
const picture = (): Promise<Buffer> => {
  shade += 1;
  return sharp({ create: { width: 60 + shade, height: 40, channels: 3, background: '#305090' } })
    .png()
    .toBuffer();
};
const stored = async (bytes: Buffer): Promise<string> => {
  const answer = await uploadFile(api, headers, { bytes, name: 'foto.png' });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data.id;
};
const read = async (id: string) => (await api.inject({ url: `/api/media-files/${id}`, headers })).json().data;
const available = async (id: string) => {
  await expect.poll(async () => (await read(id)).status, { timeout: 60_000 }).toBe('available');
  return read(id);
};
const made = async () => {
  const bytes = await picture();
  const answer = await api.inject({
    method: 'POST',
    url: '/api/media-files',
    headers,
    payload: { title: `Foto ${shade}`, kind: 'image', file: await stored(bytes) },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return { bytes, media: await available(answer.json().data.id) };
};
const run = (id: string, command: string, input: object = {}, more: Headers = headers) =>
  api.inject({ method: 'POST', url: `/api/media-files/${id}/${command}`, headers: more, payload: input });
const share = async (id: string, input: object = {}) => {
  const answer = await run(id, 'share', {
    recipient: 'Marta Ibáñez',
    expires_on: addDays(companyToday(), 5),
    ...input,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return String(answer.json().data.path);
};

test('an approval names its person, and ends when the content is replaced; the former version stays', async () => {
  const { bytes, media } = await made();
  expect((await run(media.id, 'approve')).statusCode).toBe(200);
  const approved = await read(media.id);
  expect(approved.approved_by_id).not.toBeNull();
  expect((await run(media.id, 'approve')).statusCode).toBe(409);
  const replaced = await api.inject({
    method: 'PATCH',
    url: `/api/media-files/${media.id}`,
    headers: { ...headers, 'if-match': `"${approved.row_version}"` },
    payload: { file: await stored(await picture()) },
  });
  expect(replaced.statusCode, replaced.body).toBe(200);
  expect(replaced.json().data).toMatchObject({ version: 2, approved_by_id: null, approved_at: null });
  const { versions } = (await api.inject({ url: `/api/media-files/${media.id}/versions`, headers })).json()
    .data;
  expect(versions).toMatchObject([{ version: 1, width_px: 60 + shade - 1, approved_by: expect.any(String) }]);
  const former = await api.inject({ url: `/api/files/${versions[0].file.id}`, headers });
  expect(former.rawPayload.equals(bytes)).toBe(true);
  const stranger = await signIn(api, await createUser(api, { role: await createRole(api, []) }));
  expect((await api.inject({ url: `/api/files/${versions[0].file.id}`, headers: stranger })).statusCode).toBe(
    404,
  );
  await expect(
    api.database.query(sql`DELETE FROM media_versions WHERE media_file_id = ${media.id}::uuid`),
  ).rejects.toMatchObject({ code: '42501' });
});

test('a file is measured again, and what was measured stays if it cannot be read any more', async () => {
  const { media } = await made();
  await api.testDatabase.runAsSuperuser(
    sql`UPDATE media_files SET width_px = NULL WHERE id = ${media.id}::uuid`,
  );
  const reader = await signIn(
    api,
    await createUser(api, { role: await createRole(api, ['media.view_all']) }),
  );
  expect((await run(media.id, 'measure_again', {}, reader)).statusCode).toBe(403);
  expect((await run(media.id, 'measure_again')).statusCode).toBe(200);
  const width = async () => (await read(media.id)).width_px;
  await expect.poll(width, { timeout: 30_000 }).toBe(media.width_px);
  const row = await api.database.one<{ path: string }>(
    sql`SELECT path FROM files WHERE id = ${media.file.id}::uuid`,
  );
  await api.app.storage.remove(row?.path ?? '');
  const measurer = createMeasurer(api.app);
  await workOnMeasuring(api.app, measurer)(
    { id: media.file.id },
    { isStopping: () => false, isLastAttempt: true },
  );
  measurer.close();
  expect(await read(media.id)).toMatchObject({
    width_px: media.width_px,
    status: 'available',
    refusal: null,
  });
});

test('a link shows and sends the file until it is withdrawn, expired or the file is archived', async () => {
  const { bytes, media } = await made();
  const path = await share(media.id);
  const page = await api.inject({ url: path });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-security-policy']).toContain("media-src 'self'");
  expect(page.body).toContain(`src="${path}/contenido"`);
  const content = await api.inject({ url: `${path}/contenido` });
  expect(content.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': expect.stringContaining('inline'),
    'content-security-policy': "sandbox; default-src 'none'",
  });
  expect(content.rawPayload.equals(bytes)).toBe(true);
  const part = await api.inject({ url: `${path}/contenido`, headers: { range: 'bytes=2-5' } });
  expect([part.statusCode, part.rawPayload.equals(bytes.subarray(2, 6))]).toEqual([206, true]);
  const { links } = (await api.inject({ url: `/api/media-files/${media.id}/versions`, headers })).json().data;
  expect(links).toMatchObject([{ recipient: 'Marta Ibáñez', visits: 1, is_open: true }]);
  expect(JSON.stringify(links)).not.toContain(path.split('/').at(-1));

  expect((await api.inject({ url: `${path}x` })).statusCode).toBe(404);
  expect((await run(media.id, 'close_links')).statusCode).toBe(200);
  expect((await api.inject({ url: path })).statusCode).toBe(404);
  expect((await api.inject({ url: `${path}/contenido` })).statusCode).toBe(404);

  const old = await share(media.id);
  await api.testDatabase.runAsSuperuser(sql`
    UPDATE media_links SET expires_on = business_date() - 1 WHERE closed_at IS NULL`);
  expect((await api.inject({ url: old })).statusCode).toBe(404);
});

test('a link is mailed when asked, with an address, and only by whoever may change the file', async () => {
  const { media } = await made();
  const input = { recipient: 'Marta', expires_on: addDays(companyToday(), 5), sends_mail: true };
  expect((await run(media.id, 'share', input)).json().errors).toEqual({
    email: ['Escriba el correo al que se envía.'],
  });
  const past = await run(media.id, 'share', { ...input, sends_mail: false, expires_on: '2020-01-01' });
  expect(past.statusCode).toBe(422);
  const path = await share(media.id, { sends_mail: true, email: 'marta@archivo.test' });
  expect((await mailsTo(api, 'marta@archivo.test'))[0]?.text).toContain(path);
  const reader = await signIn(
    api,
    await createUser(api, { role: await createRole(api, ['media.view_all']) }),
  );
  expect((await run(media.id, 'share', input, reader)).statusCode).toBe(403);
});

test('several files are one ZIP, of those that one may see', async () => {
  const some = [(await made()).media, (await made()).media];
  const url = `/api/media-files/originals.zip?ids=${some.map(({ id }) => id).join(',')}`;
  const zip = await api.inject({ url, headers });
  expect(zip.statusCode, zip.body.slice(0, 200)).toBe(200);
  expect(zip.rawPayload.subarray(0, 2).toString('latin1')).toBe('PK');
  for (const { title } of some) expect(zip.rawPayload.includes(Buffer.from(`${title}.png`))).toBe(true);
  expect((await api.inject({ url: '/api/media-files/originals.zip?ids=x', headers })).statusCode).toBe(422);
  const stranger = await signIn(api, await createUser(api, { role: await createRole(api, []) }));
  expect((await api.inject({ url, headers: stranger })).statusCode).toBe(403);
});
