import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../delivery-world.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
});
afterAll(() => api.close());

test('a client shows what is delivered of its contracts, and nobody sees more than their permissions say', async () => {
  const { contract, quota } = await delivery.placed([world.line(await world.space(5))]);
  const { id: client } = contract.client_id as { id: string };
  const path = `/api/clients/${client}/delivery`;
  const answer = await delivery.call('GET', path);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json().data).toMatchObject({
    quotas: {
      total: 1,
      rows: [{ id: quota.id, contract: contract.number, done: 0, of: quota.contracted }],
    },
    orders: { total: 1, rows: [{ status: 'pending' }] },
    reports: { total: 0 },
    missed: { total: 0 },
  });

  const seen = async (permissions: readonly string[]) => {
    const headers = await signIn(api, await createUser(api, { role: await createRole(api, permissions) }));
    return api.inject({ url: path, headers });
  };
  expect((await seen(['clients.view_all'])).statusCode).toBe(403);
  expect((await seen(['work_orders.view_all'])).statusCode).toBe(404);
  const some = (await seen(['clients.view_all', 'work_orders.view_all', 'placements.view_own'])).json().data;
  expect(some).toMatchObject({ orders: { total: 1 }, quotas: { total: 0 }, reports: null });
});

test('the rest of a part is found in its list by its contracts, of an agency too', async () => {
  const item = await world.space(20);
  const contract = await delivery.sign(Array.from({ length: 9 }, () => world.line(item)));
  const { id: client } = contract.client_id as { id: string };
  const made = await delivery.call('POST', '/api/agencies', await sampleBody(api.database, agencies, 30));
  expect(made.statusCode, made.body).toBe(201);
  const agency = made.json().data.id;
  // A signed contract keeps its agency.
  await api.testDatabase.runAsSuperuser(sql`
    UPDATE contracts SET agency_id = ${agency}::uuid WHERE id = ${contract.id}::uuid`);
  for (const path of [`clients/${client}`, `agencies/${agency}`]) {
    const { quotas, reports } = (await delivery.call('GET', `/api/${path}/delivery`)).json().data;
    expect(quotas.rows, path).toHaveLength(8);
    expect(quotas.contracts, path).toContain(contract.id);
    expect(reports.contracts).toEqual([]);
    const list = await delivery.call(
      'GET',
      `/api/quotas?f.pending=1..&f.contract_id=${quotas.contracts.join()}`,
    );
    expect(list.json().total, path).toBe(quotas.total);
  }
});
