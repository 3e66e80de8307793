import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import { addDays, instantOf } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { uploadFile } from '../../testing/upload.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../delivery-world.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;
let made = 0;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
});
afterAll(() => api.close());

interface Pauta {
  readonly station: string;
  readonly code: string;
  readonly placements: readonly AnyRecord[];
}

/** A station of its own with a contract whose spots are confirmed with a material, one a day from today on at 10:00. */
const pauta = async (days = 5): Promise<Pauta> => {
  made += 1;
  const code = `HN-${made}`;
  const item = await world.space(20);
  const station = await api.database.transaction(systemChange('fixture'), async (tx) => {
    const row = await tx.one<{ id: string }>(sql`
      INSERT INTO subdivisions (code, name, division_id)
      SELECT ${`AL${made}`}, ${`Emisora de prueba ${made}`}, s.division_id FROM subdivisions s
        JOIN inventory_items i ON i.subdivision_id = s.id WHERE i.id = ${item}::uuid RETURNING id`);
    await tx.query(sql`
      UPDATE inventory_items SET subdivision_id = ${row?.id}::uuid, airs_at = '10:00' WHERE id = ${item}::uuid`);
    return row?.id ?? '';
  });
  const { placements } = await delivery.placed([
    world.line(item, { flight: { from: world.today, to: addDays(world.today, days - 1) } }),
  ]);
  await api.database.transaction(systemChange('fixture'), async (tx) => {
    const file = await tx.one<{ id: string }>(sql`
      INSERT INTO files (path, name, mime, bytes, sha256)
      VALUES (${`documents/${code}`}, 'cuña.wav', 'audio/wav', 4, sha256(${code}::text::bytea)) RETURNING id`);
    const media = await tx.one<{ id: string }>(sql`
      INSERT INTO media_files (title, kind, file, house_number)
      VALUES (${`Cuña ${made}`}, 'audio', ${file?.id}::uuid, ${code}) RETURNING id`);
    await tx.query(sql`
      UPDATE placements SET status = 'confirmed', media_file_id = ${media?.id}::uuid
      WHERE id = ANY(${placements.map(({ id }) => id)}::uuid[])`);
  });
  return { station, code, placements };
};

const row = (day: string, time: string, code: string, seconds = '') => `${day};${time};${code};${seconds}`;
const csv = (...rows: readonly string[]) => ['Fecha;Hora;Código;Duración', ...rows, ''].join('\n');

const send = (station: string, text: string, name = 'log.csv') =>
  uploadFile(api, world.headers, {
    bytes: Buffer.from(text),
    name,
    url: `/api/air-logs/read?subdivision_id=${station}`,
  });

const take = async (station: string, text: string, name?: string): Promise<string> => {
  const response = await send(station, text, name);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data.id;
};

const reconcile = async (id: string): Promise<AnyRecord> => {
  const response = await delivery.run('air-logs', id, 'reconcile');
  expect(response.statusCode, response.body).toBe(202);
  const run = response.json().data.run.id;
  const read = async () => (await delivery.call('GET', `/api/runs/${run}`)).json().data;
  await expect.poll(async () => (await read()).state).toMatch(/finished|failed|cancelled/);
  expect(await read()).toMatchObject({ state: 'finished' });
  return delivery.read('air-logs', id);
};

const rowsOf = (id: string) => delivery.list('logged-spots', `f.air_log_id=${id}`);
const statusOf = async (record?: AnyRecord) => (await delivery.read('placements', String(record?.id))).status;

test('rows prove the placements of their station, and the rest waits to be decided', async () => {
  const { station, code, placements } = await pauta();
  const [today, next] = [world.today, addDays(world.today, 1)];
  const id = await take(
    station,
    csv(
      row(today, '10:04:10', code),
      row(today, '18:00:00', code),
      row(next, '09:58:00', code.toLowerCase()),
      row(next, '10:00:00', 'OTRO'),
      row(next, 'tarde', code),
    ),
  );
  expect(await reconcile(id)).toMatchObject({
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

test('the same file is taken once, and a row of two logs counts once', async () => {
  const { station, code } = await pauta();
  const first = csv(row(world.today, '10:00:00', code));
  await reconcile(await take(station, first));
  const again = await send(station, first, 'otro nombre.csv');
  expect([again.statusCode, again.json().code]).toEqual([409, 'same_log']);
  const next = addDays(world.today, 1);
  const second = await take(station, csv(row(world.today, '10:00:00', code), row(next, '10:00:00', code)));
  expect(await reconcile(second)).toMatchObject({ matched: 1, unmatched: 0, repeated: 1 });
  // The same file twice at once, for a station that has none.
  const other = await pauta();
  const text = csv(row(world.today, '10:00:00', other.code));
  const both = await Promise.all([send(other.station, text), send(other.station, text)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
});

test('what was confirmed after a log is found when it is reconciled again', async () => {
  const { station, code, placements } = await pauta();
  await delivery.done('placements', String(placements[0]?.id), 'unconfirm');
  const id = await take(station, csv(row(world.today, '10:00:00', code)));
  expect(await reconcile(id)).toMatchObject({ matched: 0, unmatched: 1 });
  await delivery.done('placements', String(placements[0]?.id), 'confirm');
  expect(await reconcile(id)).toMatchObject({ matched: 1, unmatched: 0 });
});

test('a spot that was cut is decided by hand', async () => {
  const { station, code, placements } = await pauta();
  await api.database.transaction(systemChange('fixture'), (tx) =>
    tx.query(sql`UPDATE placements SET duration_sec = 30 WHERE id = ${placements[0]?.id}::uuid`),
  );
  const id = await take(station, csv(row(world.today, '10:00:00', code, '00:00:12')));
  await reconcile(id);
  const [cut] = await rowsOf(id);
  expect(cut).toMatchObject({ status: 'unmatched', problem: 'Duró 12 s y se contrataron 30 s.' });
  const wrong = await delivery.run('logged-spots', String(cut?.id), 'match', {
    placement_id: (await pauta()).placements[0]?.id,
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
  const { station, code, placements } = await pauta();
  const text = csv(row(world.today, '10:00:00', code), row(addDays(world.today, 1), '10:00:00', code));
  const id = await take(station, text);
  await reconcile(id);
  await delivery.done('placements', String(placements[0]?.id), 'correct', { reason: 'Era otra versión' });
  expect((await rowsOf(id))[0]).toMatchObject({ status: 'unmatched', placement_id: null });
  await delivery.done('air-logs', id, 'discard');
  expect(await statusOf(placements[1])).toBe('confirmed');
  expect((await rowsOf(id)).map(({ status }) => status)).toEqual(['unread', 'unread']);
  expect((await send(station, text)).statusCode).toBe(201);
});

test('what the client accepted keeps its log', async () => {
  const { station, code, placements } = await pauta();
  const id = await take(station, csv(row(world.today, '10:00:00', code)));
  await reconcile(id);
  await api.database.transaction(systemChange('fixture'), (tx) =>
    tx.query(sql`UPDATE placements SET locked = true WHERE id = ${placements[0]?.id}::uuid`),
  );
  expect((await delivery.run('air-logs', id, 'discard')).json()).toMatchObject({ status: 409 });
  const [proof] = await rowsOf(id);
  expect((await delivery.run('logged-spots', String(proof?.id), 'release')).statusCode).toBe(409);
});

test('what the columns mean is learnt by station', async () => {
  const { station, code } = await pauta();
  const text = (time: string) => `Cuándo;Qué\n${world.today} ${time};${code}\n`;
  const id = await take(station, text('10:00:00'));
  expect((await delivery.run('air-logs', id, 'reconcile')).statusCode).toBe(409);
  const columns = ((await delivery.read('air-logs', id)).columns as AnyRecord[]).map((column, index) => ({
    ...column,
    header: 'Otro título',
    meaning: index === 0 ? 'moment' : 'code',
  }));
  expect((await delivery.change('air-logs', id, { columns })).statusCode).toBe(200);
  expect(await reconcile(id)).toMatchObject({ matched: 1 });
  const other = await take(station, text('10:00:01'));
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
  const { station, code } = await pauta();
  const id = await take(station, textOf(world.today, code));
  expect(await reconcile(id)).toMatchObject({ matched: 1 });
});

test.each([
  ['an XML bomb', '<!DOCTYPE x [<!ENTITY a "aaaa">]><log><spot a="1" b="2"/></log>'],
  ['broken XML', '<log><spot a="1"'],
  ['nothing', ''],
])('%s is refused beside its cause', async (_name, text) => {
  const response = await send((await pauta()).station, text);
  expect(response.statusCode, response.body).toBe(422);
  expect(Object.keys(response.json().errors)).toEqual(['file']);
});

test('a hundred thousand rows are reconciled while others are served', async () => {
  const { station, code } = await pauta(60);
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
  const id = await take(station, csv(...rows));
  expect(await reconcile(id)).toMatchObject({ rows: 100_000, matched: 1, unmatched: 99_999, repeated: 0 });
});
