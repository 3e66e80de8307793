import { afterAll, beforeAll, expect, test } from 'vitest';
import { importer } from '../../import-export/fixtures.ts';
import { createRole, createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let headers: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
});
afterAll(() => api.close());

test('points are imported from a file, several shops of one name among them; wrong places are named', async () => {
  const client = importer(api, headers);
  const file = [
    'Nombre,Latitud,Longitud,Tipo',
    'Supermercado Bravo,18.50,-69.90,Supermercado',
    'Supermercado Bravo,18.51,-69.91,Supermercado',
    'Obelisco,18.4613,-69.9129,',
    'En otro planeta,98,-69.9,',
    'Con coma,18.5,-69.9,"Bar, café"',
  ].join('\n');
  const checked = await client.check((await client.start('points-of-interest', file)).id);
  expect(checked.counts).toMatchObject({ new: 3, error: 2, duplicate: 0 });
  const wrong = await client.rows(checked.id, 'verdict=error');
  expect(wrong.map(({ errors }: { errors: object }) => errors)).toEqual([
    [{ field: 'latitude', message: 'Debe ser 90 o menos.' }],
    [{ field: 'kind', message: 'Use letras, números, espacios y guiones, sin comas.' }],
  ]);
  await client.commit(checked.id);
  const answer = await api.inject({ url: '/api/points-of-interest/points?q=bravo', headers });
  expect(answer.json()).toMatchObject({ total: 2, missing: 0, others: 0 });
});

test('any user sees them; only those who care for the inventory change them', async () => {
  const reader = await signIn(
    api,
    await createUser(api, { role: await createRole(api, ['clients.view_all']) }),
  );
  const payload = { name: 'Parque', latitude: '18.5', longitude: '-69.9' };
  expect((await api.inject({ url: '/api/points-of-interest', headers: reader })).statusCode).toBe(200);
  const refused = await api.inject({
    method: 'POST',
    url: '/api/points-of-interest',
    headers: reader,
    payload,
  });
  expect(refused.statusCode).toBe(403);
});
