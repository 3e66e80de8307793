import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingFixture, billingFixture, contradictions } from '../billing/testing/billing-fixture.ts';
import { createUser, signInAs } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { makeAddendaWorld } from './addenda/addenda-fixtures.ts';
import { type ContractWorld, makeContractWorld } from './contracts/contract-fixtures.ts';
import { quoteWorld } from './quotes/fixtures.ts';

type Response = Awaited<ReturnType<TestApi['inject']>>;

let api: TestApi;
let admin: Record<string, string>;
let world: ContractWorld;
let quoting: Awaited<ReturnType<typeof quoteWorld>>;
let billing: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api, 'admin');
  billing = await billingFixture(api);
  quoting = await quoteWorld(api, admin);
  world = await makeContractWorld(api);
});
afterAll(() => api.close());

const rows = <Row extends object>(statement: ReturnType<typeof sql>) => api.database.query<Row>(statement);
const ok = async (answer: Promise<Response>, ...statuses: number[]): Promise<AnyRecord> => {
  const { statusCode, body, json } = await answer;
  expect(statuses.length > 0 ? statuses : [200, 201], body).toContain(statusCode);
  return json().data;
};

/** An account with a document of each kind in each of its phases. */
const busyAccount = async (column: 'client_id' | 'agency_id') => {
  const client = await world.client({ status: 'active' });
  const agency = column === 'agency_id' ? await quoting.makeAgency() : null;
  const read = (path: string, id: string): Promise<AnyRecord> => billing.read(path, id);
  const clientRecord = await read('clients', client.id);
  if (agency) await quoting.makeLetter(clientRecord, agency);
  const through = agency ? { agency_id: agency.id } : {};
  const payer = agency ? { ...through, bill_to: 'agency' } : {};
  const stage = await api.database.one<{ id: string }>(
    sql`SELECT id FROM closing_probabilities WHERE result = 'open' ORDER BY sort_order LIMIT 1`,
  );
  const me = (await ok(quoting.call('GET', 'quotes/beginning'))).owner_id as { id: string };
  const opportunity = await ok(
    quoting.call('POST', 'opportunities', {
      name: 'Campaña',
      client_id: client.id,
      ...through,
      owner_id: me.id,
      stage_id: stage?.id,
      expected_amount: '100',
      currency_code: 'DOP',
      expected_close_date: world.today,
      next_step: 'Llamar',
    }),
  );
  const sold = [quoting.line({ inventory_item_id: await world.space(20), agreed_price: '1000' })];
  const draftQuote = await quoting.makeQuote(clientRecord, sold, through);
  await quoting.done('hold', draftQuote);
  const heldSent = await quoting.makeQuote(
    clientRecord,
    sold.map((line) => ({ ...line, id: newLineId() })),
    through,
  );
  await quoting.done('hold', heldSent);
  const sentQuote = await quoting.done('send', await quoting.read(heldSent));
  const space = await world.space(20);
  const parties = agency
    ? {
        ...through,
        billing_party: 'agency',
        client_signatory_ids: [],
        agency_signatory_ids: [await world.signatory({ agency_id: agency.id })],
      }
    : {};
  const draftContract = await world.draft(client, [world.line(space)], parties);
  const pending = await world.pending(client, [world.line(space)], { ...parties, billing_plan: 'upfront' });
  const signedContract = await ok(world.run(pending.id, 'sign', { signed_on: world.today }));
  const draftInvoice = await billing.draft({ client_id: client.id, ...payer });
  const contractInvoice = await billing.draft({
    client_id: client.id,
    ...payer,
    contract_id: signedContract.id,
  });
  const issued = await billing.issued({ client_id: client.id, ...payer });
  const payment = await billing.pay(
    '400.00',
    agency ? { client_id: null, ...through } : { client_id: client.id },
  );
  const payable = await read('payments', payment.id);
  await ok(
    billing.call(
      'POST',
      `/api/payments/${payment.id}/apply`,
      {
        invoices: [{ invoice: String(issued.internal_no), amount: '150.00' }],
      },
      payable.row_version,
    ),
  );
  return {
    client,
    agency,
    opportunity,
    draftQuote,
    sentQuote,
    draftContract,
    signedContract,
    draftInvoice,
    contractInvoice,
    issued,
    payment,
  };
};

/** How many rows of each table refer to an account. */
const uses = async (column: 'client_id' | 'agency_id', id: string): Promise<Record<string, number>> => {
  const tables = await rows<{ name: string }>(sql`
    SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = ${column}
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`);
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await rows<{ count: number }>(
      sql`SELECT count(*)::integer AS count FROM ${raw(name)} WHERE ${raw(column)} = ${id}::uuid`,
    );
    if (row && row.count > 0) found[name] = row.count;
  }
  return found;
};

describe.each(['client_id', 'agency_id'] as const)('merging accounts with documents (%s)', (column) => {
  const path = column === 'client_id' ? 'clients' : 'agencies';
  const mergeInto = async (id: string, into: string, as = admin) => {
    const [from, kept] = [await billing.read(path, id), await billing.read(path, into)];
    return api.inject({
      method: 'POST',
      url: `/api/${path}/${id}/merge`,
      headers: { ...as, 'if-match': `"${from.row_version}"` },
      payload: { into, into_version: kept.row_version },
    });
  };
  const another = async (): Promise<string> =>
    column === 'client_id' ? (await world.client()).id : (await quoting.makeAgency()).id;
  const accountOf = ({ client, agency }: Awaited<ReturnType<typeof busyAccount>>): string =>
    column === 'client_id' ? client.id : String(agency?.id);

  test('what is open moves, what is sent, signed or issued keeps its party, and all of it is undone', async () => {
    const made = await busyAccount(column);
    const [id, kept] = [accountOf(made), await another()];
    const before = await uses(column, id);
    const merged = await mergeInto(id, kept);
    expect(merged.statusCode, merged.body).toBe(200);
    const partyOf = async (resource: string, record: AnyRecord) =>
      ((await billing.read(resource, record.id))[column] as { id: string }).id;
    const [moved, stays] = [[kept], [id]];
    expect({
      opportunity: [await partyOf('opportunities', made.opportunity)],
      draftQuote: [await partyOf('quotes', made.draftQuote)],
      sentQuote: [await partyOf('quotes', made.sentQuote)],
      draftContract: [await partyOf('contracts', made.draftContract)],
      signedContract: [await partyOf('contracts', made.signedContract)],
      draftInvoice: [await partyOf('invoices', made.draftInvoice)],
      contractInvoice: [await partyOf('invoices', made.contractInvoice)],
      issued: [await partyOf('invoices', made.issued)],
      payment: [await partyOf('payments', made.payment)],
    }).toEqual({
      opportunity: moved,
      draftQuote: moved,
      sentQuote: stays,
      draftContract: moved,
      signedContract: stays,
      draftInvoice: moved,
      contractInvoice: moved,
      issued: stays,
      payment: moved,
    });
    const left = Object.keys(await uses(column, id)).filter((name) => name !== 'client_duplicate_checks');
    expect(left).toEqual(
      column === 'client_id'
        ? ['contracts', 'invoices', 'portfolio_assignments', 'quotes', 'sale_credits']
        : ['contracts', 'invoices', 'quotes'],
    );
    expect(await contradictions(api)).toEqual([]);

    const undone = await ok(quoting.call('POST', `undo/${String(merged.headers['x-request-id'])}`, {}));
    expect(undone.blocked).toEqual([]);
    expect(await uses(column, id)).toEqual(before);
  });

  test('lists of the account that remains include what keeps its party', async () => {
    const made = await busyAccount(column);
    const [id, kept] = [accountOf(made), await another()];
    expect((await mergeInto(id, kept)).statusCode).toBe(200);
    const listed = async (resource: string, filter: string) =>
      ((await ok(quoting.call('GET', `${resource}?fields=status&${filter}`))) as unknown as AnyRecord[]).map(
        (row) => row.id,
      );
    for (const [resource, document] of [
      ['contracts', made.signedContract],
      ['quotes', made.sentQuote],
      ['invoices', made.issued],
    ] as const) {
      expect(await listed(resource, `f.${column}=${kept}`), resource).toContain(document.id);
      expect(await listed(resource, `f.${column}=!${kept}`), resource).not.toContain(document.id);
      expect(await listed(resource, `f.${column}=${await another()}`), resource).toEqual([]);
    }
  });

  test('afterwards its sales go on with the account that remains', async () => {
    const made = await busyAccount(column);
    const [id, kept] = [accountOf(made), await another()];
    expect((await mergeInto(id, kept)).statusCode).toBe(200);
    // The advance of the payment settles what was issued to the account that is gone.
    const payment = await billing.read('payments', made.payment.id);
    await ok(billing.call('POST', `/api/payments/${payment.id}/apply_oldest`, {}, payment.row_version));
    expect(await billing.read('payments', made.payment.id)).toMatchObject({ unapplied: '0.00' });
    expect(await contradictions(api)).toEqual([]);
    // Its sent quote becomes a contract of the account that remains, with the letters that moved there.
    const accepted = await quoting.done('accept', await quoting.read(made.sentQuote), {
      accepted_by: 'Ana',
      accepted_on: world.today,
    });
    const converted = await quoting.run('convert', accepted, {
      contract_type: 'normal',
      consumption_type_id: world.consumptionTypeId,
    });
    expect(converted.statusCode, converted.body).toBe(200);
    const contract = await api.database.one<{ id: string; party: string }>(sql`
      SELECT id, ${raw(column)} AS party FROM contracts WHERE quote_id = ${made.sentQuote.id}::uuid`);
    expect(contract?.party).toBe(kept);
    // The draft is signed with the account that remains.
    await world.run(made.draftContract.id, 'plan_billing');
    await ok(world.run(made.draftContract.id, 'submit'));
    await ok(world.run(made.draftContract.id, 'sign', { signed_on: world.today }));
  });

  test('afterwards its signed contract is amended and its sent quote has a new version, of the account that remains', async () => {
    const made = await busyAccount(column);
    const [id, kept] = [accountOf(made), await another()];
    expect((await mergeInto(id, kept)).statusCode).toBe(200);
    const next = await quoting.done('new_version', await quoting.read(made.sentQuote));
    expect((next[column] as { id: string }).id).toBe(kept);

    const addenda = makeAddendaWorld(api, world);
    const draft = await addenda.draft(made.signedContract.id);
    expect((draft[column] as { id: string }).id).toBe(kept);
    const flight = { from: world.today, to: world.today };
    const patched = await addenda.patch(draft.id, {
      lines: { put: [addenda.added(await world.space(20), { flight })] },
    });
    expect(patched.statusCode, patched.body).toBe(200);
    expect((await addenda.run(draft.id, 'plan_billing')).statusCode).toBe(200);
    // The credit is that of the account that remains.
    await rows(sql`UPDATE ${raw(path)} SET credit_limit = 1 WHERE id = ${kept}::uuid`);
    expect((await addenda.run(draft.id, 'submit')).json().reasons).toMatchObject([{ code: 'credit_limit' }]);
    await rows(
      sql`UPDATE ${raw(path)} SET credit_limit = NULL, credit_status = 'on_hold' WHERE id = ${kept}::uuid`,
    );
    expect(await addenda.read(draft.id)).toMatchObject({ credit_held: true });
    await rows(sql`UPDATE ${raw(path)} SET credit_status = 'active' WHERE id = ${kept}::uuid`);
    await ok(addenda.run(draft.id, 'submit'));
    await ok(addenda.apply(draft.id));
    expect(await contradictions(api)).toEqual([]);
  });

  test('a signature and a merge at once leave the account of the contract or the one that remains', async () => {
    const made = await busyAccount(column);
    const [id, kept] = [accountOf(made), await another()];
    await world.run(made.draftContract.id, 'plan_billing');
    await ok(world.run(made.draftContract.id, 'submit'));
    const [signature, merge] = await Promise.all([
      world.run(made.draftContract.id, 'sign', { signed_on: world.today }),
      mergeInto(id, kept),
    ]);
    expect([200, 409, 412], signature.body).toContain(signature.statusCode);
    expect([200, 409, 412], merge.body).toContain(merge.statusCode);
    const { status, [column]: party } = await world.read(made.draftContract.id);
    const owner = (party as { id: string }).id;
    expect([id, kept]).toContain(owner);
    if (status === 'signed') {
      const [version] = await rows<{ content: string }>(sql`
        SELECT content FROM contract_versions WHERE contract_id = ${made.draftContract.id}::uuid`);
      const { legal_name } = await billing.read(path, owner);
      expect(version?.content).toContain(String(legal_name));
    }
    expect(await contradictions(api)).toEqual([]);
  });
});

test('a seller who leaves hands over open quotes and running contracts by choice, with their amounts', async () => {
  // The account is made first, because one made later may belong to the seller who leaves.
  const client = await world.client();
  const [from, to] = await Promise.all([
    createUser(api, { role: 'sales_rep', full_name: 'Se Va' }),
    createUser(api, { role: 'sales_rep', full_name: 'Entra' }),
  ]);
  const space = await world.space(20);
  const record = await billing.read('clients', client.id);
  const draft = await quoting.makeQuote(record, undefined, { owner_id: from.id });
  const sent = await quoting.done('send', await quoting.makeQuote(record, undefined, { owner_id: from.id }));
  const rejected = await quoting.done('reject', sent, { rejection_reason: 'Muy caro' });
  const [running, cancelled] = [
    await world.pending(client, [world.line(space)], { owner_id: from.id }),
    await world.draft(client, [world.line(space)], { owner_id: from.id }),
  ];
  await ok(world.run(running.id, 'sign', { signed_on: world.today }));
  await ok(world.run(cancelled.id, 'cancel', { reason: 'No siguió' }));
  const order = {
    from_user_id: from.id,
    to_user_id: to.id,
    parts: ['quotes.owner_id', 'contracts.owner_id'],
    reason: 'Deja la empresa',
  };
  const preview = await ok(quoting.call('POST', 'account-transfers/preview', order));
  expect(preview.parts).toMatchObject([
    { key: 'contracts.owner_id', count: 1, worth: [{ currency: 'DOP', amount: running.total }] },
    { key: 'quotes.owner_id', count: 1, worth: [{ currency: 'DOP', amount: draft.total }] },
  ]);
  await expect(
    rows(sql`UPDATE users SET status = 'inactive' WHERE id = ${from.id}::uuid`),
  ).rejects.toMatchObject({
    constraint: 'users_inactive_owns_nothing',
  });
  // The log keeps what each kind was worth that day, and the list can be filtered by kind.
  expect(await ok(quoting.call('POST', 'account-transfers', order))).toMatchObject({
    entities: ['contracts', 'quotes'],
    worth: [
      { entity: 'contracts', currency: 'DOP', amount: running.total },
      { entity: 'quotes', currency: 'DOP', amount: draft.total },
    ],
    amounts: [],
  });
  const ownerOf = async (resource: string, { id }: AnyRecord) =>
    ((await billing.read(resource, id)).owner_id as { id: string }).id;
  expect([
    await ownerOf('quotes', draft),
    await ownerOf('quotes', rejected),
    await ownerOf('contracts', running),
    await ownerOf('contracts', cancelled),
  ]).toEqual([to.id, from.id, to.id, from.id]);
  await rows(sql`UPDATE users SET status = 'inactive' WHERE id = ${from.id}::uuid`);
});
