import { clients } from '@pauta/domain/crm/clients/client.ts';
import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRecordFixture } from '../../crm/record-fixtures.ts';
import { createUser } from '../../testing/sign-in.ts';
import { promoteQueues } from '../holds/queue.ts';
import { addSpace } from '../inventory-fixtures.ts';

let it: Awaited<ReturnType<typeof startRecordFixture>>;
let owner: { id: string };
/** Banking, banks inside of it, and another industry. */
let industry: { finance: string; banks: string; food: string };
let bank: AnyRecord;
let rival: AnyRecord;
let grocer: AnyRecord;
let station: string;

beforeAll(async () => {
  it = await startRecordFixture();
  owner = await createUser(it.api, { role: 'sales_rep' });
  const make = async (code: string, parent: string | null = null): Promise<string> => {
    const [row] = await it.direct(sql`
      INSERT INTO industries (code, name, parent_id, regulated) VALUES (${code}, ${code}, ${parent}::uuid, 'none') RETURNING id`);
    return row?.id ?? '';
  };
  const finance = await make('FIN-X');
  industry = { finance, banks: await make('BAN-X', finance), food: await make('ALI-X') };
  bank = await it.made(clients, { industry_id: industry.banks });
  rival = await it.made(clients, { industry_id: industry.banks });
  grocer = await it.made(clients, { industry_id: industry.food });
  const [row] = await it.api.database.query<{ id: string }>(
    sql`SELECT subdivision_id AS id FROM inventory_items WHERE id = ${await addSpace(it.api)}::uuid`,
  );
  station = row?.id ?? '';
});
afterAll(() => it.api.close());

const dates = (month: string) => ({ from: `2027-${month}-01`, to: `2027-${month}-20` });
const give = (client: AnyRecord, month: string, more: object = {}) =>
  it.post('exclusivities', {
    client_id: client.id,
    industry_id: industry.finance,
    subdivision_id: station,
    dates: dates(month),
    source: 'Acuerdo anual',
    ...more,
  });
const hold = (client: AnyRecord, itemId: string, flight: object, more: object = {}) =>
  it.post('holds', { client_id: client.id, owner_id: owner.id, inventory_item_id: itemId, flight, ...more });

test('a competitor is refused with the source and the end, others are not, nor is its client', async () => {
  const space = await addSpace(it.api);
  expect((await give(bank, '01')).statusCode).toBe(201);
  const refused = await hold(rival, space, { from: '2027-01-20', to: '2027-02-05' });
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'exclusive']);
  expect(refused.json().message).toContain('hasta el 20/01/2027: Acuerdo anual');
  expect((await hold(rival, space, { from: '2027-01-21', to: '2027-01-22' })).statusCode).toBe(201);
  expect((await hold(bank, space, dates('01'))).statusCode).toBe(201);
  expect((await hold(grocer, space, dates('01'))).statusCode).toBe(201);
});

test('it is not given where a competitor already is, or has one that coincides', async () => {
  const space = await addSpace(it.api);
  expect((await hold(rival, space, { from: '2027-04-05', to: '2027-04-06' })).statusCode).toBe(201);
  const taken = await give(bank, '04');
  expect(taken.json().errors.dates[0]).toContain('05/04/2027');
  expect(taken.json().errors.dates[0]).toContain(String(rival.trade_name));
  expect((await give(rival, '04')).statusCode).toBe(201);
  expect((await give(bank, '04', { industry_id: industry.banks })).json().errors).toHaveProperty('dates');
  expect((await give(bank, '05', { subdivision_id: null })).json().errors).toHaveProperty('program_id');
});

test('a hold that waits does not get a place that became exclusive', async () => {
  const space = await addSpace(it.api, { capacity: 1 });
  const first = (await hold(grocer, space, dates('06'))).json().data;
  const second = (await hold(rival, space, dates('06'), { waits: true })).json().data;
  expect((await give(bank, '06')).statusCode).toBe(201);
  await it.act(holds, first, 'release');
  await promoteQueues(it.api.app);
  expect(await it.read(holds, second.id)).toMatchObject({ status: 'queued' });
});

test('an exclusivity and a hold of a competitor at once: one of them is refused', async () => {
  for (let round = 0; round < 8; round += 1) {
    const month = String(round + 1).padStart(2, '0');
    const flight = { from: `2028-${month}-03`, to: `2028-${month}-04` };
    const space = await addSpace(it.api);
    const answers = await Promise.all([
      give(bank, '01', { dates: { from: `2028-${month}-01`, to: `2028-${month}-20` } }),
      hold(rival, space, flight),
      hold(rival, space, flight),
    ]);
    const [given, ...held] = answers.map(({ statusCode }) => statusCode);
    if (given === 201)
      expect(
        held.every((code) => code === 409 || code === 422),
        JSON.stringify(held),
      ).toBe(true);
    else expect(held).toContain(201);
  }
  const both = await it.api.database.query(sql`
    SELECT e.id FROM exclusivities e CROSS JOIN LATERAL competitors_within(e) WHERE e.archived_at IS NULL`);
  expect(both).toEqual([]);
});

test('two clients are not given the same at once', async () => {
  const month = { dates: dates('11') };
  const answers = await Promise.all([
    give(bank, '11', month),
    give(rival, '11', { ...month, industry_id: industry.banks }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422]);
});

test('a zone and a programme limit it to their spaces', async () => {
  const space = await addSpace(it.api);
  const inside = await addSpace(it.api, { parent: space });
  await it.direct(sql`
    UPDATE inventory_items SET program_id = (SELECT id FROM programs ORDER BY id LIMIT 1) WHERE id = ${space}::uuid`);
  const [program] = await it.api.database.query<{ id: string }>(
    sql`SELECT id FROM programs ORDER BY id LIMIT 1`,
  );
  const elsewhere = await addSpace(it.api);
  expect((await give(bank, '12', { subdivision_id: null, program_id: program?.id })).statusCode).toBe(201);
  expect((await hold(rival, inside, dates('12'))).json().code).toBe('exclusive');
  expect((await hold(rival, elsewhere, dates('12'))).statusCode).toBe(201);
});
