import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import { addDays, instantOf } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../delivery-world.ts';
import { csv, makeLogWorld, row } from './air-log-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;
let logs: ReturnType<typeof makeLogWorld>;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
  logs = makeLogWorld(api, world, delivery);
});
afterAll(() => api.close());

const rowsOf = (id: string) => delivery.list('logged-spots', `f.air_log_id=${id}`);
const statusOf = async (record?: AnyRecord) => (await delivery.read('placements', String(record?.id))).status;

test('rows prove the placements of their station, and the rest waits to be decided', async () => {
  const { station, code, placements } = await logs.pauta();
  const [today, next] = [world.today, addDays(world.today, 1)];
  const id = await logs.take(
    station,
    csv(
      row(today, '10:04:10', code),
      row(today, '18:00:00', code),
      row(next, '09:58:00', code.toLowerCase()),
      row(next, '10:00:00', 'OTRO'),
      row(next, 'tarde', code),
    ),
  );
  expect(await logs.reconcile(id)).toMatchObject({
    status: 'reconciled',
    rows: 5,
    matched: 2,
    unmatched: 3,
    repeated: 0,
  });
  expect(await rowsOf(id)).toMatchObject([
    { status: 'matched', difference_sec: 250, placement_id: { id: placements[0]?.id } },
    { status: 'unmatched', problem: expect.stringContaining('Ninguna colocación') },
    { status: 'matched', difference_sec: -120 },
    { status: 'unmatched' },
    { status: 'unreadable', problem: '«tarde» no es una hora.' },
  ]);
  expect(await delivery.read('placements', String(placements[0]?.id))).toMatchObject({
    status: 'aired',
    aired_at: instantOf(today, Date.parse('1970-01-01T10:04:10Z'), companyZone)
      .toISOString()
      .replace('.000Z', '.000000Z'),
  });
  const quota = await delivery.read('quotas', String((placements[0]?.quota_id as AnyRecord | undefined)?.id));
  expect(quota).toMatchObject({ aired: 2, pending: 3 });
});

test('a preview says what rows would prove, and leaves nothing', async () => {
  const { station, code, placements } = await logs.pauta();
  const text = csv(row(world.today, '10:04:10', code), row(world.today, 'tarde', code));
  const url = `/api/air-logs/read/preview?subdivision_id=${station}`;
  const preview = (payload: object) => api.inject({ method: 'POST', url, payload, headers: world.headers });
  const answer = await preview({ text });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json().data).toMatchObject({
    count: 2,
    missing: null,
    rows: [
      { status: 'matched', code, problem: expect.stringContaining('Coincide con «') },
      { status: 'unreadable', problem: '«tarde» no es una hora.' },
    ],
  });
  const unread = await preview({ text, columns: [{ meaning: 'date' }, { meaning: 'time' }, {}, {}] });
  expect(unread.json().data).toMatchObject({
    missing: expect.stringContaining('código del material'),
    rows: [],
  });
  expect(await statusOf(placements[0])).toBe('confirmed');
  expect(await delivery.list('air-logs', `f.subdivision_id=${station}`)).toEqual([]);
});

test('the same file is taken once, and a row of two logs counts once', async () => {
  const { station, code } = await logs.pauta();
  const first = csv(row(world.today, '10:00:00', code));
  await logs.reconcile(await logs.take(station, first));
  const again = await logs.send(station, first, 'otro nombre.csv');
  expect([again.statusCode, again.json().code]).toEqual([409, 'same_log']);
  const next = addDays(world.today, 1);
  const second = await logs.take(
    station,
    csv(row(world.today, '10:00:00', code), row(next, '10:00:00', code)),
  );
  expect(await logs.reconcile(second)).toMatchObject({ matched: 1, unmatched: 0, repeated: 1 });
  // The same file twice at once, for a station that has none.
  const other = await logs.pauta();
  const text = csv(row(world.today, '10:00:00', other.code));
  const both = await Promise.all([logs.send(other.station, text), logs.send(other.station, text)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
});

test('what was confirmed after a log is found when it is reconciled again', async () => {
  const { station, code, placements } = await logs.pauta();
  await delivery.done('placements', String(placements[0]?.id), 'unconfirm');
  const id = await logs.take(station, csv(row(world.today, '10:00:00', code)));
  expect(await logs.reconcile(id)).toMatchObject({ matched: 0, unmatched: 1 });
  await delivery.done('placements', String(placements[0]?.id), 'confirm');
  expect(await logs.reconcile(id)).toMatchObject({ matched: 1, unmatched: 0 });
});

test('a spot that was cut is decided by hand', async () => {
  const { station, code, placements } = await logs.pauta();
  await api.database.transaction(systemChange('fixture'), (tx) =>
    tx.query(sql`UPDATE placements SET duration_sec = 30 WHERE id = ${placements[0]?.id}::uuid`),
  );
  const id = await logs.take(station, csv(row(world.today, '10:00:00', code, '00:00:12')));
  await logs.reconcile(id);
  const [cut] = await rowsOf(id);
  expect(cut).toMatchObject({ status: 'unmatched', problem: 'Duró 12 s y se contrataron 30 s.' });
  const wrong = await delivery.run('logged-spots', String(cut?.id), 'match', {
    placement_id: (await logs.pauta()).placements[0]?.id,
  });
  expect(wrong.json().errors).toEqual({ placement_id: ['Esa colocación es de otro canal o emisora.'] });
  const far = await delivery.run('logged-spots', String(cut?.id), 'match', {
    placement_id: placements[3]?.id,
  });
  expect(far.json().errors).toEqual({ placement_id: ['Esa colocación es de otro día.'] });
  await delivery.done('logged-spots', String(cut?.id), 'match', { placement_id: placements[0]?.id });
  expect(await statusOf(placements[0])).toBe('aired');
  expect(await delivery.read('air-logs', id)).toMatchObject({ matched: 1, unmatched: 0 });
  await delivery.done('logged-spots', String(cut?.id), 'release');
  expect(await statusOf(placements[0])).toBe('confirmed');
  await delivery.done('logged-spots', String(cut?.id), 'ignore', {
    remark: 'Cortada por la cadena nacional',
  });
  expect(await delivery.read('air-logs', id)).toMatchObject({ matched: 0, unmatched: 0 });
});

test('correcting a placement takes its row back, and discarding a log all of them', async () => {
  const { station, code, placements } = await logs.pauta();
  const text = csv(row(world.today, '10:00:00', code), row(addDays(world.today, 1), '10:00:00', code));
  const id = await logs.take(station, text);
  await logs.reconcile(id);
  await delivery.done('placements', String(placements[0]?.id), 'correct', { reason: 'Era otra versión' });
  expect((await rowsOf(id))[0]).toMatchObject({ status: 'unmatched', placement_id: null });
  await delivery.done('air-logs', id, 'discard');
  expect(await statusOf(placements[1])).toBe('confirmed');
  expect((await rowsOf(id)).map(({ status }) => status)).toEqual(['unread', 'unread']);
  expect((await logs.send(station, text)).statusCode).toBe(201);
});

test('what the client accepted keeps its log', async () => {
  const { station, code, placements } = await logs.pauta();
  const id = await logs.take(station, csv(row(world.today, '10:00:00', code)));
  await logs.reconcile(id);
  await api.database.transaction(systemChange('fixture'), (tx) =>
    tx.query(sql`UPDATE placements SET locked = true WHERE id = ${placements[0]?.id}::uuid`),
  );
  expect((await delivery.run('air-logs', id, 'discard')).json()).toMatchObject({ status: 409 });
  const [proof] = await rowsOf(id);
  expect((await delivery.run('logged-spots', String(proof?.id), 'release')).statusCode).toBe(409);
});

test('what the columns mean is learnt by station', async () => {
  const { station, code } = await logs.pauta();
  const text = (time: string) => `Cuándo;Qué\n${world.today} ${time};${code}\n`;
  const id = await logs.take(station, text('10:00:00'));
  expect((await delivery.run('air-logs', id, 'reconcile')).statusCode).toBe(409);
  const columns = ((await delivery.read('air-logs', id)).columns as AnyRecord[]).map((column, index) => ({
    ...column,
    header: 'Otro título',
    meaning: index === 0 ? 'moment' : 'code',
  }));
  expect((await delivery.change('air-logs', id, { columns })).statusCode).toBe(200);
  expect(await logs.reconcile(id)).toMatchObject({ matched: 1 });
  const other = await logs.take(station, text('10:00:01'));
  expect((await delivery.read('air-logs', other)).columns).toMatchObject([
    { header: 'Cuándo', meaning: 'moment' },
    { header: 'Qué', meaning: 'code' },
  ]);
});

test.each([
  [
    'text aligned with spaces',
    (day: string, code: string) => `Fecha       Hora      Código\n${day}  10:00:00  ${code}\n`,
  ],
  [
    'XML',
    (day: string, code: string) =>
      `<log><spot date="${day}"><time>10:00:00</time><code>${code}</code></spot><spot date="${day}"><time>11:00:00</time><code>X</code></spot></log>`,
  ],
])('a log is read as %s', async (_format, textOf) => {
  const { station, code } = await logs.pauta();
  const id = await logs.take(station, textOf(world.today, code));
  expect(await logs.reconcile(id)).toMatchObject({ matched: 1 });
});

test.each([
  ['an XML bomb', '<!DOCTYPE x [<!ENTITY a "aaaa">]><log><spot a="1" b="2"/></log>'],
  ['broken XML', '<log><spot a="1"'],
  ['nothing', ''],
])('%s is refused beside its cause', async (_name, text) => {
  const response = await logs.send((await logs.pauta()).station, text);
  expect(response.statusCode, response.body).toBe(422);
  expect(Object.keys(response.json().errors)).toEqual(['file']);
});

test('a hundred thousand rows are reconciled while others are served', async () => {
  const { station, code } = await logs.pauta(60);
  const rows = Array.from({ length: 100_000 }, (_, index) => {
    const second = index % 86_400;
    const time = [second / 3600, (second / 60) % 60, second % 60].map((n) =>
      String(Math.floor(n)).padStart(2, '0'),
    );
    const isOurs = second === 36_000;
    return row(
      addDays(world.today, Math.floor(index / 86_400)),
      time.join(':'),
      isOurs ? code : `P${index}`,
      '30',
    );
  });
  const id = await logs.take(station, csv(...rows));
  expect(await logs.reconcile(id)).toMatchObject({
    rows: 100_000,
    matched: 1,
    unmatched: 99_999,
    repeated: 0,
  });
});

test('each row proves one unit of a placement of several; the units without a row wait, also by hand', async () => {
  const { station, code, placements } = await logs.pauta(1, 4);
  const [placement] = placements;
  const ofQuota = { id: (placement?.quota_id as AnyRecord | undefined)?.id ?? '' } as AnyRecord;
  // However they were distributed, they are one placement now.
  if (placements.length > 1) {
    await api.testDatabase.runAsSuperuser(sql`
      DELETE FROM placements WHERE quota_id = ${ofQuota.id}::uuid AND id <> ${placement?.id}::uuid`);
    await api.testDatabase.runAsSuperuser(sql`
      UPDATE placements SET units = 4, load = 4 WHERE id = ${placement?.id}::uuid`);
  }
  const at = ['10:00:00', '10:01:00', '10:02:00'].map((time) => row(world.today, time, code));
  const id = await logs.take(station, csv(...at, row(world.today, '20:00:00', code)));
  expect(await logs.reconcile(id)).toMatchObject({ matched: 3, unmatched: 1 });
  const states = async () =>
    (await delivery.placementsOf(ofQuota)).map(({ status, units }) => `${status} ${units}`).sort();
  expect(await states()).toEqual(['aired 1', 'aired 1', 'aired 1', 'confirmed 1']);
  expect(await delivery.read('quotas', ofQuota.id)).toMatchObject({ aired: 3, placed: 4, pending: 1 });
  const proved = (await rowsOf(id)).flatMap((one) => (one.placement_id as AnyRecord | null)?.id ?? []);
  expect(new Set(proved).size).toBe(3);

  const other = await logs.pauta(1, 3);
  const [first] = other.placements;
  const quota = { id: (first?.quota_id as AnyRecord | undefined)?.id ?? '' } as AnyRecord;
  const far = await logs.take(other.station, csv(row(world.today, '20:00:00', other.code)));
  await logs.reconcile(far);
  const [late] = await rowsOf(far);
  await delivery.done('logged-spots', String(late?.id), 'match', { placement_id: first?.id });
  expect(await delivery.read('quotas', quota.id)).toMatchObject({ aired: 1, placed: 3 });
});
