import { addDays } from '@pauta/domain/calendar/working-time.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../delivery-world.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
});
afterAll(() => api.close());

const day = (offset: number): string => addDays(world.today, offset);

test('a file may have more columns and a longer name than are needed, but not too much text', async () => {
  const headers = ['Contrato', 'Fecha', ...Array.from({ length: 60 }, (_, at) => `Nota ${at}`)];
  const row = ['CT-1', day(1), ...Array.from({ length: 60 }, () => 'x'.repeat(200))].join(';');
  const wide = [headers.join(';'), ...Array.from({ length: 60 }, () => row)].join('\n');
  const read = await delivery.call('POST', '/api/placements/read-file', { text: wide });
  expect(read.statusCode, read.body.slice(0, 300)).toBe(200);
  const { columns, rows } = JSON.parse(read.json().data.content);
  expect(columns.map(({ header }: { header: string }) => header)).toEqual(['Contrato', 'Fecha']);
  expect(rows).toHaveLength(60);
  const long = ['Contrato;Fecha', ...Array.from({ length: 60 }, () => `${'C'.repeat(8000)};${day(1)}`)];
  const refused = await delivery.call('POST', '/api/placements/read-file', { text: long.join('\n') });
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('demasiado texto');
});

test('rows are placed by the rules of a change by hand; each that is not says why', async () => {
  const item = await world.space(4);
  const late = await world.space(1);
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE inventory_items SET airs_at = '21:40' WHERE id = ${late}::uuid`),
  );
  const contract = await delivery.sign([world.line(item, { flight: { from: day(1), to: day(4) } })]);
  const quota = await delivery.quotaOf(contract);
  const text = [
    'Contrato;Renglón;Fecha;Hora;Material',
    `${contract.number};;${day(1)};;`,
    `${contract.number};${quota.description};${day(2)};21:40;`,
    `${contract.number};;${day(2)};21:40;`,
    `${contract.number};Otra cosa;${day(3)};;`,
    `CT-NADIE;;${day(3)};;`,
    `${contract.number};;31/02/2026;;`,
    `${contract.number};;${day(3)};;SIN-CODIGO`,
    `${contract.number};;${day(3)};prime;`,
  ].join('\n');
  const read = await delivery.call('POST', '/api/placements/read-file', { text });
  expect(read.json().data).toMatchObject({ rows: 8 });
  const { content } = read.json().data;
  const shown = await delivery.call('POST', '/api/placements/import_rows/preview', {
    name: 'x.csv',
    content,
  });
  expect(shown.statusCode, shown.body).toBe(200);
  expect(await delivery.placementsOf(quota)).toHaveLength(0);

  const done = await delivery.call('POST', '/api/placements/import_rows', { name: 'x.csv', content });
  expect(done.statusCode, done.body).toBe(200);
  expect(done.json().data).toMatchObject(shown.json().data);
  expect(done.json().data.placed).toBe(2);
  const problems: (string | null)[] = done
    .json()
    .data.verdicts.map(({ problem }: { problem: string | null }) => problem);
  expect(problems.slice(0, 2)).toEqual([null, null]);
  // The break has one unit.
  expect(problems[2]).not.toBeNull();
  expect(problems[3]).toContain('no tiene el renglón «Otra cosa»');
  expect(problems[4]).toContain('«CT-NADIE»');
  expect(problems[5]).toContain('fecha');
  expect(problems[6]).toContain('«SIN-CODIGO»');
  expect(problems[7]).toContain('no es una hora');
  expect(await delivery.placementsOf(quota)).toMatchObject([
    { starts_on: day(1), inventory_item_id: { id: item } },
    { starts_on: day(2), inventory_item_id: { id: late } },
  ]);
});

test('needs its permission, and finds no contract that its user does not see', async () => {
  const contract = await delivery.sign([world.line(await world.space(4))]);
  const text = `Contrato;Fecha\n${contract.number};${day(1)}\n`;
  const { content } = (await delivery.call('POST', '/api/placements/read-file', { text })).json().data;
  const as = async (permissions: string[]) => {
    const user = await createUser(api, { role: await createRole(api, permissions) });
    return api.inject({
      method: 'POST',
      url: '/api/placements/import_rows',
      headers: await signIn(api, user),
      payload: { name: 'x.csv', content },
    });
  };
  expect((await as(['placements.view_all', 'placements.create'])).statusCode).toBe(403);
  const foreign = await as(['placements.view_own', 'placements.create', 'placements.import']);
  expect(foreign.statusCode, foreign.body).toBe(422);
});
