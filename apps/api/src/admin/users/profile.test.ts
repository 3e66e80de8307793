import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createUser, signIn, signInAs, type TestUser, testPassword } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import type { SessionDocument } from '../sessions/routes.ts';
import type { ProfileDocument } from './profile-routes.ts';

let api: TestApi;
let user: TestUser;
let headers: { authorization: string };

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  user = await createUser(api, { role: 'sales_rep', full_name: 'Marta Núñez' });
  headers = await signIn(api, user);
});

const readProfile = async () => {
  const response = await api.inject({ url: '/api/profile', headers });
  return {
    etag: String(response.headers.etag),
    profile: response.json<{ profile: ProfileDocument }>().profile,
  };
};

const patch = (payload: object, etag?: string) =>
  api.inject({
    method: 'PATCH',
    url: '/api/profile',
    payload,
    headers: { ...headers, ...(etag === undefined ? {} : { 'if-match': etag }) },
  });

const actions = async () => {
  const rows = await api.database.query<{ action: string }>(sql`
    SELECT action FROM audit_log WHERE entity = 'users' AND entity_id = ${user.id} ORDER BY id`);
  return rows.map(({ action }) => action);
};

const form = (bytes: Uint8Array, { field = 'photo', name = 'foto.png', type = 'image/png' } = {}) => {
  const boundary = 'frontera-7d1f';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
};

const upload = (
  bytes: Uint8Array,
  part: Parameters<typeof form>[1] = {},
  extra: Record<string, string> = {},
) => {
  const { payload, headers: own } = form(bytes, part);
  return api.inject({ method: 'POST', url: '/api/profile/photo', payload, headers: { ...own, ...extra } });
};

// The old file is deleted after the response is sent.
const statusOf = async (path: string | null) => (await api.inject({ url: `/storage/${path}` })).statusCode;

const picture = (side = 64) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#3366aa' } }).withExif({
    IFD0: { Copyright: 'secreto en los metadatos' },
  });

test('the profile contains the user’s data, and the version for a change', async () => {
  const { etag, profile } = await readProfile();
  expect(etag).toBe('"1"');
  expect(profile).toEqual({
    id: user.id,
    full_name: 'Marta Núñez',
    email: user.email,
    phone: null,
    profile_photo: null,
    status: 'active',
    roles: [{ id: expect.any(String), name: 'sales_rep', display_name: 'Ejecutivo de Ventas' }],
    must_change_password: false,
    last_login_at: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    row_version: 1,
  });
});

test('name and telephone are changed, tidied and logged', async () => {
  const response = await patch({ full_name: '  Marta   Núñez Díaz ', phone: '+34 600 123 123' }, '"1"');
  expect(response.statusCode).toBe(200);
  expect(response.headers.etag).toBe('"2"');
  const { profile } = await readProfile();
  expect(response.json()).toEqual({ profile });
  expect([profile.full_name, profile.phone, profile.row_version]).toEqual([
    'Marta Núñez Díaz',
    '+34600123123',
    2,
  ]);
  const log = await api.database.one(sql`
    SELECT actor_id, before, after FROM audit_log WHERE entity = 'users' AND entity_id = ${user.id} AND action = 'update'`);
  expect(log).toEqual({
    actor_id: user.id,
    before: { full_name: 'Marta Núñez', phone: null },
    after: { full_name: 'Marta Núñez Díaz', phone: '+34600123123' },
  });
  expect((await patch({ phone: null }, '"2"')).json<{ profile: ProfileDocument }>().profile.phone).toBeNull();
  expect((await patch({}, '"3"')).headers.etag).toBe('"3"');
});

test('a change requires the version that was read', async () => {
  expect((await patch({ full_name: 'Marta Díaz' })).statusCode).toBe(428);
  expect((await patch({ full_name: 'Marta Díaz' }, 'tres')).statusCode).toBe(400);
  const stale = await patch({ full_name: 'Marta Díaz' }, '"7"');
  expect(stale.statusCode).toBe(412);
  expect(stale.json<{ current: ProfileDocument }>().current).toEqual((await readProfile()).profile);
});

test.each([
  [{ full_name: '' }, 'full_name'],
  [{ full_name: 'a'.repeat(121) }, 'full_name'],
  [{ full_name: 7 }, 'full_name'],
  [{ phone: '5550101' }, 'phone'],
  [{ email: 'otra@ejemplo.com' }, 'email'],
  [{ status: 'active' }, 'status'],
  [{ role_ids: [] }, 'role_ids'],
  [{ must_change_password: false }, 'must_change_password'],
  [{ row_version: 9 }, 'row_version'],
  [{ id: '00000000-0000-7000-8000-000000000000' }, 'id'],
])('%j is refused', async (payload, field) => {
  const response = await patch(payload, '"1"');
  expect(response.statusCode).toBe(422);
  expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual([field]);
  expect((await readProfile()).profile.row_version).toBe(1);
});

test('a photo is re-encoded without its metadata, served, replaced and removed', async () => {
  const response = await upload(await picture(900).png().toBuffer());
  expect(response.statusCode).toBe(200);
  const { profile } = response.json<{ profile: ProfileDocument }>();
  expect(profile.profile_photo).toMatch(/^profile-photos\/[0-9a-f]{2}\/[0-9a-f]{32}\.webp$/);
  expect(profile.row_version).toBe(1);
  const served = await api.inject({ url: `/storage/${profile.profile_photo}` });
  expect(served.statusCode).toBe(200);
  expect(served.headers['content-type']).toBe('image/webp');
  expect(served.headers['x-content-type-options']).toBe('nosniff');
  const listed = await api.inject({
    url: '/api/users?fields=full_name&limit=100',
    headers: await signInAs(api),
  });
  expect(listed.json().data.map((user: ProfileDocument) => user.profile_photo)).toContain(
    profile.profile_photo,
  );
  const image = await sharp(served.rawPayload).metadata();
  expect([image.format, image.width, image.exif]).toEqual(['webp', 512, undefined]);

  const next = (await upload(await picture().jpeg().toBuffer(), { type: 'image/jpeg', name: 'x.jpg' })).json<{
    profile: ProfileDocument;
  }>().profile.profile_photo;
  expect(next).not.toBe(profile.profile_photo);
  await expect.poll(() => statusOf(profile.profile_photo)).toBe(404);

  const removed = await api.inject({ method: 'DELETE', url: '/api/profile/photo', headers });
  expect(removed.json<{ profile: ProfileDocument }>().profile.profile_photo).toBeNull();
  await expect.poll(() => statusOf(next)).toBe(404);
  expect(await actions()).toEqual(['create', 'photo_changed', 'photo_changed', 'photo_removed']);
});

test('a repeated upload keeps one file, the first', async () => {
  const key = { 'idempotency-key': '83b1c9de-7c55-4a0e-a4a4-9d2f6b3f0c11' };
  const bytes = await picture().png().toBuffer();
  const [first, second] = [await upload(bytes, {}, key), await upload(bytes, {}, key)];
  expect(second.body).toBe(first.body);
  const { profile_photo } = first.json<{ profile: ProfileDocument }>().profile;
  expect((await api.inject({ url: `/storage/${profile_photo}` })).statusCode).toBe(200);
  const kept = await api.database.query<{ profile_photo: string }>(
    sql`SELECT profile_photo FROM users WHERE profile_photo IS NOT NULL`,
  );
  await expect
    .poll(async () =>
      (await readdir(api.config.storageDir, { recursive: true })).filter((name) => name.endsWith('.webp')),
    )
    .toEqual(kept.map((row) => row.profile_photo));
});

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

test.each([
  ['an SVG', svg, { type: 'image/svg+xml', name: 'x.svg' }, 422],
  ['an SVG that calls itself PNG', svg, {}, 422],
  ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>'), { type: 'image/png' }, 422],
  [
    'a script behind the first bytes of a PNG',
    Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1'),
    {},
    422,
  ],
  ['a GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'), { type: 'image/gif' }, 422],
  ['nothing', Buffer.alloc(0), {}, 422],
  ['3 MB', Buffer.alloc(3 * 1024 * 1024, 1), {}, 413],
  ['another field', Buffer.from('x'), { field: 'archivo' }, 422],
])('%s is not stored as a photo', async (_, bytes, part, status) => {
  const response = await upload(bytes, part);
  expect(response.statusCode).toBe(status);
  expect((await readProfile()).profile.profile_photo).toBeNull();
});

const changePassword = (payload: object, own: Record<string, string> = headers) =>
  api.inject({ method: 'POST', url: '/api/profile/password', payload, headers: own });

const fresh = 'once faroles de papel';

test('a new password needs the present one, closes the other sessions and keeps this one', async () => {
  const other = await signIn(api, user);
  await api.database.query(
    sql`UPDATE credentials SET changed_at = now() - interval '1 day' WHERE user_id = ${user.id}`,
  );
  const response = await changePassword({
    current_password: testPassword,
    password: fresh,
    password_confirmation: fresh,
  });
  expect([response.statusCode, response.body]).toEqual([204, '']);
  const status = async (own: Record<string, string>) =>
    (await api.inject({ url: '/api/user', headers: own })).statusCode;
  expect([await status(headers), await status(other)]).toEqual([200, 401]);
  const login = (password: string) =>
    api.inject({ method: 'POST', url: '/api/login', payload: { email: user.email, password } });
  expect([(await login(testPassword)).statusCode, (await login(fresh)).statusCode]).toEqual([422, 200]);
  expect(await actions()).toEqual(['create', 'password_changed', 'login_failed', 'login']);
});

test.each([
  [{ current_password: 'otra cosa' }, { current_password: ['La contraseña actual no es correcta.'] }],
  [
    { password_confirmation: 'otra cosa' },
    { password_confirmation: ['Las dos contraseñas no son iguales.'] },
  ],
  [{ password: 'corta', password_confirmation: 'corta' }, { password: ['Use al menos 10 caracteres.'] }],
  [
    { password: 'martanunez10', password_confirmation: 'martanunez10' },
    { password: ['La contraseña no debe basarse en su nombre ni en su correo.'] },
  ],
  [
    { password: testPassword, password_confirmation: testPassword },
    { password: ['La contraseña nueva debe ser distinta de la actual.'] },
  ],
  [{ user_id: 'x' }, { user_id: ['Este campo no se conoce.'] }],
])('a change of password with %j is refused', async (changes, errors) => {
  const response = await changePassword({
    current_password: testPassword,
    password: fresh,
    password_confirmation: fresh,
    ...changes,
  });
  expect(response.statusCode).toBe(422);
  expect(response.json<{ errors: unknown }>().errors).toEqual(errors);
});

test('a stolen token cannot be used to guess the password', async () => {
  const guess = () =>
    changePassword({ current_password: 'mal', password: fresh, password_confirmation: fresh });
  const answers = await Promise.all(Array.from({ length: 12 }, guess));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
    ...Array.from({ length: 5 }, () => 422),
    ...Array.from({ length: 7 }, () => 429),
  ]);
  expect(await actions()).toEqual(['create', ...Array.from({ length: 5 }, () => 'password_change_failed')]);
});

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const listSessions = async (own: Record<string, string> = headers) =>
  (await api.inject({ url: '/api/profile/sessions', headers: own })).json<{ data: SessionDocument[] }>().data;

test('the sessions are listed with device and address, and closed one by one or together', async () => {
  const login = await api.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email: user.email, password: testPassword },
    headers: { 'user-agent': chrome },
    remoteAddress: '203.0.113.9',
  });
  const there = { authorization: `Bearer ${login.json<{ token: string }>().token}` };
  await signIn(api, user);
  await signIn(api, user);
  const sessions = await listSessions();
  expect(sessions).toHaveLength(4);
  expect(sessions.map(({ current }) => current)).toEqual([true, false, false, false]);
  const far = sessions.find(({ ip }) => ip === '203.0.113.9')!;
  expect(far).toEqual({
    id: expect.any(String),
    device: 'Chrome en Windows',
    ip: '203.0.113.9',
    created_at: expect.any(String),
    last_used_at: expect.any(String),
    expires_at: expect.any(String),
    ends_in: expect.any(Number),
    current: false,
  });
  expect(JSON.stringify(sessions)).not.toMatch(/token|hash/);
  // A new session expires first by its twelve hours without use.
  expect(far.ends_in).toBeGreaterThan(11.9 * 3600);
  expect(far.ends_in).toBeLessThanOrEqual(12 * 3600);

  const close = (id: string) => api.inject({ method: 'DELETE', url: `/api/profile/sessions/${id}`, headers });
  expect((await close(far.id)).statusCode).toBe(204);
  expect((await api.inject({ url: '/api/user', headers: there })).statusCode).toBe(401);
  expect((await close(far.id)).statusCode).toBe(404);
  expect((await close('no-es-un-id')).statusCode).toBe(404);

  const rest = await api.inject({ method: 'DELETE', url: '/api/profile/sessions', headers });
  expect(rest.json()).toEqual({ revoked: 2 });
  expect((await listSessions()).map(({ current }) => current)).toEqual([true]);
  expect((await close((await listSessions())[0]!.id)).statusCode).toBe(204);
  expect((await api.inject({ url: '/api/user', headers })).statusCode).toBe(401);
});

test('a user cannot close another’s session, but an administrator can close all sessions of a user', async () => {
  const stranger = await createUser(api, { role: 'general_manager' });
  const foreign = await signIn(api, stranger);
  const [session] = await listSessions(foreign);
  const close = await api.inject({ method: 'DELETE', url: `/api/profile/sessions/${session!.id}`, headers });
  expect(close.statusCode).toBe(404);
  expect(await listSessions(foreign)).toHaveLength(1);

  const closeAll = (own: Record<string, string>, id: string) =>
    api.inject({ method: 'DELETE', url: `/api/users/${id}/sessions`, headers: own });
  expect((await closeAll(foreign, user.id)).statusCode).toBe(403);
  const administrator = await signIn(api, await createUser(api));
  expect((await closeAll(administrator, user.id)).json()).toEqual({ revoked: 1 });
  expect((await api.inject({ url: '/api/user', headers })).statusCode).toBe(401);
  expect((await closeAll(administrator, '00000000-0000-7000-8000-000000000000')).statusCode).toBe(404);
});
