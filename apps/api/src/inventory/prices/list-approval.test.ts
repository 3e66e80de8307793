import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { makePricesWorld, type PricesWorld } from './prices-fixtures.ts';

let api: TestApi;
let world: PricesWorld;
let manager: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  world = await makePricesWorld(api);
  manager = await signInAs(api, 'general_manager');
});
afterAll(() => api.close());

const codesOf = (answer: { json(): { reasons?: readonly { code: string }[] } }): readonly string[] =>
  (answer.json().reasons ?? []).map(({ code }) => code);

const copyOf = async (list: AnyRecord, code: string, year: number, pct: string): Promise<AnyRecord> => {
  const answer = await world.run(list, 'copy', {
    code,
    name: code,
    valid: { from: `${year}-01-01`, to: `${year}-12-31` },
    adjust_pct: pct,
    decimals: 2,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data;
};

const read = async ({ id }: AnyRecord): Promise<AnyRecord> =>
  (await api.inject({ url: `/api/price-lists/${id}`, headers: world.headers })).json().data;

const approvalsOf = async ({ id }: AnyRecord): Promise<readonly AnyRecord[]> =>
  (
    await api.inject({
      url: `/api/approvals?f.kind=price_lists&f.record_id=%3D${id}&sort=created_at&fields=*`,
      headers: manager,
    })
  ).json().data;

const approve = (approval: AnyRecord, headers = manager) =>
  api.inject({
    method: 'POST',
    url: `/api/approvals/${approval.id}/approve`,
    payload: {},
    headers: { ...headers, 'if-match': `"${approval.row_version}"` },
  });

const request = async (list: AnyRecord): Promise<AnyRecord> => {
  const answer = await world.run(list, 'request_approval');
  expect(answer.statusCode, answer.body).toBe(200);
  const pending = (await approvalsOf(list)).filter(({ status }) => status === 'pending');
  expect(pending).toHaveLength(1);
  return pending[0] as AnyRecord;
};

test('a list that falls by more than the limit is published once exactly its prices are approved', async () => {
  const before = await world.published({ kind: 'special', valid: { from: '2090-01-01', to: '2090-12-31' } });
  const draft = await copyOf(before, 'BAJA', 2091, '-12');
  const refused = await world.run(draft, 'publish');
  expect(refused.statusCode).toBe(409);
  expect(codesOf(refused)).toEqual(['approval_needed']);
  expect(refused.json().reasons[0].text).toContain('1 precio baja más de 10 % frente a');

  const first = await request(draft);
  expect((await approve(first)).statusCode).toBe(200);

  // A price beside the list is part of what was approved.
  const [price] = await world.linesOf(draft);
  const lowered = await world.patch(await read(draft), {
    prices: { put: [{ id: price?.id, unit_price: '500' }] },
  });
  expect(lowered.statusCode, lowered.body).toBe(200);
  expect(codesOf(await world.run(await read(draft), 'publish'))).toEqual(['approval_needed']);
  expect((await approvalsOf(draft)).map(({ status }) => status)).toEqual(['fallen']);

  const second = await request(await read(draft));
  // A command changes all prices; the request of the other prices is replaced.
  const adjusted = await world.run(await read(draft), 'adjust', { adjust_pct: '20', decimals: 2 });
  expect(adjusted.statusCode, adjusted.body).toBe(200);
  const third = await request(await read(draft));
  expect(third.id).not.toBe(second.id);
  expect((await approve(third, world.headers)).statusCode).toBe(403);
  expect((await approve(third)).statusCode).toBe(200);
  const published = await world.run(await read(draft), 'publish');
  expect(published.statusCode, published.body).toBe(200);
});

test('copying drafts does not lower prices in steps, and what falls less needs nobody', async () => {
  const before = await world.published({ kind: 'seasonal', valid: { from: '2090-01-01', to: '2090-12-31' } });
  const once = await copyOf(before, 'PASO-1', 2091, '-8');
  const twice = await copyOf(once, 'PASO-2', 2092, '-8');
  expect(codesOf(await world.run(twice, 'publish'))).toEqual(['approval_needed']);
  expect((await world.run(once, 'request_approval')).json().reasons).toMatchObject([
    { code: 'no_approval_needed' },
  ]);
  expect((await world.run(once, 'publish')).statusCode).toBe(200);
});
