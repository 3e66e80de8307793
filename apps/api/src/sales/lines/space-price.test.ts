import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRole, createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { flight, makeSpace, quoteWorld } from '../quotes/fixtures.ts';

let api: TestApi;
let admin: Record<string, string>;
let world: Awaited<ReturnType<typeof quoteWorld>>;

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api, 'admin');
  world = await quoteWorld(api, admin);
});
afterAll(() => api.close());

const ask = (itemId: string, headers = admin, query = `from=${flight.from}&to=${flight.to}`) =>
  api.inject({ url: `/api/availability/${itemId}/price?${query}`, headers });

test('the price of a unit on each day is explained step by step', async () => {
  const answer = await ask(world.space);
  expect(answer.statusCode, answer.body).toBe(200);
  const { list, explanation } = answer.json().data;
  expect(list).toBe('Tarifario de prueba');
  expect(
    explanation.rows.slice(0, 2).map(({ label, value }: { label: string; value: string }) => [label, value]),
  ).toEqual([
    ['Precio del espacio', 'RD$1,000.00'],
    ['Bruto', 'RD$10,000.00'],
  ]);
});

test('a space in no list has none', async () => {
  expect((await ask(await makeSpace(api, 'PRUEBA-C'))).json()).toEqual({ data: null });
});

test('it is for those who see prices, of a space that exists, with a valid period', async () => {
  const blind = await createRole(api, ['inventory.view_all', 'availability.view']);
  const headers = await signIn(api, await createUser(api, { role: blind }));
  expect((await ask(world.space, headers)).statusCode).toBe(403);
  expect((await ask(world.space, admin, 'from=2027-01-02&to=2027-01-01')).statusCode).toBe(422);
  expect((await ask('01890a5d-ac96-774b-bcce-b30209000001')).statusCode).toBe(404);
});
