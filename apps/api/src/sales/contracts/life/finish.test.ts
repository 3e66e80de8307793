import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingFixture, billingFixture } from '../../../billing/testing/billing-fixture.ts';
import { systemChange } from '../../../platform/database/database.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../../../postsales/delivery-world.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { type ContractWorld, makeContractWorld } from '../contract-fixtures.ts';
import { activateDue, finishDue } from '../move-by-date.ts';

let api: TestApi;
let billing: BillingFixture;
let world: ContractWorld;
let delivery: DeliveryWorld;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
});
afterAll(() => api.close());

const day = (days: number): string => addDays(world.today, days);

/** A contract in force whose flight ended yesterday: three units at 100.00, and more lines. */
const over = async (values: object = {}, more: readonly object[] = []): Promise<AnyRecord> => {
  const flight = { from: day(-3), to: day(-1) };
  const lines = [world.line(await world.space(2), { flight }), ...more];
  const { id } = await world.pending(await world.client(), lines, {
    flight,
    valid: { from: day(-3), to: null },
    ...values,
  });
  const signed = await world.run(id, 'sign', { signed_on: world.today });
  expect(signed.statusCode, signed.body).toBe(200);
  await activateDue(api.app, new Date());
  return world.read(id);
};
/** Places everything, and records what became of the placements: as many as there are results. */
const settle = async (
  contract: AnyRecord,
  results: readonly ('aired' | 'not_aired')[],
): Promise<AnyRecord[]> => {
  const quota = await delivery.quotaOf(contract);
  await delivery.call('POST', `/api/quotas/${quota.id}/place`, {});
  const placements = await delivery.placementsOf(quota);
  const reason = await api.database.one<{ id: string }>(sql`SELECT id FROM reasons ORDER BY id LIMIT 1`);
  await api.database.transaction(systemChange('fixture'), async (tx) => {
    for (const [index, result] of results.entries())
      await tx.query(sql`
        UPDATE placements SET status = ${result},
          aired_at = CASE WHEN ${result} = 'aired' THEN now() END,
          reason_id = CASE WHEN ${result} = 'not_aired' THEN ${reason?.id}::uuid END
        WHERE id = ${placements[index]?.id}::uuid`);
  });
  return delivery.placementsOf(quota);
};
const reasonsOf = async (contract: AnyRecord): Promise<readonly string[]> => {
  const refused = await world.run(contract.id, 'finish');
  expect(refused.statusCode, refused.body).toBe(409);
  return refused.json().reasons.map(({ text }: { text: string }) => text);
};

test('what is open is named with where to settle it; then it is finished', async () => {
  const contract = await over({ billing_plan: 'upfront' });
  expect(await reasonsOf(contract)).toEqual(['Quedan 3 unidades por compensar o acreditar.']);
  const placements = await settle(contract, ['aired', 'not_aired']);
  const refused = await world.run(contract.id, 'finish');
  expect(refused.json().reasons).toMatchObject([
    {
      text: 'Queda 1 colocación sin reconciliar.',
      fix: {
        path: `/postventa/gestion-cupos/colocaciones?f.contract_id=${contract.id}&f.status=scheduled,confirmed`,
      },
    },
    {
      text: 'Queda 1 unidad por compensar o acreditar.',
      fix: { path: `/postventa/gestion-cupos?f.contract_id=${contract.id}` },
    },
  ]);
  const { data } = (await delivery.call('GET', `/api/contracts/${contract.id}/commands`)).json();
  expect(data.find(({ name }: AnyRecord) => name === 'finish').reasons).toHaveLength(2);
  await settle(contract, ['aired', 'not_aired', 'aired']);
  expect(await reasonsOf(contract)).toEqual(['Queda 1 unidad por compensar o acreditar.']);
  // A makegood is open until its own result is recorded.
  const made = await delivery.call('POST', `/api/placements/${placements[1]?.id}/makegood`, {
    starts_on: world.today,
    accepted_by: 'Rosa Marte',
  });
  expect([200, 201], made.body).toContain(made.statusCode);
  expect(await reasonsOf(contract)).toEqual(['Queda 1 colocación sin reconciliar.']);
  const id = made.json().data.id;
  for (const command of ['confirm', 'mark_aired']) await delivery.done('placements', id, command);
  await finishDue(api.app, new Date());
  expect(await world.read(contract.id)).toMatchObject({ status: 'finished' });
});

test('what was billed and not delivered is given back by a credit note', async () => {
  const contract = await over({ billing_plan: 'upfront' });
  await settle(contract, ['aired', 'not_aired', 'aired']);
  const billed = await billing.call('POST', `/api/contracts/${contract.id}/bill`, {});
  const draft = await billing.read('invoices', billed.json().data.invoice_ids[0]);
  const issued = await billing.call('POST', `/api/invoices/${draft.id}/issue`, {}, draft.row_version);
  expect(issued.statusCode, issued.body).toBe(200);
  await finishDue(api.app, new Date());
  expect(await reasonsOf(contract)).toEqual(['Queda 1 unidad por compensar o acreditar.']);
  const reason = await api.database.one<{ id: string }>(
    sql`SELECT id FROM reasons WHERE kind = 'credit_note' ORDER BY id LIMIT 1`,
  );
  const noted = await billing.call('POST', `/api/invoices/${draft.id}/credit_note`, {
    reason_id: reason?.id,
  });
  expect([200, 201], noted.body).toContain(noted.statusCode);
  const note = await billing.read('invoices', noted.json().data.id ?? noted.json().data.invoice_id);
  const [line] = note.lines as AnyRecord[];
  const part = await billing.call(
    'PATCH',
    `/api/invoices/${note.id}`,
    { lines: { put: [{ id: line?.id, quantity: '1', billed_quantity: '1' }] } },
    note.row_version,
  );
  expect(part.statusCode, part.body).toBe(200);
  const given = part.json().data;
  const done = await billing.call('POST', `/api/invoices/${given.id}/issue`, {}, given.row_version);
  expect(done.statusCode, done.body).toBe(200);
  expect((await world.run(contract.id, 'finish')).statusCode).toBe(200);
});

test('billed as delivered, what was not aired is not charged; a bonus is owed', async () => {
  const charged = await over({ billing_plan: 'by_consumption' });
  await settle(charged, ['aired', 'not_aired', 'aired']);
  await finishDue(api.app, new Date());
  expect(await world.read(charged.id)).toMatchObject({ status: 'finished' });

  const bonus = world.line(await world.space(1), {
    flight: { from: day(-1), to: day(-1) },
    line_kind: 'bonus',
    agreed_price: undefined,
  });
  const withBonus = await over({ billing_plan: 'by_consumption' }, [bonus]);
  const [first] = await delivery.list('quotas', `f.contract_id=${withBonus.id}&f.contracted=3`);
  expect(first).toBeDefined();
  expect(await reasonsOf(withBonus)).toEqual(['Queda 1 unidad por compensar o acreditar.']);
});

test('a suspended contract is not finished by itself, but by a user', async () => {
  const contract = await over();
  await settle(contract, ['aired', 'aired', 'aired']);
  expect((await world.run(contract.id, 'suspend', { reason: 'Mora', spaces: 'released' })).statusCode).toBe(
    200,
  );
  await finishDue(api.app, new Date());
  expect(await world.read(contract.id)).toMatchObject({ status: 'suspended' });
  const finished = await world.run(contract.id, 'finish');
  expect(finished.json().data, finished.body).toMatchObject({ status: 'finished', suspended_on: null });
});

test('finishing and compensating at the same time: one of them is refused', async () => {
  for (let round = 0; round < 3; round += 1) {
    const contract = await over({ billing_plan: 'by_consumption' });
    const placements = await settle(contract, ['aired', 'not_aired', 'aired']);
    const [finished, made] = await Promise.all([
      world.run(contract.id, 'finish'),
      delivery.call('POST', `/api/placements/${placements[1]?.id}/makegood`, {
        starts_on: day(5),
        accepted_by: 'Rosa Marte',
      }),
    ]);
    expect([finished.statusCode === 200, [200, 201].includes(made.statusCode)].filter(Boolean)).toHaveLength(
      1,
    );
  }
});
