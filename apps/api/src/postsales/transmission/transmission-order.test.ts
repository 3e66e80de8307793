import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../delivery-world.ts';
import { readStationOrders } from './read-order.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
});
afterAll(() => api.close());

test('the order says what each station airs, on which days, and is printed for whoever sees its quotas', async () => {
  const at = await world.space(5);
  const flight = { from: addDays(world.today, 2), to: addDays(world.today, 4) };
  const { contract, placements } = await delivery.placed([world.line(at, { flight })]);
  const user = await createUser(api);
  const headers = await signIn(api, user);
  const path = `/api/contracts/${contract.id}/transmission-order.pdf`;
  const printed = await api.inject({ url: path, headers });
  expect(printed.statusCode, printed.body.slice(0, 300)).toBe(200);
  expect(printed.body.startsWith('%PDF')).toBe(true);
  const ofSpace = await api.inject({ url: `${path}?space=${at}`, headers });
  expect(ofSpace.statusCode).toBe(200);
  const wrong = await api.inject({ url: `${path}?space=${contract.id}`, headers });
  expect(wrong.json()).toMatchObject({ code: 'not_aired' });
  expect((await api.inject({ url: path.replace(contract.id, at), headers })).statusCode).toBe(404);

  const [station] = await readStationOrders(api.database, { contract: contract.id, space: null }, {
    userId: user.id,
    permissions: new Set(['placements.view_all']),
  } as never);
  expect(station?.lines).toHaveLength(1);
  const units = station?.spots.reduce((sum, cells) => sum + Number(cells[6]?.replaceAll(',', '')), 0);
  expect(units).toBe(placements.reduce((sum, { load }) => sum + Number(load), 0));

  const own = await createRole(api, ['placements.view_own', 'contracts.view_own']);
  const stranger = await signIn(api, await createUser(api, { role: own }));
  expect((await api.inject({ url: path, headers: stranger })).statusCode).toBe(404);
});
