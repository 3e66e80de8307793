import { clients } from '@pauta/domain/crm/clients/client.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OpenStream, openEvents } from '../testing/read-events.ts';
import { sampleBody } from '../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

let api: TestApi;
let address: string;
let ana: TestUser;
let own: Record<string, string>;
let admin: Record<string, string>;
let client: string;
const streams: OpenStream[] = [];

beforeAll(async () => {
  api = await startTestApi();
  address = await api.app.listen({ host: '127.0.0.1', port: 0 });
  admin = await signInAs(api, 'admin');
  ana = await createUser(api, { role: 'sales_rep', full_name: 'Ana Peñaló' });
  own = await signIn(api, ana);
  const payload = { ...(await sampleBody(api.database, clients, 1)), primary_sales_rep_id: ana.id };
  const made = await api.inject({ method: 'POST', url: '/api/clients', headers: admin, payload });
  client = made.json().data.id;
});
afterAll(() => api.close());
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

const open = async (headers: Record<string, string>): Promise<OpenStream> => {
  const stream = await openEvents(address, headers);
  streams.push(stream);
  return stream;
};
const tell = (headers: Record<string, string>, values: object = {}) =>
  api.inject({
    method: 'PUT',
    url: '/api/presence',
    headers,
    payload: { resource: 'clients', id: client, line: null, field: 'notes', text: 'Hola', ...values },
  });

test('what is typed reaches those who see the record, and nobody else', async () => {
  const luis = await createUser(api, { role: 'sales_rep', full_name: 'Luis' });
  const [all, herself, other] = [await open(admin), await open(own), await open(await signIn(api, luis))];
  expect((await tell(own)).statusCode).toBe(204);
  const heard = await all.until(({ event }) => event === 'presence');
  expect(heard.data).toEqual({
    resource: 'clients',
    id: client,
    line: null,
    field: 'notes',
    text: 'Hola',
    by: { id: ana.id, name: 'Ana Peñaló' },
  });
  await tell(own, { text: null });
  await all.until(({ event, data }) => event === 'presence' && data.text === null);
  expect(other.of('presence')).toEqual([]);
  expect(herself.of('presence')).toEqual([]);
});

test('nothing is told of a record that the caller may not change, nor of a part that is not written', async () => {
  const luis = await signIn(api, await createUser(api, { role: 'sales_rep', full_name: 'Luis' }));
  const auditor = await signInAs(api, 'auditor');
  expect((await tell(luis)).statusCode).toBe(404);
  expect((await tell(auditor)).statusCode).toBe(404);
  const wrong: readonly [object, number][] = [
    [{ resource: 'nada' }, 404],
    [{ resource: 'toString' }, 404],
    [{ id: 'x' }, 404],
    [{ line: 'x' }, 404],
    [{ id: '01900000-0000-7000-8000-000000000000' }, 404],
    [{ field: 'nada' }, 422],
    [{ field: '__proto__' }, 422],
    [{ field: 'overdue_balance' }, 422],
    [{ line: client }, 422],
    [{ text: 'x'.repeat(201) }, 422],
    [{ text: 5 }, 422],
    [{ more: 1 }, 422],
  ];
  for (const [values, status] of wrong)
    expect((await tell(own, values)).statusCode, JSON.stringify(values)).toBe(status);
  expect((await tell({})).statusCode).toBe(401);
});
