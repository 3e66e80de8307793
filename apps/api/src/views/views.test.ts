import { randomUUID } from 'node:crypto';
import type { SavedView } from '@pauta/domain/views/saved-view.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser, signIn, signInAs } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

type Headers = Record<string, string>;

let api: TestApi;
let manager: Headers;
let ana: Headers;
let luis: Headers;

beforeAll(async () => {
  api = await startTestApi();
  manager = await signInAs(api, 'sales_manager');
  ana = await signInAs(api, 'sales_rep');
  luis = await signInAs(api, 'sales_rep');
});
afterAll(() => api.close());

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  url: string,
  headers: Headers,
  payload?: object,
) => api.inject({ method, url, headers, ...(payload && { payload }) });

const save = async (headers: Headers, body: object = {}): Promise<SavedView> => {
  const response = await call('POST', '/api/views', headers, {
    resource: 'clients',
    name: `Vista ${randomUUID()}`,
    params: 'f.status=active&sort=trade_name&group=status',
    ...body,
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const list = async (headers: Headers, resource = 'clients'): Promise<SavedView[]> =>
  (await call('GET', `/api/views?resource=${resource}`, headers)).json().data;
const change = (headers: Headers, { id, row_version }: SavedView, body: object) =>
  call('PATCH', `/api/views/${id}`, { ...headers, 'if-match': `"${row_version}"` }, body);
const prefer = (headers: Headers, { id }: SavedView, body: object) =>
  call('PUT', `/api/views/${id}/preference`, headers, body);
const remove = (headers: Headers, { id, row_version }: SavedView) =>
  call('DELETE', `/api/views/${id}`, { ...headers, 'if-match': `"${row_version}"` });

describe('saving', () => {
  test('stores the normalized state of the list, visible only to its owner', async () => {
    const view = await save(ana, {
      name: '  Mis   activos ',
      params: 'cursor=x&sort=-created_at&f.status=active',
    });
    expect(view).toMatchObject({
      name: 'Mis activos',
      params: 'f.status=active',
      visibility: 'private',
      is_mine: true,
      may_edit: true,
    });
    expect((await list(ana)).map(({ id }) => id)).toContain(view.id);
    expect((await list(luis)).map(({ id }) => id)).not.toContain(view.id);
    for (const attempt of [
      await change(manager, view, { name: 'x' }),
      await prefer(luis, view, { is_pinned: true }),
      await remove(luis, view),
    ])
      expect(attempt.statusCode).toBe(404);
  });

  test.each([
    [{ params: 'f.nada=1' }, 'params'],
    [{ params: 'where=status:nada' }, 'params'],
    [{ params: 'sort=notes' }, 'params'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ resource: 'nada' }, 'resource'],
    [{ resource: '__proto__' }, 'resource'],
  ])('%j is refused', async (body, field) => {
    const response = await call('POST', '/api/views', ana, {
      resource: 'clients',
      name: 'Vista',
      params: '',
      ...body,
    });
    expect(response.statusCode, response.body).toBe(422);
    expect(Object.keys(response.json().errors)).toEqual([field]);
  });

  test('of a list that the user may not see is refused', async () => {
    const body = { resource: 'client_registrations', name: 'Nuevos', params: '' };
    expect((await call('POST', '/api/views', ana, body)).statusCode).toBe(403);
    expect((await call('GET', '/api/views?resource=client_registrations', ana)).statusCode).toBe(403);
  });

  test('twice under one name is refused, also concurrently', async () => {
    const body = { resource: 'clients', name: 'Única', params: '' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        call('POST', '/api/views', luis, { ...body, name: n % 2 === 0 ? 'Única' : 'unica' }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(9).fill(409)]);
    const [refused] = answers.filter(({ statusCode }) => statusCode === 409);
    expect(refused?.json().errors).toEqual({ name: ['Ya tiene una vista con ese nombre.'] });
  });

  test('stops at a hundred views of one list', async () => {
    const user = await createUser(api, { role: 'sales_rep' });
    await api.testDatabase.runAsSuperuser(sql`
      INSERT INTO views (resource, name, owner_id) SELECT 'clients', 'V' || n, ${user.id} FROM generate_series(1, 99) AS n`);
    const headers = await signIn(api, user);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        call('POST', '/api/views', headers, { resource: 'clients', name: `W${n}`, params: '' }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422, 422, 422]);
  });
});

describe('sharing', () => {
  test('requires its permission; then all users see the view, and users with the permission maintain it', async () => {
    const own = await save(ana);
    const refused = await change(ana, own, { visibility: 'shared' });
    expect([refused.statusCode, refused.json().permission]).toEqual([403, 'views.share']);
    const body = { resource: 'clients', name: 'Para todos', params: '', visibility: 'shared' };
    expect((await call('POST', '/api/views', ana, body)).statusCode).toBe(403);

    const shared = await save(manager, { name: 'Para todos', visibility: 'shared' });
    const [seen] = (await list(ana)).filter(({ id }) => id === shared.id);
    expect(seen).toMatchObject({ is_mine: false, may_edit: false, visibility: 'shared' });
    expect((await change(ana, shared, { name: 'Mía' })).statusCode).toBe(403);
    expect((await remove(ana, shared)).statusCode).toBe(403);

    const other = await signInAs(api, 'sales_manager');
    const renamed = await change(other, shared, { name: 'De todos' });
    expect(renamed.json().data).toMatchObject({ name: 'De todos', is_mine: false, may_edit: true });
    expect((await change(manager, shared, { name: 'Vieja' })).statusCode).toBe(412);
  });

  test('at most one view is the default for all users, under concurrent changes too', async () => {
    const views = await Promise.all(Array.from({ length: 8 }, () => save(manager, { visibility: 'shared' })));
    const answers = await Promise.all(
      views.map((view) => change(manager, view, { is_shared_default: true })),
    );
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 412)).toBe(true);
    expect((await list(ana)).filter((view) => view.is_shared_default)).toHaveLength(1);
  });

  test('a view that is no longer shared is no longer the default for all users', async () => {
    const view = await save(manager, { visibility: 'shared' });
    const chosen = (await change(manager, view, { is_shared_default: true })).json().data;
    const hidden = (await change(manager, chosen, { visibility: 'private' })).json().data;
    expect(hidden).toMatchObject({ visibility: 'private', is_shared_default: false });
    const refused = await change(manager, hidden, { is_shared_default: true });
    expect(refused.statusCode).toBe(422);
  });
});

describe('a preference', () => {
  test('belongs to one user: default, pin and order of a shared view', async () => {
    const view = await save(manager, { visibility: 'shared' });
    const answer = await prefer(ana, view, { is_default: true, is_pinned: true, position: 3 });
    expect(answer.json().data).toMatchObject({
      is_default: true,
      is_pinned: true,
      position: 3,
      row_version: 1,
    });
    expect((await list(ana))[0]?.id).toBe(view.id);
    const [foreign] = (await list(luis)).filter(({ id }) => id === view.id);
    expect(foreign).toMatchObject({ is_default: false, is_pinned: false });
    expect((await prefer(ana, view, { is_pinned: false })).json().data).toMatchObject({
      is_default: true,
      is_pinned: false,
      position: 3,
    });
  });

  test('has one default, also with concurrent changes', async () => {
    const views = await Promise.all(Array.from({ length: 12 }, () => save(luis)));
    const answers = await Promise.all(views.map((view) => prefer(luis, view, { is_default: true })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(views.map(() => 200));
    expect((await list(luis)).filter((view) => view.is_default)).toHaveLength(1);
  });
});

describe('deleting', () => {
  test('can be undone, and frees the name meanwhile', async () => {
    const view = await save(ana, { name: 'Pasajera' });
    const gone = (await remove(ana, view)).json().data as SavedView;
    expect((await list(ana)).map(({ id }) => id)).not.toContain(view.id);
    expect((await change(ana, gone, { name: 'x' })).statusCode).toBe(409);
    const again = await save(ana, { name: 'pasajera' });
    const restore = () =>
      call('POST', `/api/views/${gone.id}/restore`, { ...ana, 'if-match': `"${gone.row_version}"` });
    expect((await restore()).statusCode).toBe(409);
    await remove(ana, again);
    expect((await restore()).json().data).toMatchObject({ id: view.id, name: 'Pasajera' });
  });

  test('is logged', async () => {
    const view = await save(ana);
    await remove(ana, view);
    const rows = await api.database.query<{ action: string }>(sql`
      SELECT action FROM audit_log WHERE entity = 'views' AND entity_id = ${view.id} ORDER BY id`);
    expect(rows.map(({ action }) => action)).toEqual(['create', 'archive']);
  });
});

test('requires a session and valid input', async () => {
  expect((await call('GET', '/api/views?resource=clients', {})).statusCode).toBe(401);
  expect((await call('GET', '/api/views', ana)).statusCode).toBe(422);
  expect(
    (await call('PATCH', '/api/views/x', { ...ana, 'if-match': '"1"' }, { name: 'x' })).statusCode,
  ).toBeLessThan(500);
  const view = await save(ana);
  expect((await call('PATCH', `/api/views/${view.id}`, ana, { name: 'x' })).statusCode).toBe(428);
  for (const body of [{}, { owner_id: randomUUID() }, { name: 5 }, { visibility: 'role' }])
    expect((await change(ana, view, body)).statusCode, JSON.stringify(body)).toBe(422);
  for (const body of [{}, { position: -1 }, { is_default: 'x' }])
    expect((await prefer(ana, view, body)).statusCode, JSON.stringify(body)).toBe(422);
});
