import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type ContractWorld, makeContractWorld } from '../contracts/contract-fixtures.ts';
import { type AddendaWorld, linesOfAddendum, makeAddendaWorld } from './addenda-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let addenda: AddendaWorld;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  addenda = makeAddendaWorld(api, world);
});
afterAll(() => api.close());

const day = (offset: number): string => addDays(world.today, offset);
const planned = (contractId: string) =>
  api.database.query<{ due_on: string; amount: string }>(sql`
    SELECT due_on::text, amount::text FROM instalments_in_force
    WHERE contract_id = ${contractId}::uuid ORDER BY due_on`);

/** A contract of 2000.00 in equal months, of which the second half runs in the last days. */
const halfAtTheEnd = async (): Promise<AnyRecord> =>
  addenda.signed([
    world.line(await world.space(5)),
    world.line(await world.space(5), { flight: { from: day(150), to: day(159) } }),
  ]);

/** A draft that removes the second line, which was 1000.00, from the day on which it begins. */
const withoutTheEnd = async (contract: AnyRecord): Promise<AnyRecord> => {
  const draft = await addenda.draft(contract.id, day(150));
  const [, last] = linesOfAddendum(draft);
  const changed = await addenda.patch(draft.id, { lines: { put: [{ id: last?.id, op: 'remove' }] } });
  expect(changed.statusCode, changed.body).toBe(200);
  return changed.json().data;
};

test('a reduction by more than the instalments left is spread over those that are not billed yet', async () => {
  const contract = await halfAtTheEnd();
  const draft = await withoutTheEnd(contract);
  const left = (await planned(contract.id)).filter(({ due_on }) => due_on >= day(150));
  expect(Number(sum(left.map(({ amount }) => amount)))).toBeLessThan(1000);
  const proposed = await addenda.run(draft.id, 'plan_billing');
  expect(proposed.statusCode, proposed.body).toBe(200);
  expect((await addenda.read(draft.id)).scheduled).toBe('-1000.00');
  expect((await addenda.run(draft.id, 'submit')).statusCode).toBe(200);
  expect((await addenda.apply(draft.id)).statusCode).toBe(200);
  const after = await planned(contract.id);
  expect(after.filter(({ amount }) => amount.startsWith('-'))).toEqual([]);
  expect(sum(after.map(({ amount }) => amount))).toBe('1000.00');
});

test('instalments below zero are not signed, by the API or by SQL', async () => {
  const contract = await halfAtTheEnd();
  const draft = await withoutTheEnd(contract);
  const [first] = await planned(contract.id);
  const typed = await addenda.patch(draft.id, {
    instalments: { put: [{ id: newLineId(), due_on: first?.due_on, amount: '-1000.00' }] },
  });
  expect(typed.statusCode, typed.body).toBe(200);
  expect((await addenda.run(draft.id, 'submit')).json()).toMatchObject({
    status: 409,
    reasons: [{ code: 'instalment_below_zero', text: expect.stringMatching(/quedaría en -RD\$/) }],
  });
  await api.database.query(sql`UPDATE addenda SET status = 'pending_signature' WHERE id = ${draft.id}::uuid`);
  expect((await addenda.apply(draft.id)).json().reasons).toMatchObject([{ code: 'instalment_below_zero' }]);
  await expect(
    api.database.query(
      sql`UPDATE addenda SET status = 'applied', signed_on = current_date WHERE id = ${draft.id}::uuid`,
    ),
  ).rejects.toThrow(/below zero/);
  expect((await addenda.run(draft.id, 'return', {})).statusCode).toBe(200);
  expect((await addenda.run(draft.id, 'plan_billing')).statusCode).toBe(200);
  expect(linesIn(await addenda.read(draft.id), 'instalments').length).toBeGreaterThan(1);
  expect((await addenda.run(draft.id, 'submit')).statusCode).toBe(200);
  expect((await addenda.apply(draft.id)).statusCode).toBe(200);
});
