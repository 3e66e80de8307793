import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DeliveryWorld, makeDeliveryWorld } from '../../../postsales/delivery-world.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { makeAddendaWorld } from '../../addenda/addenda-fixtures.ts';
import { type ContractWorld, makeContractWorld } from '../contract-fixtures.ts';
import { activateDue } from '../move-by-date.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
});
afterAll(() => api.close());

const released = { reason_kind: 'arrears', spaces: 'released', reason: 'Dos facturas vencidas' };
const day = (days: number): string => addDays(world.today, days);

/** Days on which a space is booked, with its units. */
const booked = async (itemId: string): Promise<Readonly<Record<string, number>>> => {
  const rows = await api.database.query<{ day: string; booked: number }>(sql`
    SELECT day::text, booked::float8 AS booked FROM occupancy WHERE item_id = ${itemId}::uuid AND booked > 0 ORDER BY day`);
  return Object.fromEntries(rows.map((one) => [one.day, one.booked]));
};
const tenDays = (units = 1): Readonly<Record<string, number>> =>
  Object.fromEntries(Array.from({ length: 10 }, (_, index) => [day(index), units]));

const done = async (contract: AnyRecord, command: string, input: object = {}): Promise<AnyRecord> => {
  const response = await world.run(contract.id, command, input);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
};

describe('a contract that is suspended with its spaces', () => {
  test('keeps them, says why and since when, and is resumed in the state of its flight', async () => {
    const item = await world.space(1);
    const contract = await delivery.sign([world.line(item)]);
    const suspended = await done(contract, 'suspend', {
      reason_kind: 'client_request',
      reason: 'Vacaciones',
    });
    expect(suspended).toMatchObject({
      status: 'suspended',
      suspended_on: world.today,
      suspension_kind: 'client_request',
      suspension_spaces: 'kept',
    });
    expect(await booked(item)).toEqual(tenDays());
    // Its flight has begun.
    expect(await done(contract, 'resume')).toMatchObject({
      status: 'active',
      suspended_on: null,
      suspension_kind: null,
      suspension_spaces: null,
    });
    const later = await delivery.sign([world.line(item, { flight: { from: day(20), to: day(22) } })]);
    await done(later, 'suspend', { reason: 'Mora' });
    expect(await done(later, 'resume')).toMatchObject({ status: 'active' });
  });

  test('one whose flight is to come is signed again', async () => {
    const flight = { from: day(30), to: day(39) };
    const pending = await world.pending(
      await world.client(),
      [world.line(await world.space(1), { flight })],
      { flight },
    );
    await done(pending, 'sign', { signed_on: world.today });
    await done(pending, 'suspend', { reason: 'Mora' });
    expect(await done(pending, 'resume')).toMatchObject({ status: 'signed' });
  });
});

describe('a contract that is suspended without its spaces', () => {
  test('frees them from tomorrow on with what was placed there; resumed, it books them again', async () => {
    const item = await world.space(1);
    const { contract, quota, placements } = await delivery.placed([world.line(item)]);
    await done(contract, 'suspend', released);
    expect(await booked(item)).toEqual({ [world.today]: 1 });
    expect(await delivery.read('quotas', quota.id)).toMatchObject({ contracted: 1, placed: 1, unplaced: 0 });
    expect(await delivery.placementsOf(quota, '&f.status=cancelled')).toHaveLength(placements.length - 1);

    await done(contract, 'resume');
    expect(await booked(item)).toEqual(tenDays());
    expect(await delivery.read('quotas', quota.id)).toMatchObject({ contracted: 10, placed: 1, unplaced: 9 });
    const placed = await delivery.call('POST', `/api/quotas/${quota.id}/place`, {});
    expect(placed.json().data, placed.body).toMatchObject({ placed: 9 });
  });

  test('what was moved before the suspension is not booked twice', async () => {
    const item = await world.space(2);
    const { contract, quota, placements } = await delivery.placed([world.line(item)]);
    const last = placements.at(-1);
    await delivery.done('placements', String(last?.id), 'move', { starts_on: world.today });
    await done(contract, 'suspend', released);
    expect(await booked(item)).toEqual({ [world.today]: 2 });
    await done(contract, 'resume');
    const { [day(9)]: _, ...nine } = tenDays();
    expect(await booked(item)).toEqual({ ...nine, [world.today]: 2 });
    expect(await delivery.read('quotas', quota.id)).toMatchObject({ contracted: 10, placed: 2 });
  });

  test('a package is freed and booked again component by component', async () => {
    const [first, second] = [await world.space(2), await world.space(3)];
    const line = world.packageLine(
      await world.package([
        { itemId: first, unitsPerDay: 1 },
        { itemId: second, unitsPerDay: 2 },
      ]),
    );
    const contract = await delivery.sign([line]);
    await done(contract, 'suspend', released);
    expect([await booked(first), await booked(second)]).toEqual([{ [world.today]: 1 }, { [world.today]: 2 }]);
    await done(contract, 'resume');
    expect([await booked(first), await booked(second)]).toEqual([tenDays(), tenDays(2)]);
  });

  test('is not resumed when somebody else has a day of its spaces; nothing changes, and the space is named', async () => {
    const item = await world.space(1);
    const contract = await delivery.sign([world.line(item)]);
    await done(contract, 'suspend', released);
    await delivery.sign([world.line(item, { flight: { from: day(4), to: day(5) } })]);
    const refused = await world.run(contract.id, 'resume');
    expect(refused.statusCode, refused.body).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'no_capacity', full: [{ day: day(4) }, { day: day(5) }] });
    expect(await world.read(contract.id)).toMatchObject({
      status: 'suspended',
      suspension_spaces: 'released',
    });
    expect(await booked(item)).toEqual({ [world.today]: 1, [day(4)]: 1, [day(5)]: 1 });
  });

  test('takes no addendum until it is resumed', async () => {
    const item = await world.space(3);
    const contract = await delivery.sign([world.line(item)]);
    await done(contract, 'suspend', released);
    const addenda = makeAddendaWorld(api, world);
    const drafted = await addenda.draft(contract.id);
    const refused = await addenda.run(drafted.id, 'submit');
    expect(refused.json().reasons, refused.body).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'contract_without_spaces' })]),
    );
  });

  test('the database refuses the state with a cell left, or without its facts', async () => {
    const contract = await delivery.sign([world.line(await world.space(1))]);
    const write = (columns: ReturnType<typeof sql>) =>
      api.database.query(
        sql`UPDATE contracts SET status = 'suspended', ${columns} WHERE id = ${contract.id}::uuid`,
      );
    await expect(
      write(sql`suspended_on = business_date(), suspension_kind = 'other', suspension_spaces = 'released'`),
    ).rejects.toThrow(/still has spaces/);
    await expect(write(sql`suspended_on = business_date()`)).rejects.toThrow(/contracts_suspension/);
    expect(await world.read(contract.id)).toMatchObject({ suspended_on: null });
  });
});

describe('at the same time', () => {
  test('resuming and signing another contract for the last unit: one gets all of it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const item = await world.space(1);
      const contract = await delivery.sign([world.line(item)]);
      await done(contract, 'suspend', released);
      const flight = { from: day(1), to: day(9) };
      const other = await world.pending(await world.client(), [world.line(item, { flight })]);
      const [resumed, signed] = await Promise.all([
        world.run(contract.id, 'resume'),
        world.run(other.id, 'sign', { signed_on: world.today }),
      ]);
      expect([resumed.statusCode, signed.statusCode].sort()).toEqual([200, 409]);
      expect(await booked(item)).toEqual(tenDays());
    }
  });

  test('suspending and cancelling: one of them is refused, and nothing stays booked', async () => {
    const item = await world.space(1);
    const contract = await delivery.sign([world.line(item)]);
    const version = { 'if-match': `"${contract.row_version}"` };
    const answers = await Promise.all([
      delivery.call('POST', `/api/contracts/${contract.id}/suspend`, released, version),
      delivery.call('POST', `/api/contracts/${contract.id}/cancel`, { reason: 'Cierra' }, version),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const { statusCode, body } of answers) expect([200, 409, 412], body).toContain(statusCode);
    expect(await booked(item)).toEqual({ [world.today]: 1 });
  });

  test('suspending and moving a placement leave nothing booked after today', async () => {
    for (let round = 0; round < 3; round += 1) {
      const item = await world.space(2);
      const { contract, placements } = await delivery.placed([world.line(item)]);
      const [suspended, moved] = await Promise.all([
        world.run(contract.id, 'suspend', released),
        delivery.run('placements', String(placements[2]?.id), 'move', { starts_on: day(15) }),
      ]);
      expect(suspended.statusCode, suspended.body).toBe(200);
      expect([200, 409, 412], moved.body).toContain(moved.statusCode);
      expect(Object.keys(await booked(item))).toEqual([world.today]);
    }
  });
});

test('a suspended contract does not come into force by itself', async () => {
  const contract = await delivery.sign([world.line(await world.space(1))]);
  await done(contract, 'suspend', released);
  await activateDue(api.app, new Date());
  expect(await world.read(contract.id)).toMatchObject({ status: 'suspended' });
});
