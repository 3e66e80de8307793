import { rm } from 'node:fs/promises';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences } from '../../inventory/inventory-fixtures.ts';
import { systemChange } from '../../platform/database/database.ts';
import { type ApiProcess, startApiProcess } from '../../testing/programs/api-process.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { type ContractWorld, makeContractWorld } from './contract-fixtures.ts';

// Two API processes on one PostgreSQL, as behind a proxy.
let api: TestApi;
let processes: readonly ApiProcess[] = [];
let folders: string[] = [];
let world: ContractWorld;

beforeAll(async () => {
  api = await startTestApi({ testDatabase: await createTestDatabase({ pool: 20 }) });
  world = await makeContractWorld(api);
  folders = [await makeTestFolder(), await makeTestFolder()];
  processes = await Promise.all(
    folders.map((folder) =>
      startApiProcess('main.ts', {
        PAUTA_DATA_DIR: folder,
        PAUTA_RATE_LIMIT: '0',
        PAUTA_RATE_LIMIT_ANONYMOUS: '0',
        DATABASE_URL: api.testDatabase.ownerUrl,
      }),
    ),
  );
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.end('SIGTERM')));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  await api.close();
});

const post = async (place: number, contract: AnyRecord, command: string, input: object = {}) => {
  for (;;) {
    const response = await fetch(`${processes[place % 2]?.address}/api/contracts/${contract.id}/${command}`, {
      method: 'POST',
      headers: {
        ...world.headers,
        'content-type': 'application/json',
        'if-match': `"${contract.row_version}"`,
      },
      body: JSON.stringify(input),
    });
    const body = (await response.json()) as { code?: string };
    // A server under load asks to try again.
    if (response.status !== 503) return { status: response.status, code: body.code };
  }
};
const sign = (place: number, contract: AnyRecord) =>
  post(place, contract, 'sign', { signed_on: world.today });

const capacity = 4;
const rivals = 12;

test('contracts signed in two processes for the same cells never overbook; a check before the write does (I1)', async () => {
  const [first, second] = [await world.space(capacity), await world.space(capacity)];
  const waiting: AnyRecord[] = [];
  for (let place = 0; place < rivals; place += 1) {
    // Half of them name the spaces in the other order.
    const lines = [world.line(first), world.line(second)];
    waiting.push(await world.pending(await world.client(), place % 2 ? lines : lines.reverse()));
  }
  const answers = await Promise.all(waiting.map((contract, place) => sign(place, contract)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(capacity);
  expect(answers.filter(({ code }) => code === 'no_capacity')).toHaveLength(rivals - capacity);
  const counters = await api.database.query(sql`
    SELECT DISTINCT held, booked, count(*)::integer AS cells FROM occupancy
    WHERE item_id = ANY(${[first, second]}::uuid[]) GROUP BY 1, 2`);
  expect(counters).toEqual([{ held: 0, booked: capacity, cells: 20 }]);
  expect(await differences(api.database)).toEqual([]);
  const signatures = await api.database.query<{
    outcome: string | null;
    requests: number;
    signatures: number;
  }>(sql`
    SELECT r.outcome, count(DISTINCT r.id)::integer AS requests, count(g.signer_id)::integer AS signatures
    FROM signing_requests r LEFT JOIN signatures g ON g.request_id = r.id GROUP BY 1 ORDER BY 1`);
  expect(signatures).toEqual([
    { outcome: 'completed', requests: capacity, signatures: 2 * capacity },
    { outcome: null, requests: rivals - capacity, signatures: 0 },
  ]);

  await api.testDatabase.runAsSuperuser(sql`CREATE TABLE naive_cells (day date NOT NULL)`);
  await api.testDatabase.runAsSuperuser(sql`GRANT SELECT, INSERT ON naive_cells TO PUBLIC`);
  // Each has read before the first one writes.
  let readers = 0;
  const allRead = Promise.withResolvers<void>();
  const naive = await Promise.all(
    waiting.map(() =>
      api.database.transaction(systemChange('test'), async (tx) => {
        const row = await tx.one<{ most: number }>(sql`
          SELECT coalesce(max(count), 0)::integer AS most FROM (SELECT count(*) FROM naive_cells GROUP BY day) days`);
        const fits = (row?.most ?? 0) < capacity;
        readers += 1;
        if (readers === rivals) allRead.resolve();
        await allRead.promise;
        if (fits)
          await tx.query(
            sql`INSERT INTO naive_cells SELECT current_date + n FROM generate_series(0, 9) AS n`,
          );
        return fits;
      }),
    ),
  );
  expect(naive.filter(Boolean).length).toBeGreaterThan(capacity);
});

test('of a package and a plain line that are signed in two processes for the last unit of a component one wins', async () => {
  for (let round = 0; round < 6; round += 1) {
    const [wanted, other] = [await world.space(1), await world.space(1)];
    // The order of the components does not matter.
    const spaces = round % 2 ? [wanted, other] : [other, wanted];
    const bundle = await world.package(spaces.map((itemId) => ({ itemId })));
    const waiting = [
      await world.pending(await world.client(), [world.packageLine(bundle)]),
      await world.pending(await world.client(), [world.line(wanted)]),
    ];
    const answers = await Promise.all(waiting.map((contract, place) => sign(place, contract)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.code).toBe('no_capacity');
    const isPackage = answers[0]?.status === 200;
    const counters = await api.database.query(sql`
      SELECT item_id, sum(held)::integer AS held, sum(booked)::integer AS booked FROM occupancy
      WHERE item_id = ANY(${spaces}::uuid[]) GROUP BY 1 HAVING sum(held + booked) > 0 ORDER BY 1`);
    // Whoever loses has taken nothing, also not of the component that is free.
    expect(counters).toEqual(
      (isPackage ? spaces : [wanted]).sort().map((item_id) => ({ item_id, held: 0, booked: 10 })),
    );
  }
  expect(await differences(api.database)).toEqual([]);
});

test('a contract that is signed, taken back and cancelled at once is whole (I3, I5)', async () => {
  const space = await world.space(100);
  for (let round = 0; round < 4; round += 1) {
    const contract = await world.pending(await world.client(), [world.line(space)]);
    const answers = await Promise.all([
      sign(0, contract),
      post(1, contract, 'return'),
      post(0, contract, 'cancel', { reason: 'El cliente desistió' }),
      sign(1, contract),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { status } = await world.read(contract.id);
    const [made] = await api.database.query<{ orders: number; versions: number; cells: number }>(sql`
      SELECT (SELECT count(*)::integer FROM order_lines WHERE contract_id = c.id) AS orders,
        (SELECT count(*)::integer FROM contract_versions WHERE contract_id = c.id) AS versions,
        (SELECT count(*)::integer FROM capacity_cells x JOIN order_lines o ON o.id = x.order_line_id
          WHERE o.contract_id = c.id) AS cells
      FROM contracts c WHERE c.id = ${contract.id}::uuid`);
    expect(made).toEqual(
      status === 'signed' ? { orders: 1, versions: 1, cells: 10 } : { orders: 0, versions: 0, cells: 0 },
    );
  }
  expect(await differences(api.database)).toEqual([]);
});

test('instalments that two people change at once sum to the taxable amount when the contract waits for signatures (I12)', async () => {
  const space = await world.space(100);
  for (let round = 0; round < 3; round += 1) {
    const { id } = await world.draft(await world.client(), [world.line(space)]);
    await world.run(id, 'plan_billing');
    const draft = await world.read(id);
    const [only] = linesIn(draft, 'instalments');
    const patch = (amount: string) =>
      api.inject({
        method: 'PATCH',
        url: `/api/contracts/${id}`,
        headers: { ...world.headers, 'if-match': `"${draft.row_version}"` },
        payload: {
          instalments: {
            put: [
              { id: only?.id, amount },
              { id: newLineId(), due_on: world.today, amount: '400' },
            ],
          },
        },
      });
    const answers = await Promise.all([patch('600'), patch('700'), post(0, draft, 'submit')]);
    const after = await world.read(id);
    const scheduled = sum(linesIn(after, 'instalments').map(({ amount }) => String(amount)));
    expect(after.scheduled).toBe(scheduled);
    if (after.status === 'pending_signature') expect(scheduled).toBe(after.taxable);
    else expect(answers[2].status).not.toBe(200);
  }
});
