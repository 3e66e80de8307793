import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { linesOfAddendum, makeAddendaWorld } from '../addenda/addenda-fixtures.ts';
import { quoteWorld } from '../quotes/fixtures.ts';
import { proposeRenewals } from '../quotes/renewals.ts';
import { type ContractWorld, makeContractWorld } from './contract-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let quoting: Awaited<ReturnType<typeof quoteWorld>>;

beforeAll(async () => {
  api = await startTestApi();
  quoting = await quoteWorld(api, await signInAs(api, 'admin'));
  world = await makeContractWorld(api);
});
afterAll(() => api?.close());

/** A plan under contract that begins today and takes some days. */
const signed = async (
  days: number,
): Promise<{ quote: AnyRecord; client: AnyRecord; contract: AnyRecord }> => {
  const client = await quoting.makeClient();
  const flight = { from: world.today, to: addDays(world.today, days - 1) };
  const line = quoting.line({ flight, agreed_price: '1100' });
  const draft = await quoting.makeQuote(client, [line], { flight });
  const sent = await quoting.done('send', draft);
  const quote = await quoting.done('accept', sent, { accepted_by: 'Ana', accepted_on: world.today });
  const converted = await quoting.run('convert', quote, {
    contract_type: 'normal',
    consumption_type_id: world.consumptionTypeId,
  });
  expect(converted.statusCode, converted.body).toBe(200);
  const row = await api.database.one<{ id: string }>(
    sql`SELECT id FROM contracts WHERE quote_id = ${quote.id}::uuid`,
  );
  const contract = await world.read(row?.id ?? '');
  const patched = await api.inject({
    method: 'PATCH',
    url: `/api/contracts/${contract.id}`,
    headers: { ...world.headers, 'if-match': `"${contract.row_version}"` },
    payload: {
      own_signatory_ids: [world.ownSignatory],
      client_signatory_ids: [await world.signatory({ client_id: client.id })],
    },
  });
  expect(patched.statusCode, patched.body).toBe(200);
  expect((await world.run(contract.id, 'submit')).statusCode).toBe(200);
  const done = await world.run(contract.id, 'sign', { signed_on: world.today });
  expect(done.statusCode, done.body).toBe(200);
  return { quote, client, contract: await world.read(contract.id) };
};

const renewalsOf = async (contract: AnyRecord): Promise<readonly AnyRecord[]> =>
  (await quoting.call('GET', `quotes?f.renewal_of_id=${contract.id}`)).json().data;

test('a plan that ends soon is proposed again once, for the time after it, with the prices of the list', async () => {
  const [soon, later] = [await signed(20), await signed(200)];
  await Promise.all([proposeRenewals(api.app), proposeRenewals(api.app)]);
  await proposeRenewals(api.app);
  expect(await renewalsOf(later.contract)).toEqual([]);
  const found = await renewalsOf(soon.contract);
  expect(found).toHaveLength(1);
  const proposal = await quoting.read(found[0] as AnyRecord);
  expect(proposal).toMatchObject({
    status: 'draft',
    version: 1,
    name: `Renovación: ${String(soon.contract.name)}`,
    renewal_of_id: { id: soon.contract.id },
    owner_id: soon.quote.owner_id,
    flight: { from: addDays(world.today, 20), to: addDays(world.today, 39) },
  });
  expect(proposal.number).not.toBe(soon.quote.number);
  expect(linesIn(proposal, 'lines')).toMatchObject([
    { flight: { from: addDays(world.today, 20) }, agreed_price: null, list_price: '1000.000000' },
  ]);
  const mails = await api.database.query(
    sql`SELECT 1 FROM mails WHERE subject = ${`Renovación por proponer: ${String(soon.contract.name)}`}`,
  );
  expect(mails).toHaveLength(1);

  // A new version of the proposal still renews the plan.
  const sent = await quoting.done('send', proposal);
  await quoting.done('new_version', sent);
  expect(await renewalsOf(soon.contract)).toHaveLength(2);
  await proposeRenewals(api.app);
  expect(await renewalsOf(soon.contract)).toHaveLength(2);
});

test('one that cannot be proposed leaves a task for its seller, once', async () => {
  const { contract, client } = await signed(10);
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE clients SET status = 'blocked' WHERE id = ${client.id}::uuid`),
  );
  await proposeRenewals(api.app);
  await proposeRenewals(api.app);
  const tasks = await api.database.query<{ notes: string }>(
    sql`SELECT notes FROM activities WHERE client_id = ${client.id}::uuid AND kind = 'task'`,
  );
  expect(await renewalsOf(contract)).toEqual([]);
  expect(tasks).toEqual([{ notes: expect.stringContaining('su renovación no se pudo preparar') }]);
});

test('a setting of zero proposes none', async () => {
  const { contract } = await signed(15);
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      INSERT INTO settings (key, value) VALUES ('renewal_days', '0')
      ON CONFLICT (key) DO UPDATE SET value = excluded.value`),
  );
  await proposeRenewals(api.app);
  expect(await renewalsOf(contract)).toEqual([]);
});

test('a copy on other days has its own number, and leaves the quote as it is', async () => {
  const client = await quoting.makeClient();
  const quote = await quoting.makeQuote(client, [quoting.line({ agreed_price: '900' })]);
  const from = addDays(world.today, 30);
  const copied = await quoting.run('copy', quote, {
    name: 'Otra temporada',
    from,
    price_list_id: quoting.list.id,
    keeps_agreed: true,
  });
  expect([200, 201], copied.body).toContain(copied.statusCode);
  const copy = await quoting.read(copied.json().data);
  expect(copy).toMatchObject({ name: 'Otra temporada', version: 1, status: 'draft', flight: { from } });
  expect(copy.number).not.toBe(quote.number);
  expect(linesIn(copy, 'lines')).toMatchObject([{ agreed_price: '900.000000', flight: { from } }]);
  expect(await quoting.read(quote)).toMatchObject({ row_version: quote.row_version });
});

describe('renewing a contract by hand', () => {
  const day = (days: number): string => addDays(world.today, days);
  const input = (values: object = {}) => ({
    name: 'Otra vez',
    from: day(60),
    price_list_id: world.priceListId,
    keeps_agreed: true,
    ...values,
  });
  const byHand = async (lines: readonly object[]): Promise<AnyRecord> => {
    const { id } = await world.pending(await world.client(), lines);
    const done = await world.run(id, 'sign', { signed_on: world.today });
    expect(done.statusCode, done.body).toBe(200);
    return world.read(id);
  };

  test('drafts a quote of its lines in force, once, also of one that has no quote', async () => {
    const space = await world.space(9);
    const contract = await byHand([
      world.line(space),
      world.line(space, { flight: { from: day(3), to: day(5) }, agreed_price: '70' }),
    ]);
    const addenda = makeAddendaWorld(api, world);
    const drafted = await addenda.draft(contract.id);
    const [, second] = linesOfAddendum(drafted);
    const { id } = await addenda.pending(drafted, [{ id: second?.id, op: 'remove' }]);
    expect((await addenda.apply(id)).statusCode).toBe(200);

    const answers = await Promise.all([1, 2].map(() => world.run(contract.id, 'renew', input())));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const [found, ...others] = await renewalsOf(contract);
    expect(others).toEqual([]);
    const quote = await quoting.read(found as AnyRecord);
    expect(quote).toMatchObject({
      name: 'Otra vez',
      status: 'draft',
      client_id: { id: (contract.client_id as { id: string }).id },
      renewal_of_id: { id: contract.id },
      flight: { from: day(60), to: day(69) },
    });
    expect(linesIn(quote, 'lines')).toMatchObject([
      { flight: { from: day(60), to: day(69) }, agreed_price: '100.000000', units_per_day: 1 },
    ]);
    const again = await world.run(contract.id, 'renew', input());
    expect(again.json().reasons).toMatchObject([
      { code: 'renewed', fix: { path: `/ventas/presupuestos/${quote.id}` } },
    ]);

    const archived = await api.inject({
      method: 'DELETE',
      url: `/api/quotes/${quote.id}`,
      headers: { ...world.headers, 'if-match': `"${quote.row_version}"` },
    });
    expect(archived.statusCode, archived.body).toBeLessThan(300);
    expect((await world.run(contract.id, 'renew', input({ keeps_agreed: false }))).statusCode).toBe(200);
  });

  test('is refused before the signature', async () => {
    const draft = await world.draft(await world.client(), [world.line(await world.space(1))]);
    expect((await world.run(draft.id, 'renew', input())).json().reasons).toMatchObject([
      { code: 'wrong_state' },
    ]);
  });

  test('one that was made by hand and ends soon is proposed like any other', async () => {
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`DELETE FROM settings WHERE key = 'renewal_days'`),
    );
    const contract = await byHand([world.line(await world.space(1))]);
    await proposeRenewals(api.app);
    const [found] = await renewalsOf(contract);
    expect(found).toMatchObject({ name: `Renovación: ${String(contract.name)}` });
  });
});
