import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, signIn, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let boss: TestUser;
let headers: Record<string, string>;
let roles: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  boss = await createUser(api, { full_name: 'Administradora' });
  headers = await signIn(api, boss);
  const rows = await api.database.query<{ id: string; name: string }>(sql`SELECT id, name FROM roles`);
  roles = Object.fromEntries(rows.map(({ id, name }) => [name, id]));
});
afterAll(() => api.close());

const read = async (id: string): Promise<AnyRecord> =>
  (await api.inject({ url: `/api/users/${id}`, headers })).json().data;
const patch = (id: string, payload: object, version: number) =>
  api.inject({
    method: 'PATCH',
    url: `/api/users/${id}`,
    payload,
    headers: { ...headers, 'if-match': `"${version}"` },
  });

test('a change of roles makes a new version of the user, and appears in the history', async () => {
  const { id } = await createUser(api, { role: 'sales_rep', full_name: 'Ana Peñaló' });
  const { row_version } = await read(id);
  const changed = await patch(id, { role_ids: [roles.planner, roles.billing] }, row_version);
  expect(changed.statusCode, changed.body).toBe(200);
  expect(changed.json().data.row_version).toBe(row_version + 1);
  expect(changed.json().data.role_ids.map(({ label }: { label: string }) => label)).toEqual([
    'Facturación',
    'Planificación/Preventa',
  ]);
  expect((await patch(id, { role_ids: [roles.auditor] }, row_version)).statusCode).toBe(412);
  expect((await patch(id, { role_ids: [] }, row_version + 1)).statusCode).toBe(422);

  const { data } = (await api.inject({ url: `/api/users/${id}/history`, headers })).json();
  expect(data.at(-1)).toMatchObject({
    title: 'Usuario actualizado',
    actor: { id: boss.id, name: 'Administradora' },
    changes: [
      {
        field: 'role_ids',
        sentence: 'Cambió «Roles» de «Ejecutivo de Ventas» a «Facturación, Planificación/Preventa».',
      },
    ],
  });
});

test('a pending user is approved with roles, in one version', async () => {
  const { id } = await createUser(api, { status: 'pending', full_name: 'Luis Gómez' });
  const { row_version } = await read(id);
  const approved = await api.inject({
    method: 'POST',
    url: `/api/users/${id}/approve`,
    payload: { role_ids: [roles.sales_rep] },
    headers: { ...headers, 'if-match': `"${row_version}"` },
  });
  expect(approved.statusCode, approved.body).toBe(200);
  expect(approved.json().data).toMatchObject({ status: 'active', role_ids: [{ code: 'sales_rep' }] });
  const { data } = (await api.inject({ url: `/api/users/${id}/history`, headers })).json();
  expect(data.at(-1)).toMatchObject({ action: 'approve', title: 'Usuario aprobado' });
  expect(
    data
      .at(-1)
      .changes.map(({ field }: { field: string }) => field)
      .sort(),
  ).toEqual(['role_ids', 'status']);
});

test('the last administrator keeps the role', async () => {
  const { row_version } = await read(boss.id);
  const response = await patch(boss.id, { role_ids: [roles.auditor] }, row_version);
  expect(response.statusCode).toBe(422);
  expect(response.json().message).toMatch(/último administrador/);
});

test('people to choose from are the active ones, for everybody who works here', async () => {
  const seller = await createUser(api, { role: 'sales_rep', full_name: 'Vendedora Activa' });
  const gone = await createUser(api, {
    role: 'sales_rep',
    status: 'suspended',
    full_name: 'Vendedor Suspendido',
  });
  const theirs = await signIn(api, seller);
  const options = async (query: string) =>
    (
      (await api.inject({ url: `/api/users/options?${query}`, headers: theirs })).json().data as {
        label: string;
      }[]
    ).map(({ label }) => label);
  expect(await options('q=vendedor')).toEqual(['Vendedora Activa']);
  expect(await options(`q=xyzzy&ids=${gone.id}`)).toEqual(['Vendedor Suspendido']);
  expect((await api.inject({ url: '/api/users', headers: theirs })).statusCode).toBe(403);
});
