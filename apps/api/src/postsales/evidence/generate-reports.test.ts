import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { csv, makeLogWorld, row } from '../air-logs/air-log-fixtures.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../delivery-world.ts';

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

const generate = (from: string, to: string, headers = world.headers) =>
  api.inject({
    method: 'POST',
    url: '/api/evidence-reports/generate',
    payload: { period: { from, to } },
    headers,
  });

/** A contract with a spot that a log proves today. */
const aired = async () => {
  const made = await logs.pauta();
  await logs.reconcile(await logs.take(made.station, csv(row(world.today, '10:00:00', made.code))));
  return made;
};

test('each contract with something aired gets one report, with what logs prove, however many generate', async () => {
  const { today } = world;
  const [one, other] = [await aired(), await aired()];
  const both = await Promise.all([generate(today, today), generate(today, today)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  for (const { contract, placements } of [one, other]) {
    const reports = await delivery.list('evidence-reports', `f.contract_id=${contract.id}`);
    expect(reports).toMatchObject([
      { status: 'draft', period: { from: today, to: today }, aired: 1, covered: 1 },
    ]);
    expect(await delivery.list('evidence-items', `f.report_id=${reports[0]?.id}`)).toMatchObject([
      {
        kind: 'air_log',
        placement_id: { id: placements[0]?.id },
        description: `Fila 2 del log: ${one.contract.id === contract.id ? one.code : other.code}`,
      },
    ]);
  }
  const numbers = (await delivery.list('evidence-reports', '')).map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect((await generate(today, today)).json().message).toContain('Elija otro periodo');
  expect((await generate(addDays(today, 1), addDays(today, 2))).statusCode).toBe(409);
});

test('a dry run counts and leaves nothing', async () => {
  const day = addDays(world.today, 0);
  await aired();
  const answer = await api.inject({
    method: 'POST',
    url: '/api/evidence-reports/generate/preview',
    payload: { period: { from: day, to: day } },
    headers: world.headers,
  });
  expect(answer.json(), answer.body).toMatchObject({ data: { reports: 1 } });
  expect((await generate(day, day)).json()).toMatchObject({ data: { reports: 1 } });
});

test('logs that come after the report are added once, until it is approved', async () => {
  const { station, code, contract } = await logs.pauta();
  await delivery.run(
    'placements',
    String((await delivery.list('placements', `f.contract_id=${contract.id}&sort=starts_on`))[0]?.id),
    'mark_aired',
  );
  const [report] = (await generate(world.today, world.today).then(() =>
    delivery.list('evidence-reports', `f.contract_id=${contract.id}`),
  )) as [{ id: string }];
  expect((await delivery.call('POST', `/api/evidence-reports/${report.id}/add_logs`)).json().code).toBe(
    'no_logs',
  );
  await delivery.run(
    'placements',
    String((await delivery.list('placements', `f.contract_id=${contract.id}&sort=starts_on`))[0]?.id),
    'correct',
    { reason: 'Lo dice el log' },
  );
  await logs.reconcile(await logs.take(station, csv(row(world.today, '10:00:00', code))));
  const added = await delivery.call('POST', `/api/evidence-reports/${report.id}/add_logs`);
  expect(added.json(), added.body).toMatchObject({ data: { added: 1 } });
  expect((await delivery.call('POST', `/api/evidence-reports/${report.id}/add_logs`)).statusCode).toBe(409);
  expect(await delivery.read('evidence-reports', report.id)).toMatchObject({ aired: 1, covered: 1 });
});

test('nobody generates without the permission', async () => {
  const role = await createRole(api, ['evidence_reports.view_all']);
  const headers = await signIn(api, await createUser(api, { role }));
  expect((await generate(world.today, world.today, headers)).statusCode).toBe(403);
});
