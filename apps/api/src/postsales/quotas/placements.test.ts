import { randomBytes } from 'node:crypto';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { isoWeekday } from '@pauta/domain/inventory/capacity/cells.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange, type Transaction } from '../../platform/database/database.ts';
import { makeAddendaWorld } from '../../sales/addenda/addenda-fixtures.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { uploadFile } from '../../testing/upload.ts';
import { addTemplate } from '../delivery-fixtures.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../delivery-world.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;
let reason: string;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
  const found = await api.database.one<{ id: string }>(
    sql`SELECT id FROM reasons WHERE kind = 'non_airing' LIMIT 1`,
  );
  reason = found?.id ?? '';
});
afterAll(() => api.close());

const day = (offset: number): string => addDays(world.today, offset);
const bySystem = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  api.database.transaction(systemChange('test'), work);

/** A placed contract of one unit a day from today on. */
const oneADay = (days = 10, capacity = 20) =>
  world.space(capacity).then((item) =>
    delivery
      .placed([world.line(item, { flight: { from: world.today, to: day(days - 1) } })])
      .then((made) => ({
        ...made,
        item,
        idOf: (index: number): string => String(made.placements[index]?.id),
      })),
  );

const bookedFrom = async (item: string, from: string): Promise<number> =>
  (
    await api.database.one<{ units: number }>(sql`
      SELECT coalesce(sum(units), 0)::integer AS units FROM capacity_cells
      WHERE item_id = ${item}::uuid AND state = 'booked' AND day >= ${from}::date`)
  )?.units ?? 0;

describe('an addendum inside of the flight', () => {
  test('keeps what is sold and booked before its effective day, placed or not', async () => {
    const addenda = makeAddendaWorld(api, world);
    for (const isPlaced of [false, true]) {
      const line = world.line(await world.space(5), { flight: { from: world.today, to: day(9) } });
      const contract = await delivery.sign([line]);
      const quota = await delivery.quotaOf(contract);
      if (isPlaced) await delivery.call('POST', `/api/quotas/${quota.id}/place`, {});
      const draft = await addenda.draft(contract.id, day(4));
      const [changed] = draft.lines as AnyRecord[];
      const { id } = await addenda.pending(draft, [
        { id: changed?.id, op: 'change', flight: { from: world.today, to: day(6) } },
      ]);
      expect((await addenda.apply(id)).statusCode).toBe(200);
      expect(await delivery.read('quotas', quota.id)).toMatchObject({
        contracted: 7,
        placed: isPlaced ? 4 : 0,
        unplaced: isPlaced ? 3 : 7,
      });
      const rest = await delivery.call('POST', `/api/quotas/${quota.id}/place`, {});
      expect(rest.json(), rest.body).toMatchObject({ data: { placed: isPlaced ? 3 : 7 } });
    }
  });

  test('does not prolong a line that ended before its effective day: the days between would be sold and not booked', async () => {
    const addenda = makeAddendaWorld(api, world);
    const line = world.line(await world.space(5), { flight: { from: world.today, to: day(2) } });
    const contract = await delivery.sign([line]);
    const draft = await addenda.draft(contract.id, day(5));
    const [changed] = draft.lines as AnyRecord[];
    const refused = await addenda.patch(draft.id, {
      lines: { put: [{ id: changed?.id, op: 'change', flight: { from: world.today, to: day(8) } }] },
    });
    expect(refused.statusCode, refused.body).toBe(422);
    expect(refused.json().errors).toEqual({
      [`lines.${changed?.id}.flight`]: [expect.stringMatching(/^Terminó antes de la fecha efectiva/)],
    });
  });

  test('cutting placements waits for a command on one of them without holding its quota', async () => {
    const { quota, idOf } = await oneADay(3);
    const [isLocked, lock] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const command = bySystem(async (tx) => {
      await tx.query(sql`SELECT FROM placements WHERE id = ${idOf(2)}::uuid FOR NO KEY UPDATE`);
      isLocked.resolve();
      await lock.promise;
      await tx.query(sql`SET LOCAL lock_timeout = '500ms'`);
      await tx.query(sql`SELECT FROM quotas WHERE id = ${quota.id}::uuid FOR NO KEY UPDATE`);
    });
    await isLocked.promise;
    const cut = bySystem((tx) =>
      tx.query(sql`
        SELECT close_delivery(ARRAY[order_line_id], ${day(1)}::date) FROM quotas WHERE id = ${quota.id}::uuid`),
    );
    await expect
      .poll(
        async () =>
          (
            await api.database.query(sql`
            SELECT 1 AS one FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%close_delivery%'`)
          ).length,
      )
      .toBe(1);
    lock.resolve();
    await expect(command).resolves.toBeUndefined();
    await cut;
    expect(await delivery.read('quotas', quota.id)).toMatchObject({ contracted: 1, placed: 1 });
  });
});

describe('a makegood', () => {
  test('is cancelled before its original is corrected, so that both never count', async () => {
    const { quota, idOf } = await oneADay(4);
    for (const index of [0, 1]) {
      await bySystem((tx) =>
        tx.query(sql`
        UPDATE placements SET status = 'not_aired', reason_id = ${reason}::uuid WHERE id = ${idOf(index)}::uuid`),
      );
    }
    const made = await delivery.call('POST', `/api/placements/${idOf(0)}/makegood`, {
      starts_on: day(6),
      accepted_by: 'Rosa Marte',
    });
    expect(made.statusCode, made.body).toBe(201);
    const refused = await delivery.run('placements', idOf(0), 'correct', { reason: 'Sí salió' });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'compensated' });
    // The other one has none.
    await delivery.done('placements', idOf(1), 'correct', { reason: 'Sí salió' });
    expect(await delivery.read('quotas', quota.id)).toMatchObject({ missed: 1, compensated: 1 });
    await delivery.done('placements', made.json().data.id, 'cancel', { reason: 'Se acreditó' });
    await delivery.done('placements', idOf(0), 'correct', { reason: 'Sí salió' });
  });

  test('and a correction at the same time: one of them is refused, by the database too', async () => {
    const { idOf } = await oneADay(8);
    const miss = (id: string) =>
      bySystem((tx) =>
        tx.query(
          sql`UPDATE placements SET status = 'not_aired', reason_id = ${reason}::uuid WHERE id = ${id}::uuid`,
        ),
      );
    const correct = (id: string) =>
      bySystem((tx) =>
        tx.query(
          sql`UPDATE placements SET status = 'confirmed', reason_id = NULL WHERE id = ${id}::uuid AND status = 'not_aired'
            RETURNING id`,
        ),
      );
    // Another missed placement of the quota: its counts alone would let both pass.
    await miss(idOf(7));
    for (const index of [0, 1, 2, 3]) {
      await miss(idOf(index));
      const answers = await Promise.allSettled([
        delivery
          .call('POST', `/api/placements/${idOf(index)}/makegood`, {
            starts_on: day(12),
            accepted_by: 'Rosa Marte',
          })
          .then((answer) => {
            if (answer.statusCode !== 201) throw new Error(answer.body);
          }),
        correct(idOf(index)),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
    await expect(
      bySystem((tx) =>
        tx.query(sql`
        INSERT INTO placements (quota_id, inventory_item_id, starts_on, ends_on, units, makegood_of_id)
        SELECT quota_id, inventory_item_id, starts_on, ends_on, units, id FROM placements WHERE id = ${idOf(6)}::uuid`),
      ),
    ).rejects.toMatchObject({ constraint: 'placements_makegood_of_not_aired' });
  });
});

describe('a contract that does not run', () => {
  test('neither moves nor compensates placements', async () => {
    const { contract, item, idOf } = await oneADay(3);
    await bySystem((tx) =>
      tx.query(sql`
      UPDATE placements SET status = 'not_aired', reason_id = ${reason}::uuid WHERE id = ${idOf(0)}::uuid`),
    );
    const suspended = await world.run(contract.id, 'suspend', { reason: 'Mora' });
    expect(suspended.statusCode, suspended.body).toBe(200);
    const refusals = await Promise.all([
      delivery.run('placements', idOf(1), 'move', { starts_on: day(8) }),
      delivery.call('POST', `/api/placements/${idOf(0)}/makegood`, {
        starts_on: day(8),
        accepted_by: 'Rosa Marte',
      }),
    ]);
    for (const refused of refusals) {
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({ code: 'contract_not_running' });
    }
    const { data } = (await delivery.call('GET', `/api/placements/${idOf(1)}/commands`)).json();
    expect(data.find(({ name }: AnyRecord) => name === 'move').reasons).toMatchObject([
      { code: 'contract_not_running' },
    ]);
    expect(await bookedFrom(item, day(8))).toBe(0);
  });

  test('and a cancellation at the same time leave nothing booked after it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { contract, item, idOf } = await oneADay(3);
      await bySystem((tx) =>
        tx.query(sql`
        UPDATE placements SET status = 'not_aired', reason_id = ${reason}::uuid WHERE id = ${idOf(0)}::uuid`),
      );
      const [cancelled, ...others] = await Promise.all([
        world.run(contract.id, 'cancel', { reason: 'El cliente se retira' }),
        delivery.run('placements', idOf(1), 'move', { starts_on: day(8) }),
        delivery.call('POST', `/api/placements/${idOf(0)}/makegood`, {
          starts_on: day(9),
          accepted_by: 'Rosa Marte',
        }),
      ]);
      expect(cancelled?.statusCode, cancelled?.body).toBe(200);
      for (const { statusCode, body } of others) expect([200, 201, 409, 412], body).toContain(statusCode);
      expect(await bookedFrom(item, day(1))).toBe(0);
    }
  });
});

/** A new image in the library. */
const image = async (rightsUntil: string | null): Promise<string> => {
  const raw = { width: 8, height: 8, channels: 3 } as const;
  const bytes = await sharp(randomBytes(8 * 8 * 3), { raw })
    .png()
    .toBuffer();
  const { data } = (await uploadFile(api, world.headers, { bytes, name: 'arte.png' })).json();
  const made = await delivery.call('POST', '/api/media-files', {
    title: 'Arte',
    kind: 'image',
    file: data.id,
    rights_until: rightsUntil,
  });
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json().data;
  const status = async () => (await delivery.call('GET', `/api/media-files/${id}`)).json().data.status;
  await expect.poll(status, { timeout: 30_000 }).toBe('available');
  return id;
};

describe('the material of a placement', () => {
  /** A placed contract whose approved technical sheet has this image. */
  const withSheet = async (code: string, material: string) => {
    const item = await world.space(20);
    await addTemplate(api.database, item, code, 'image');
    const { contract, placements } = await delivery.placed([world.line(item)]);
    const [sheet] = await delivery.list('tech-sheets', `f.contract_id=${contract.id}`);
    for (const { id, label } of await delivery.list('tech-sheet-items', `f.tech_sheet_id=${sheet?.id}`)) {
      if (label === 'Comentario') continue;
      const answer = label === 'Arte' ? { media_file_id: material } : { value: '20' };
      expect((await delivery.change('tech-sheet-items', id, answer)).statusCode).toBe(200);
    }
    await delivery.done('tech-sheets', String(sheet?.id), 'submit');
    await delivery.done('tech-sheets', String(sheet?.id), 'approve');
    return placements.map(({ id }) => id);
  };

  test('has rights on its day, also where it is that of the technical sheet', async () => {
    const material = await image(day(20));
    const [first, second, , , late] = await withSheet('DERECHOS-1', material);
    expect((await delivery.change('media-files', material, { rights_until: day(2) })).statusCode).toBe(200);
    await delivery.done('placements', String(first), 'confirm');
    const refused = await delivery.run('placements', String(late), 'confirm');
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'no_approved_material' });
    // A material of its own that has rights is confirmed instead.
    const own = await image(day(9));
    expect((await delivery.change('placements', String(late), { media_file_id: own })).statusCode).toBe(200);
    expect(await delivery.done('placements', String(late), 'confirm')).toMatchObject({
      media_file_id: { id: own },
    });

    // Moved once it is confirmed, it needs the rights of the new day.
    const beyond = await delivery.run('placements', String(first), 'move', { starts_on: day(3) });
    expect(beyond.statusCode).toBe(409);
    expect(beyond.json()).toMatchObject({ code: 'no_approved_material' });
    expect(await delivery.done('placements', String(first), 'move', { starts_on: day(2) })).toMatchObject({
      status: 'confirmed',
      starts_on: day(2),
    });
    // One that is only scheduled is checked when it is confirmed.
    await delivery.done('placements', String(second), 'move', { starts_on: day(5) });
    expect((await delivery.run('placements', String(second), 'confirm')).statusCode).toBe(409);
  });

  test('is not confirmed once it was refused, also for the database', async () => {
    const { idOf } = await oneADay(1);
    const material = await image(null);
    expect((await delivery.change('placements', idOf(0), { media_file_id: material })).statusCode).toBe(200);
    await bySystem((tx) =>
      tx.query(
        sql`UPDATE media_files SET status = 'rejected', refusal = 'Dañada' WHERE id = ${material}::uuid`,
      ),
    );
    const refused = await delivery.run('placements', idOf(0), 'confirm');
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toEqual({
      media_file_id: ['Su material fue rechazado al medirlo. Elija otro y confirme de nuevo.'],
    });
  });

  test('does not change once it is confirmed or aired', async () => {
    const { idOf } = await oneADay(2);
    const material = await image(null);
    expect((await delivery.change('placements', idOf(0), { media_file_id: material })).statusCode).toBe(200);
    await delivery.done('placements', idOf(0), 'confirm');
    const other = await image(null);
    const changed = () => delivery.change('placements', idOf(0), { media_file_id: other });
    expect((await changed()).json()).toMatchObject({ code: 'material_confirmed' });
    expect((await delivery.change('placements', idOf(0), { instructions: 'Al inicio' })).statusCode).toBe(
      200,
    );
    await delivery.done('placements', idOf(0), 'mark_aired');
    expect((await changed()).json()).toMatchObject({ code: 'material_confirmed' });
    await delivery.done('placements', idOf(0), 'correct', { reason: 'Otro material' });
    await delivery.done('placements', idOf(0), 'unconfirm');
    expect((await changed()).statusCode).toBe(200);
  });
});

test('a moved period begins and ends on days that are sold, so that it can be cut on any day', async () => {
  // Five days a week are sold; the period is the last two of a week and the first of the next, within a month.
  const first = [0, 1, 2, 3, 4, 5].find((at) => day(at + 4).slice(0, 7) === day(at + 8).slice(0, 7)) ?? 0;
  const on = (offset: number): string => day(first + offset);
  const weekdays = [1, 2, 3, 4, 5].map((offset) => isoWeekday(on(offset)));
  const item = await world.space(3);
  await bySystem((tx) =>
    tx.query(
      sql`UPDATE inventory_items SET capacity_unit = 'faces', days = ${weekdays} WHERE id = ${item}::uuid`,
    ),
  );
  const { quota, placements } = await delivery.placed([
    world.line(item, { flight: { from: on(4), to: on(8) } }),
  ]);
  expect(placements).toMatchObject([{ starts_on: on(4), ends_on: on(8), load: 3 }]);
  const moved = await delivery.done('placements', String(placements[0]?.id), 'move', { starts_on: on(13) });
  expect(moved).toMatchObject({ starts_on: on(15), ends_on: on(17), load: 3 });
  await bySystem((tx) =>
    tx.query(sql`
      SELECT close_delivery(ARRAY[order_line_id], ${on(14)}::date) FROM quotas WHERE id = ${quota.id}::uuid`),
  );
  expect(await delivery.placementsOf(quota)).toMatchObject([{ status: 'cancelled' }]);
});
