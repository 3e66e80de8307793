import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type ContractWorld, makeContractWorld } from '../contracts/contract-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let industry: string;
beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  const made = await api.database.transaction(systemChange('test'), (tx) =>
    tx.one<{ id: string }>(sql`
      INSERT INTO industries (code, name, regulated) VALUES ('CERV-X', 'Cervezas de prueba', 'none') RETURNING id`),
  );
  industry = made?.id ?? '';
});
afterAll(() => api?.close());

let count = 0;
/** A space of a programme of its own. */
const space = async (): Promise<{ id: string; program: string }> => {
  count += 1;
  const id = await world.space(9);
  const program = await api.database.transaction(systemChange('test'), (tx) =>
    tx.one<{ id: string }>(sql`
      WITH made AS (
        INSERT INTO programs (code, name, subdivision_id)
        SELECT ${`EXC-${count}`}, ${`Programa ${count}`}, subdivision_id FROM inventory_items WHERE id = ${id}::uuid
        RETURNING id)
      UPDATE inventory_items i SET program_id = made.id FROM made WHERE i.id = ${id}::uuid RETURNING made.id`),
  );
  return { id, program: program?.id ?? '' };
};
const pending = async (itemId: string, values: object = {}, line: object = {}): Promise<AnyRecord> =>
  world.pending(await world.client({ industry_id: industry }), [world.line(itemId, line)], values);
const exclusive = () => ({ exclusivity_industry_id: industry });
const sign = ({ id }: AnyRecord) => world.run(id, 'sign', { signed_on: world.today });
const given = (contractId: string) =>
  api.database.query<{ program_id: string; starts: string; ends: string; archived: boolean }>(sql`
    SELECT program_id, lower(dates)::text AS starts, upper(dates)::text AS ends, archived_at IS NOT NULL AS archived
    FROM exclusivities WHERE contract_id = ${contractId}::uuid`);

test('a signature gives the exclusivity of the programme on the days of its lines', async () => {
  const { id, program } = await space();
  const contract = await pending(id, exclusive());
  expect(await given(contract.id)).toEqual([]);
  const signed = await sign(contract);
  expect(signed.statusCode, signed.body).toBe(200);
  const promised = { program_id: program, starts: world.today, ends: addDays(world.today, 10) };
  expect(await given(contract.id)).toEqual([{ ...promised, archived: false }]);
  const rival = await world.draft(await world.client({ industry_id: industry }), [world.line(id)]);
  await world.run(rival.id, 'plan_billing');
  const refused = await world.run(rival.id, 'submit');
  expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('en exclusiva')]);
});

test('where a competitor is, the contract is not signed, and says where', async () => {
  const { id } = await space();
  const contract = await pending(id, exclusive());
  expect((await sign(await pending(id))).statusCode).toBe(200);
  const refused = await sign(contract);
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toContain('ya hay un competidor en «Espacio');
  expect(await given(contract.id)).toEqual([]);
  expect((await world.read(contract.id)).status).toBe('pending_signature');
});

test.each([
  ['a competitor', false],
  ['another one that promises the same', true],
])('with %s at once, one is signed and the other one refused with its reason', async (_, both) => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await space();
    const contracts = [await pending(id, exclusive()), await pending(id, both ? exclusive() : {})];
    const answers = await Promise.all(contracts.map(sign));
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused, answers.map(({ body }) => body).join()).toHaveLength(1);
    expect(refused[0]?.body).toMatch(/exclusividad|en exclusiva/);
    const states = await Promise.all(contracts.map(async (one) => (await world.read(one.id)).status));
    expect([...states].sort()).toEqual(['pending_signature', 'signed']);
  }
});

test('its cancellation ends it', async () => {
  const { id } = await space();
  const contract = await pending(id, { ...exclusive(), cancel_notice_days: 3 });
  expect((await sign(contract)).statusCode).toBe(200);
  const cancelled = await world.run(contract.id, 'cancel', {
    reason: 'El cliente cerró',
    effective_on: addDays(world.today, 3),
  });
  expect(cancelled.statusCode, cancelled.body).toBe(200);
  expect(await given(contract.id)).toMatchObject([{ ends: addDays(world.today, 3), archived: false }]);

  const other = await space();
  const flight = { from: addDays(world.today, 5), to: addDays(world.today, 9) };
  const later = await pending(other.id, { ...exclusive(), cancel_notice_days: 3 }, { flight });
  expect((await sign(later)).statusCode).toBe(200);
  const ended = await world.run(later.id, 'cancel', {
    reason: 'El cliente cerró',
    effective_on: addDays(world.today, 3),
  });
  expect(ended.statusCode, ended.body).toBe(200);
  expect(await given(later.id)).toMatchObject([{ archived: true }]);
});
