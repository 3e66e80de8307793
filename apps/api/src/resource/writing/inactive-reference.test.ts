import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let headers: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
});
afterAll(() => api.close());

const create = async (body: object) =>
  (
    await api.inject({
      method: 'POST',
      url: '/api/industries',
      headers,
      payload: { regulated: 'none', sort_order: 1, ...body },
    })
  ).json().data;
const listed = async (id: string) =>
  (await api.inject({ url: '/api/industries?q=metal&limit=100', headers }))
    .json()
    .data.find((one: { id: string }) => one.id === id);
const offered = async (): Promise<string[]> =>
  (await api.inject({ url: '/api/industries/options?q=metal', headers }))
    .json()
    .data.map((one: { label: string }) => one.label);

test('a reference to a value that was switched off or archived is kept and marked, and is not offered', async () => {
  const parent = await create({ code: 'METAL', name: 'Metalistería' });
  const child = await create({ code: 'METAL-1', name: 'Metalistería fina', parent_id: parent.id });
  expect((await listed(child.id)).parent_id).toEqual({ id: parent.id, label: 'Metalistería', code: 'METAL' });
  expect(await offered()).toContain('Metalistería');

  const off = await api.inject({
    method: 'PATCH',
    url: `/api/industries/${parent.id}`,
    headers: { ...headers, 'if-match': `"${parent.row_version}"` },
    payload: { is_active: false },
  });
  expect(off.statusCode).toBe(200);
  expect((await listed(child.id)).parent_id).toEqual({
    id: parent.id,
    label: 'Metalistería',
    code: 'METAL',
    inactive: true,
  });
  expect(await offered()).not.toContain('Metalistería');

  const one = await api.inject({ url: `/api/industries/${child.id}`, headers });
  expect(one.json().data.parent_id).toMatchObject({ inactive: true });
});
