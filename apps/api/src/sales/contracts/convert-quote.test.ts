import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRole, createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { quoteWorld } from '../quotes/fixtures.ts';
import { type ContractWorld, makeContractWorld } from './contract-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let quoting: Awaited<ReturnType<typeof quoteWorld>>;

beforeAll(async () => {
  api = await startTestApi();
  quoting = await quoteWorld(api, await signInAs(api, 'admin'));
  world = await makeContractWorld(api);
});
afterAll(() => api.close());

const accepted = async (
  client: AnyRecord,
  lines?: readonly object[],
  values?: object,
): Promise<AnyRecord> => {
  const quote = await quoting.makeQuote(client, lines ?? [quoting.line({ surcharge_pct: '10' })], values);
  const sent = await quoting.done('send', quote);
  return quoting.done('accept', sent, { accepted_by: 'Ana Peñaló', accepted_on: world.today });
};
const convert = (quote: AnyRecord, as?: Record<string, string>) =>
  quoting.run(
    'convert',
    quote,
    { contract_type: 'normal', consumption_type_id: world.consumptionTypeId },
    as,
  );
const contractOf = async (quote: AnyRecord): Promise<AnyRecord> => {
  const found = await api.database.one<{ id: string }>(
    sql`SELECT id FROM contracts WHERE quote_id = ${quote.id}::uuid AND status <> 'cancelled'`,
  );
  return world.read(found?.id ?? '');
};
const cells = (itemId: string) =>
  api.database.one<{ held: number; booked: number }>(sql`
    SELECT coalesce(sum(held), 0)::integer AS held, coalesce(sum(booked), 0)::integer AS booked
    FROM occupancy WHERE item_id = ${itemId}::uuid`);

test('the contract has the lines and stored amounts of its quote, and its instalments', async () => {
  const client = await quoting.makeClient();
  const quote = await accepted(client);
  const converted = await convert(quote);
  expect(converted.json().data, converted.body).toMatchObject({ status: 'converted' });
  const contract = await contractOf(quote);
  const headers = world.headers;
  const listed = await api.inject({ url: `/api/contracts?f.quote_id=${quote.id}`, headers });
  expect(listed.json().data).toMatchObject([{ id: contract.id }]);
  const amounts = ['gross', 'net', 'agency_discount', 'taxable', 'tax', 'total'];
  for (const name of amounts) expect(contract[name], name).toBe(quote[name]);
  expect(contract).toMatchObject({
    status: 'draft',
    number: null,
    scheduled: quote.taxable,
    name: quote.name,
  });
  const [line] = linesIn(contract, 'lines');
  expect(line).toMatchObject({ surcharge_pct: '10.0000', total: quote.total, quantity: '20.0000' });
});

test('neither its lines nor what the client accepted can be changed; instalments and signatories can', async () => {
  const quote = await accepted(await quoting.makeClient());
  await convert(quote);
  const contract = await contractOf(quote);
  const patch = (payload: object) =>
    api.inject({
      method: 'PATCH',
      url: `/api/contracts/${contract.id}`,
      headers: { ...world.headers, 'if-match': `"${contract.row_version}"` },
      payload,
    });
  const [line] = linesIn(contract, 'lines');
  expect((await patch({ lines: { put: [{ id: line?.id, units_per_day: 1 }] } })).json().message).toMatch(
    /presupuesto aceptado/,
  );
  expect((await patch({ currency_code: 'USD' })).json().errors).toHaveProperty('currency_code');
  const changed = await patch({ own_signatory_ids: [world.ownSignatory], penalty_pct: '10' });
  expect(changed.json().data, changed.body).toMatchObject({ penalty_pct: '10.0000', total: quote.total });
});

test('what was approved of the quote needs no other approval', async () => {
  const client = await quoting.makeClient();
  const draft = await quoting.makeQuote(client, [quoting.line({ discount_pct: '20' })]);
  const asked = await quoting.done('request_approval', draft);
  const manager = await signInAs(api, 'sales_manager');
  const [approval] = (await quoting.call('GET', `approvals?f.record_id=${draft.id}`)).json().data;
  const decided = await quoting.call(
    'POST',
    `approvals/${approval.id}/approve`,
    {},
    { as: manager, record: approval },
  );
  expect(decided.statusCode, decided.body).toBe(200);
  const sent = await quoting.done('send', asked);
  const quote = await quoting.done('accept', sent, { accepted_by: 'Ana', accepted_on: world.today });
  expect((await convert(quote)).statusCode).toBe(200);
  const contract = await contractOf(quote);
  expect(contract).toMatchObject({ max_discount_pct: '20.0000', allowed_discount_pct: '0.0000' });
  expect((await world.run(contract.id, 'request_approval')).json().code).toBe('no_approval_needed');
  const { data } = (
    await api.inject({ url: `/api/contracts/${contract.id}/commands`, headers: world.headers })
  ).json();
  const submit = data.find(({ name }: { name: string }) => name === 'submit');
  expect(submit.reasons.map(({ code }: { code: string }) => code)).not.toContain('approval_needed');
});

test('its signature books what the quote held, and nothing twice', async () => {
  const client = await quoting.makeClient();
  const space = await world.space(2);
  const draft = await quoting.makeQuote(client, [
    quoting.line({ inventory_item_id: space, units_per_day: 2, agreed_price: '10' }),
  ]);
  expect((await quoting.run('hold', draft)).statusCode).toBe(200);
  expect(await cells(space)).toEqual({ held: 20, booked: 0 });
  const sent = await quoting.done('send', await quoting.read(draft));
  const quote = await quoting.done('accept', sent, { accepted_by: 'Ana', accepted_on: world.today });
  expect((await convert(quote)).statusCode).toBe(200);
  const contract = await contractOf(quote);
  const signatory = await world.signatory({ client_id: client.id });
  const patched = await api.inject({
    method: 'PATCH',
    url: `/api/contracts/${contract.id}`,
    headers: { ...world.headers, 'if-match': `"${contract.row_version}"` },
    payload: { own_signatory_ids: [world.ownSignatory], client_signatory_ids: [signatory] },
  });
  expect(patched.statusCode, patched.body).toBe(200);
  expect((await world.run(contract.id, 'submit')).statusCode).toBe(200);
  const early = await world.run(contract.id, 'sign', { signed_on: addDays(world.today, -1) });
  expect(early.json().errors.signed_on).toMatchObject([expect.stringContaining('se aceptó el presupuesto')]);
  const signed = await world.run(contract.id, 'sign', { signed_on: world.today });
  expect(signed.statusCode, signed.body).toBe(200);
  expect(await cells(space)).toEqual({ held: 0, booked: 20 });
  expect(
    await api.database.query(sql`SELECT DISTINCT status FROM holds WHERE quote_id = ${quote.id}::uuid`),
  ).toEqual([{ status: 'converted' }]);
});

test('a quote is converted once, also by two at once, and again after its contract is cancelled', async () => {
  const quote = await accepted(await quoting.makeClient());
  const both = await Promise.all([convert(quote), convert(quote)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const contract = await contractOf(quote);
  const archived = await api.inject({
    method: 'DELETE',
    url: `/api/contracts/${contract.id}`,
    headers: { ...world.headers, 'if-match': `"${contract.row_version}"` },
  });
  expect(archived.json()).toMatchObject({ code: 'contract_of_quote' });
  const cancelled = await world.run(contract.id, 'cancel', { reason: 'Datos equivocados' });
  expect(cancelled.statusCode, cancelled.body).toBe(200);
  const again = await quoting.read(quote);
  expect(again.status).toBe('accepted');
  const other = await convert(again);
  expect(other.statusCode, other.body).toBe(200);
});

test('converting needs the permission to create contracts', async () => {
  const quote = await accepted(await quoting.makeClient());
  const role = await createRole(api, ['quotes.view_all', 'quotes.update_all']);
  const answer = await convert(quote, await signIn(api, await createUser(api, { role })));
  expect(answer.statusCode).toBe(403);
});

test('a payer whose credit is held gets no contract, however it was accepted', async () => {
  const client = await quoting.makeClient();
  const quote = await accepted(client);
  await api.database.query(sql`UPDATE clients SET credit_status = 'on_hold' WHERE id = ${client.id}::uuid`);
  expect((await convert(quote)).json()).toMatchObject({ status: 409, code: 'credit_hold' });
  await api.database.query(sql`UPDATE clients SET credit_status = 'active' WHERE id = ${client.id}::uuid`);
  expect((await convert(quote)).statusCode).toBe(200);
});

test('who pays follows the brand, and where it says nothing the client', async () => {
  const client = await quoting.makeClient({ billing_party: 'client' });
  const agency = await quoting.makeAgency();
  await quoting.makeLetter(client, agency);
  const brands = await api.database.query<{ id: string }>(sql`
    INSERT INTO brands (code, name, client_id, billing_party)
    VALUES ('PAGA-1', 'Paga la agencia', ${client.id}::uuid, 'agency'), ('PAGA-2', 'Como el cliente', ${client.id}::uuid, NULL)
    RETURNING id`);
  const payers: unknown[] = [];
  for (const values of [
    { agency_id: agency.id, brand_id: brands[0]?.id },
    { agency_id: agency.id, brand_id: brands[1]?.id },
    { brand_id: brands[0]?.id },
  ]) {
    const quote = await accepted(client, undefined, values);
    expect((await convert(quote)).statusCode).toBe(200);
    payers.push((await contractOf(quote)).billing_party);
  }
  expect(payers).toEqual(['agency', 'client', 'client']);
});

test('the contract of a quote whose client was merged is of the client that remains', async () => {
  const [gone, kept] = [await quoting.makeClient(), await quoting.makeClient()];
  const quote = await accepted(gone);
  const merged = await quoting.call(
    'POST',
    `clients/${gone.id}/merge`,
    { into: kept.id, into_version: kept.row_version },
    { record: gone },
  );
  expect(merged.statusCode, merged.body).toBe(200);
  expect(await quoting.read(quote)).toMatchObject({ client_id: { id: gone.id } });
  const converted = await convert(await quoting.read(quote));
  expect(converted.statusCode, converted.body).toBe(200);
  expect(await contractOf(quote)).toMatchObject({ client_id: { id: kept.id } });
});
