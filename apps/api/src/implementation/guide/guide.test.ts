import { addDays } from '@pauta/domain/calendar/working-time.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../../postsales/delivery-world.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
});
afterAll(() => api.close());

const path = (format: string, query: string): string => `/api/work-orders/guide.${format}?${query}`;

test('the guide has what is placed on a day for the orders chosen, and says where there is nothing', async () => {
  const day = addDays(world.today, 2);
  const at = await world.space(5);
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE inventory_items SET airs_at = '19:10' WHERE id = ${at}::uuid`),
  );
  const flight = { from: day, to: day };
  const first = await delivery.placed([world.line(at, { flight })]);
  const second = await delivery.placed([world.line(at, { flight })]);
  const [order] = await delivery.list('work-orders', `f.contract_id=${first.contract.id}`);
  const count = first.placements.length;

  const all = await delivery.call('GET', path('csv', `day=${day}`));
  expect(all.statusCode, all.body).toBe(200);
  expect(all.body.trim().split('\n')).toHaveLength(1 + count + second.placements.length);
  expect(all.headers['content-disposition']).toContain(`guia-ordenes-${day}.csv`);
  const one = await delivery.call('GET', path('csv', `day=${day}&orders=${order?.id}`));
  expect(one.body.trim().split('\n')).toHaveLength(1 + count);
  const text = await delivery.call('GET', path('txt', `day=${day}&orders=${order?.id}`));
  expect(text.body.split('\r\n')).toHaveLength(count + 1);
  const pdf = await delivery.call('GET', path('pdf', `day=${day}`));
  expect(pdf.body.startsWith('%PDF')).toBe(true);

  const nothing = await delivery.call('GET', path('csv', `day=${addDays(day, 90)}`));
  expect(nothing.json()).toMatchObject({ code: 'nothing_placed' });
  expect((await delivery.call('GET', path('csv', 'day=2026-02-31'))).statusCode).toBe(422);
  expect((await delivery.call('GET', path('csv', `day=${day}&orders=a`))).statusCode).toBe(422);
});

test('the guide has only orders that its reader may see', async () => {
  const day = addDays(world.today, 2);
  const role = await createRole(api, ['work_orders.view_own', 'work_orders.export']);
  const stranger = await createUser(api, { role });
  const answer = await api.inject({
    method: 'GET',
    url: path('csv', `day=${day}`),
    headers: await signIn(api, stranger),
  });
  expect(answer.json()).toMatchObject({ code: 'nothing_placed' });
});
