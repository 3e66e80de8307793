import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRecordFixture } from '../../crm/record-fixtures.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { addClient, addSpace, differences } from '../inventory-fixtures.ts';
import { expireDueHolds } from './advance-holds.ts';

let it: Awaited<ReturnType<typeof startRecordFixture>>;
let client: { clientId: string; ownerId: string };

beforeAll(async () => {
  it = await startRecordFixture();
  client = await addClient(it.api);
});
afterAll(() => it.api.close());

const bodyOf = (itemId: string, more: object = {}) => ({
  client_id: client.clientId,
  owner_id: client.ownerId,
  inventory_item_id: itemId,
  flight: { from: '2027-03-01', to: '2027-03-07' },
  ...more,
});
const hold = async (itemId: string, more: object = {}) => {
  const response = await it.post('holds', bodyOf(itemId, more));
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const taken = async (itemId: string) => {
  const rows = await it.api.database.query<{ day: string; held: number }>(
    sql`SELECT day::text, held FROM occupancy WHERE item_id = ${itemId}::uuid AND held > 0 ORDER BY day`,
  );
  return rows.map(({ day, held }) => `${day.slice(-2)}: ${held}`);
};

test('a hold takes its units on its days, seconds by their duration', async () => {
  const space = await addSpace(it.api, { capacity: 180, unit: 'seconds', days: ['1', '2', '3', '4', '5'] });
  expect((await it.post('holds', bodyOf(space))).json().errors).toHaveProperty('duration_sec');
  const made = await hold(space, { units_per_day: 2, duration_sec: 30, days: ['1', '3', '6'] });
  expect(made).toMatchObject({ status: 'active', rank: 1, renewals: 0 });
  expect(made.number).toMatch(/^RS-\d{4}-\d{5}$/);
  expect(await taken(space)).toEqual(['01: 60', '03: 60']);
  const weekend = await it.post('holds', bodyOf(space, { duration_sec: 30, days: ['6', '7'] }));
  expect(weekend.json().errors).toHaveProperty('flight');
  const open = await it.post(
    'holds',
    bodyOf(space, { duration_sec: 30, flight: { from: '2027-03-01', to: null } }),
  );
  expect(open.json().errors).toHaveProperty('flight');
});

test('a refused hold leaves nothing behind, not even its number', async () => {
  const space = await addSpace(it.api, { capacity: 3 });
  const first = await hold(space, { units_per_day: 2 });
  const refused = await it.post('holds', bodyOf(space, { units_per_day: 2 }));
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: 'no_capacity',
    full: Array.from({ length: 7 }, () => ({ free: 1, wanted: 2 })),
  });
  const next = await hold(space, { units_per_day: 1 });
  expect(Number(next.number.slice(-5))).toBe(Number(first.number.slice(-5)) + 1);
});

test('a hold is renewed as often as the settings allow', async () => {
  const space = await addSpace(it.api);
  const made = await hold(space);
  const renewed = await it.act(holds, made, 'renew');
  expect(renewed.statusCode, renewed.body).toBe(200);
  const again = renewed.json().data;
  expect(again.renewals).toBe(1);
  expect(Date.parse(again.expires_at)).toBeGreaterThan(Date.parse(made.expires_at));
  const cells = await it.api.database.query(
    sql`SELECT DISTINCT expires_at = ${again.expires_at}::timestamptz AS same FROM capacity_cells
      WHERE hold_id = ${made.id}::uuid`,
  );
  expect(cells).toEqual([{ same: true }]);
  const refused = await it.act(holds, again, 'renew');
  expect(refused.statusCode).toBe(409);
});

test('a released hold is free at once, and cannot be undone', async () => {
  const space = await addSpace(it.api, { capacity: 1 });
  const made = await hold(space);
  expect((await it.post('holds', bodyOf(space))).statusCode).toBe(409);
  const released = await it.act(holds, made, 'release', { reason: 'El cliente cambió de medio' });
  expect(released.json().data).toMatchObject({ status: 'released', reason: 'El cliente cambió de medio' });
  expect(await taken(space)).toEqual([]);
  await it.undoing(released);
  expect(await it.read(holds, made.id)).toMatchObject({ status: 'released' });
  await hold(space);
  expect(await differences(it.api.database)).toEqual([]);
});

test('a hold ends at its time: it is not renewed, and the next one gets its place before the server notices', async () => {
  const space = await addSpace(it.api, { capacity: 1 });
  const made = await hold(space);
  await it.direct(sql`UPDATE holds SET expires_at = now() - interval '1 second' WHERE id = ${made.id}::uuid`);
  await it.direct(
    sql`UPDATE capacity_cells SET expires_at = now() - interval '1 second' WHERE hold_id = ${made.id}::uuid`,
  );
  const past = await it.read(holds, made.id);
  expect((await it.act(holds, past, 'renew')).json()).toMatchObject({ code: 'expired' });
  await hold(space);
  await expireDueHolds(it.api.app);
  expect(await it.read(holds, made.id)).toMatchObject({ status: 'expired' });
  const history = await it.get(`holds/${made.id}/history`);
  expect(JSON.stringify(history)).toContain('Reserva vencida');
  expect(await differences(it.api.database)).toEqual([]);
});

test('renewing a hold at its end, while its days are taken: it has all of them, or it is not renewed', async () => {
  for (let round = 0; round < 6; round += 1) {
    const space = await addSpace(it.api, { capacity: 1 });
    const made = await hold(space);
    // The command still finds it active; its cells are past their time for whoever wants them.
    await it.direct(
      sql`UPDATE capacity_cells SET expires_at = now() - interval '1 second' WHERE hold_id = ${made.id}::uuid`,
    );
    const answers = await Promise.all([
      it.act(holds, made, 'renew'),
      ...['2027-03-01', '2027-03-04', '2027-03-07'].map((day) =>
        it.post('holds', bodyOf(space, { flight: { from: day, to: day } })),
      ),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 201, 201, 201]);
    expect(answers[0]?.json()).toMatchObject({ code: 'expired' });
    // It is not renewed either once some of its days are gone.
    expect((await it.act(holds, made, 'renew')).json()).toMatchObject({ code: 'expired' });
  }
  expect(await differences(it.api.database)).toEqual([]);
});

test('a hold of an archived space, or of one inside of a closed space, is refused', async () => {
  const outer = await addSpace(it.api);
  const space = await addSpace(it.api, { parent: outer });
  await it.direct(sql`UPDATE inventory_items SET status = 'maintenance' WHERE id = ${outer}::uuid`);
  const refused = await it.post('holds', bodyOf(space));
  expect(refused.statusCode).toBe(409);
  expect(refused.json().message).toContain('está en mantenimiento');
});

test('sellers see and release their own holds only', async () => {
  const space = await addSpace(it.api);
  const made = await hold(space);
  const seller = await signInAs(it.api, 'sales_rep');
  expect((await it.api.inject({ url: `/api/holds/${made.id}`, headers: seller })).statusCode).toBe(404);
  expect((await it.act(holds, made, 'release', {}, seller)).statusCode).toBe(404);
});

test('a space in maintenance is not held, and one with holds is not retired', async () => {
  const space = await addSpace(it.api);
  const read = async () =>
    (await it.api.inject({ url: `/api/inventory-items/${space}`, headers: it.admin })).json().data;
  const change = async (name: string) => {
    const record = await read();
    return it.post(`inventory-items/${space}/${name}`, {}, { 'if-match': `"${record.row_version}"` });
  };
  await hold(space);
  const reasons = (
    await it.api.inject({ url: `/api/inventory-items/${space}/commands`, headers: it.admin })
  ).json();
  expect(JSON.stringify(reasons)).toContain('Tiene reservas o ventas');
  expect((await change('retire')).statusCode).toBe(409);
  expect((await change('maintain')).statusCode).toBe(200);
  expect((await it.post('holds', bodyOf(space))).statusCode).toBe(422);
});
