import { capacityOverrides } from '@pauta/domain/inventory/overrides/capacity-override.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRecordFixture } from '../../crm/record-fixtures.ts';
import { createUser, signIn } from '../../testing/sign-in.ts';
import { advanceHolds } from '../holds/advance-holds.ts';
import { addClient, addSpace, atOnce, differences } from '../inventory-fixtures.ts';

let it: Awaited<ReturnType<typeof startRecordFixture>>;
let client: { clientId: string; ownerId: string };
let manager: { authorization: string };

beforeAll(async () => {
  it = await startRecordFixture();
  client = await addClient(it.api);
  manager = await signIn(it.api, await createUser(it.api, { role: 'sales_manager' }));
});
afterAll(() => it.api.close());

const days = { from: '2027-03-01', to: '2027-03-07' };
const ask = (itemId: string, more: object = {}) =>
  it.post('capacity-overrides', {
    inventory_item_id: itemId,
    dates: days,
    units: 2,
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    reason: 'El clásico del domingo trae más cortes',
    ...more,
  });
const asked = async (itemId: string, more: object = {}): Promise<AnyRecord> => {
  const response = await ask(itemId, more);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const hold = (itemId: string, units: number, flight = days) =>
  it.post('holds', {
    client_id: client.clientId,
    owner_id: client.ownerId,
    inventory_item_id: itemId,
    flight,
    units_per_day: units,
  });
const extra = (itemId: string) =>
  it.api.database.query<{ extra: number; overridden: boolean }>(
    sql`SELECT DISTINCT extra, overridden FROM occupancy WHERE item_id = ${itemId}::uuid ORDER BY extra`,
  );

test('an override lets a space be sold above its capacity once somebody else approved it, and no further', async () => {
  const space = await addSpace(it.api, { capacity: 20 });
  expect((await hold(space, 20)).statusCode).toBe(201);
  const record = await asked(space);
  expect(record).toMatchObject({ status: 'requested', limit_pct: '10.0000' });
  expect((await hold(space, 1)).statusCode).toBe(409);
  expect((await it.act(capacityOverrides, record, 'approve')).statusCode).toBe(403);
  const approved = await it.act(capacityOverrides, record, 'approve', {}, manager);
  expect(approved.json().data).toMatchObject({ status: 'approved' });
  expect((await hold(space, 1)).statusCode).toBe(201);
  expect((await hold(space, 2)).statusCode).toBe(409);
  expect((await hold(space, 1)).statusCode).toBe(201);
  expect((await hold(space, 1)).statusCode).toBe(409);
  // Only on its days.
  expect((await hold(space, 21, { from: '2027-03-08', to: '2027-03-08' })).statusCode).toBe(409);
  expect(await differences(it.api.database)).toEqual([]);
});

test('what nobody took ends with it, what was taken stays, and the days keep their mark', async () => {
  const space = await addSpace(it.api, { capacity: 20 });
  const record = await asked(space);
  await it.act(capacityOverrides, record, 'approve', {}, manager);
  expect((await hold(space, 21, { from: '2027-03-01', to: '2027-03-01' })).statusCode).toBe(201);
  const current = await it.read(capacityOverrides, record.id);
  expect((await it.act(capacityOverrides, current, 'end', {}, manager)).statusCode).toBe(200);
  expect(await extra(space)).toEqual([
    { extra: 0, overridden: true },
    { extra: 1, overridden: true },
  ]);
  expect((await hold(space, 21, { from: '2027-03-02', to: '2027-03-02' })).statusCode).toBe(409);
});

test('past its time it ends before the server notices, and by itself', async () => {
  const [space, other] = [await addSpace(it.api, { capacity: 20 }), await addSpace(it.api, { capacity: 20 })];
  const { testDatabase } = it.api;
  for (const id of [space, other]) {
    const record = await asked(id);
    await it.act(capacityOverrides, record, 'approve', {}, manager);
    await testDatabase.runAsSuperuser(sql`ALTER TABLE capacity_overrides DISABLE TRIGGER keep`);
    await it.direct(
      sql`UPDATE capacity_overrides SET expires_at = now() - interval '1 second' WHERE id = ${record.id}::uuid`,
    );
    await testDatabase.runAsSuperuser(sql`ALTER TABLE capacity_overrides ENABLE TRIGGER keep`);
  }
  expect((await hold(space, 21)).statusCode).toBe(409);
  await advanceHolds(it.api.app);
  expect(await extra(other)).toEqual([{ extra: 0, overridden: true }]);
});

test('it stays within its limit of the capacity, also when several are approved at once', async () => {
  const space = await addSpace(it.api, { capacity: 20 });
  expect((await ask(space, { units: 3 })).json().errors.units[0]).toContain('Pida como máximo 2');
  const single = await addSpace(it.api, { capacity: 1 });
  expect((await ask(single, { units: 1 })).json().errors.units[0]).toContain('no admite más');
  const many = [];
  for (let place = 0; place < 5; place += 1) many.push(await asked(space, { units: 1 }));
  const answers = await atOnce(
    many.map((one) => () => it.act(capacityOverrides, one, 'approve', {}, manager)),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 422, 422, 422]);
  expect(await extra(space)).toEqual([{ extra: 2, overridden: true }]);
});

test('the inbox of approvals decides it; who asked withdraws it; input is refused beside its cause', async () => {
  const space = await addSpace(it.api, { capacity: 20 });
  const decideIn = async (record: AnyRecord, name: string) => {
    const [approval] = await it.get(
      `approvals?f.kind=capacity_overrides&f.record_id=%3D${record.id}&fields=*`,
    );
    const version = { 'if-match': `"${approval.row_version}"` };
    return it.post(`approvals/${approval.id}/${name}`, { reason: 'Visto con tráfico' }, version, manager);
  };
  const one = await asked(space, { units: 1 });
  expect((await decideIn(one, 'approve')).statusCode).toBe(200);
  expect(await it.read(capacityOverrides, one.id)).toMatchObject({
    status: 'approved',
    decision_reason: 'Visto con tráfico',
  });
  const other = await asked(space, { units: 1 });
  expect((await decideIn(other, 'reject')).statusCode).toBe(200);
  expect(await it.read(capacityOverrides, other.id)).toMatchObject({ status: 'rejected' });
  const third = await asked(space, { units: 1 });
  expect((await it.act(capacityOverrides, third, 'withdraw', {}, manager)).statusCode).toBe(409);
  expect((await it.act(capacityOverrides, third, 'withdraw')).statusCode).toBe(200);
  expect(
    (await ask(space, { dates: { from: '2026-01-01', to: '2027-03-01' } })).json().errors,
  ).toHaveProperty('dates');
  expect((await ask(space, { expires_at: '2026-01-01T00:00:00Z' })).json().errors).toHaveProperty(
    'expires_at',
  );
  const closed = await addSpace(it.api, { capacity: 20, days: ['1'] });
  expect(
    (await ask(closed, { dates: { from: '2027-03-02', to: '2027-03-03' } })).json().errors,
  ).toHaveProperty('dates');
});

test('the database keeps what was decided', async () => {
  const space = await addSpace(it.api, { capacity: 20 });
  const record = await asked(space);
  const change = (statement: ReturnType<typeof sql>) =>
    it.direct(statement).then(
      () => 'done',
      ({ constraint }: { constraint?: string }) => constraint,
    );
  expect(
    await change(
      sql`UPDATE capacity_overrides SET status = 'approved', decided_by_id = requested_by_id WHERE id = ${record.id}::uuid`,
    ),
  ).toBe('capacity_overrides_other_decides');
  expect(
    await change(sql`UPDATE capacity_overrides SET status = 'approved' WHERE id = ${record.id}::uuid`),
  ).toBe('capacity_overrides_decided');
  expect(await change(sql`UPDATE capacity_overrides SET units = 9 WHERE id = ${record.id}::uuid`)).toBe(
    'capacity_overrides_stays',
  );
});
