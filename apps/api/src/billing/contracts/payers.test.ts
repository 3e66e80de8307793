import { preparedKey } from '@pauta/domain/billing/invoices/prepared-invoice.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { makeAddendaWorld } from '../../sales/addenda/addenda-fixtures.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let world: ContractWorld;
let billing: BillingFixture;
type Client = Awaited<ReturnType<ContractWorld['client']>>;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
  world = await makeContractWorld(api);
});
afterAll(async () => {
  expect(await contradictions(api)).toEqual([]);
  await api.close();
});

const taxed = { taxpayer_type: 'taxpayer', tax_exempt: false };
const own = (pct: string) => ({ id: newLineId(), party: 'client', pct });
const other = ({ id }: Client, pct: string) => ({ id: newLineId(), party: 'other', client_id: id, pct });
const line = async (values: object = {}) =>
  world.line(await world.space(100), {
    flight: { from: world.today, to: world.today },
    units_per_day: 10,
    ...values,
  });
const sign = (id: string) => world.run(id, 'sign', { signed_on: world.today });
const signed = async (client: Client, lines: readonly object[], payers: readonly object[], values = {}) => {
  const { id } = await world.pending(client, lines, { payers: { put: payers }, ...values });
  const response = await sign(id);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data as AnyRecord;
};
/** Bills what is due; answers the drafts. */
const bill = async (id: string): Promise<AnyRecord[]> => {
  const response = await billing.call('POST', `/api/contracts/${id}/bill`, {});
  expect(response.statusCode, response.body).toBe(200);
  return Promise.all(response.json().data.invoice_ids.map((one: string) => billing.read('invoices', one)));
};
const clientOf = ({ client_id }: AnyRecord): string => (client_id as { id: string }).id;
const netsOf = (invoices: readonly AnyRecord[]) =>
  Object.fromEntries(invoices.map((one) => [clientOf(one), one.net]));
const change = (statement: Sql) =>
  api.database.transaction(systemChange('fixture'), (tx) => tx.query(statement));

describe('the payers of a contract', () => {
  test('add up to 100 %, once each, with an agency only where there is one; the errors are theirs', async () => {
    const [client, partner] = [await world.client(), await world.client()];
    const refused = async (...payers: object[]) => {
      const response = await api.inject({
        method: 'POST',
        url: '/api/contracts',
        headers: world.headers,
        payload: world.draftBody(client, [await line()], { payers: { put: payers } }),
      });
      expect(response.statusCode, response.body).toBe(422);
      return String(response.json().errors.payers);
    };
    expect(await refused(own('60'), other(partner, '39.9999'))).toMatch(/deben sumar 100 %/);
    expect(await refused(own('50'), other(client, '50'))).toMatch(/aparece dos veces/);
    expect(await refused(own('50'), { id: newLineId(), party: 'agency', pct: '50' })).toMatch(
      /no tiene agencia/,
    );
    const draft = await world.draft(client, [await line()], {
      payers: { put: [own('60'), other(partner, '40')] },
    });
    expect(draft.payers).toMatchObject([
      { pct: '60.0000' },
      { pct: '40.0000', client_id: { id: partner.id } },
    ]);
  });

  test('are fixed by the signature, also in SQL, and are part of what is signed', async () => {
    const [client, partner] = [await world.client(), await world.client()];
    const { id } = await signed(client, [await line()], [own('60'), other(partner, '40')]);
    const attacks = [
      sql`UPDATE contract_payers SET pct = 50 WHERE contract_id = ${id}::uuid`,
      sql`DELETE FROM contract_payers WHERE contract_id = ${id}::uuid`,
      sql`INSERT INTO contract_payers (id, contract_id, position, party, pct)
        VALUES (new_id(), ${id}::uuid, 'z', 'agency', 10)`,
    ];
    for (const attack of attacks)
      await expect(change(attack)).rejects.toThrow(/frozen|fixed|after their header|do not change/);
    const version = await api.database.one<{ content: string }>(sql`
      SELECT content FROM contract_versions WHERE contract_id = ${id}::uuid`);
    const content = JSON.parse(version?.content ?? '{}');
    expect(content.payers).toMatchObject([
      { party: 'client', pct: '60.0000' },
      { party: 'other', pct: '40.0000', client_id: { label: expect.any(String) } },
    ]);
    // Who sold it is not the client's business.
    const [sold] = await api.database.query<{ sellers: string[] }>(sql`
      SELECT array_agg(DISTINCT u.full_name) AS sellers FROM order_line_sellers s JOIN users u ON u.id = s.user_id
        JOIN order_lines o ON o.id = s.order_line_id WHERE o.contract_id = ${id}::uuid`);
    expect(sold?.sellers).toHaveLength(1);
    expect(version?.content).not.toContain(sold?.sellers[0]);
    expect(
      (await api.inject({ url: `/api/contracts/${id}/contract.pdf`, headers: world.headers })).statusCode,
    ).toBe(200);
  });

  test('stay in every version after an addendum, whose difference they share', async () => {
    const [client, partner] = [await world.client(taxed), await world.client(taxed)];
    const { id } = await signed(client, [await line()], [own('60'), other(partner, '40')], {
      billing_plan: 'upfront',
    });
    const addenda = makeAddendaWorld(api, world);
    const { id: addendumId } = await addenda.pending(await addenda.draft(id), [
      addenda.added(await world.space(100), {
        flight: { from: world.today, to: world.today },
        units_per_day: 5,
      }),
    ]);
    const applied = await addenda.apply(addendumId);
    expect(applied.statusCode, applied.body).toBe(200);
    const versions = await api.database.query<{ payers: unknown }>(sql`
      SELECT content::jsonb -> 'payers' AS payers FROM contract_versions WHERE contract_id = ${id}::uuid ORDER BY version`);
    expect(versions).toHaveLength(2);
    expect(versions[1]?.payers).toEqual(versions[0]?.payers);
    expect(netsOf(await bill(id))).toEqual({ [client.id]: '900.00', [partner.id]: '600.00' });
  });

  test('do not change while the contract waits for its signatures', async () => {
    const { id } = await world.pending(await world.client(), [await line()], {
      payers: { put: [own('100')] },
    });
    await expect(change(sql`DELETE FROM contract_payers WHERE contract_id = ${id}::uuid`)).rejects.toThrow(
      /fixed|after their header/,
    );
  });

  test('owe their parts: each needs credit for its own, not for all', async () => {
    const client = await world.client({ ...taxed, credit_limit: '600' });
    const partner = await world.client({ ...taxed, credit_limit: '600' });
    const half = () => [own('50'), other(partner, '50')];
    const next = await world.pending(client, [await line()], { payers: { put: half() } });
    await signed(client, [await line()], half());
    const refused = await sign(next.id);
    expect(refused.json()).toMatchObject({
      status: 409,
      reasons: [{ code: 'credit_limit' }, { code: 'credit_limit' }],
    });
    const held = await world.client();
    const withHeld = await world.pending(await world.client(), [await line()], {
      payers: { put: [own('90'), other(held, '10')] },
    });
    await change(sql`UPDATE clients SET credit_status = 'on_hold' WHERE id = ${held.id}::uuid`);
    expect((await sign(withHeld.id)).statusCode).toBe(409);
  });
});

describe('a contract that several pay', () => {
  test('is billed with a draft for each, in their name, and the parts add up to what was due', async () => {
    const [client, partner] = [await world.client(taxed), await world.client(taxed)];
    const contract = await signed(
      client,
      [await line({ agreed_price: '33.33' }), await line()],
      [own('66.6667'), other(partner, '33.3333')],
      { billing_plan: 'upfront' },
    );
    const preview = await billing.call('POST', `/api/contracts/${contract.id}/bill/preview`, {});
    const { invoices: previewed } = preview.json().data;
    expect(previewed).toMatchObject([
      { bill_to: 'client', client_id: client.id, lines: 2 },
      { bill_to: 'client', client_id: partner.id, lines: 2 },
    ]);
    expect(new Set(previewed.map(preparedKey)).size).toBe(2);
    const drafts = await bill(contract.id);
    expect(netsOf(drafts)).toEqual({ [client.id]: '888.87', [partner.id]: '444.43' });
    expect(sum(drafts.map(({ net }) => String(net)))).toBe('1333.30');
    expect(new Set(drafts.map(({ period }) => JSON.stringify(period))).size).toBe(1);
    const due = (await billing.call('GET', '/api/billing/due')).json().data.contracts;
    expect(due.find(({ id }: AnyRecord) => id === contract.id)).toBeUndefined();

    for (const draft of drafts) await billing.issue(draft);
    const record = await world.read(contract.id);
    expect(record).toMatchObject({ billed_pct: '100.0000', unbilled_total: '0.00' });
    expect(record.open_balance).toBe(sum(drafts.map(({ total }) => String(total))));
    // Each pays its own invoice.
    const mine = drafts.find((one) => clientOf(one) === partner.id);
    const payment = await billing.pay(String(mine?.total), {
      client_id: partner.id,
      received_on: world.today,
    });
    const applied = await billing.call('POST', `/api/payments/${payment.id}/apply_oldest`, {});
    expect(applied.statusCode, applied.body).toBe(200);
    expect(await billing.read('invoices', mine?.id ?? '')).toMatchObject({ balance: '0.00' });
  });

  test('is billed to nobody else', async () => {
    const [client, partner, stranger] = [await world.client(), await world.client(), await world.client()];
    const contract = await signed(client, [await line()], [own('50'), other(partner, '50')], {
      billing_plan: 'upfront',
    });
    const [draft] = await bill(contract.id);
    const moved = await billing.call(
      'PATCH',
      `/api/invoices/${draft?.id}`,
      { client_id: stranger.id },
      draft?.row_version,
    );
    expect(moved.statusCode).toBe(422);
  });

  test('bills again to the same payer what their withdrawn draft billed', async () => {
    const [client, partner] = [await world.client(), await world.client()];
    const contract = await signed(client, [await line()], [own('70'), other(partner, '30')], {
      billing_plan: 'upfront',
    });
    const drafts = await bill(contract.id);
    const mine = drafts.find((one) => clientOf(one) === partner.id);
    const archived = await api.inject({
      method: 'DELETE',
      url: `/api/invoices/${mine?.id}`,
      headers: { ...billing.headers, 'if-match': `"${mine?.row_version}"` },
    });
    expect(archived.statusCode, archived.body).toBeLessThan(300);
    expect(netsOf(await bill(contract.id))).toEqual({ [partner.id]: '300.00' });
  });

  test('over any instalments each line is billed to the cent, and each payer has their part', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 999_999 }),
        fc.integer({ min: 2, max: 4 }),
        async (prices, share, months) => {
          const [client, partner] = [await world.client(taxed), await world.client(taxed)];
          const pct = (share / 10_000).toFixed(4);
          const rest = ((1_000_000 - share) / 10_000).toFixed(4);
          const lines = [];
          for (const price of prices) lines.push(await line({ agreed_price: (price / 100).toFixed(2) }));
          const contract = await signed(client, lines, [own(rest), other(partner, pct)], {
            billing_plan: 'upfront',
          });
          // The single instalment becomes one for each month, of which one more is due each time.
          await api.testDatabase.runAsSuperuser(sql`
            WITH old AS (DELETE FROM contract_instalments WHERE contract_id = ${contract.id}::uuid RETURNING amount)
            INSERT INTO contract_instalments (id, contract_id, position, due_on, amount)
            SELECT new_id(), ${contract.id}::uuid, 'a' || n, business_date() + n,
              trunc(o.amount * n / ${months}, 2) - trunc(o.amount * (n - 1) / ${months}, 2)
            FROM old o CROSS JOIN generate_series(1, ${months}::integer) n`);
          for (let month = 0; month < months; month += 1) {
            await api.testDatabase.runAsSuperuser(sql`
              UPDATE contract_instalments SET due_on = due_on - 1 WHERE contract_id = ${contract.id}::uuid`);
            for (const draft of await bill(contract.id)) await billing.issue(draft);
          }
          const rows = await api.database.query<{ net: string; billed: string; partner: string }>(sql`
            SELECT o.net::text, sum(l.net)::text AS billed,
              coalesce(sum(l.net) FILTER (WHERE i.client_id = ${partner.id}::uuid), 0)::text AS partner
            FROM order_lines o JOIN invoice_lines l ON l.order_line_id = o.id JOIN invoices i ON i.id = l.invoice_id
            WHERE o.contract_id = ${contract.id}::uuid GROUP BY o.id`);
          for (const { net, billed, partner: theirs } of rows) {
            expect(billed).toBe(net);
            expect(Math.abs(Number(theirs) - (Number(net) * Number(pct)) / 100)).toBeLessThan(0.0101);
          }
        },
      ),
      { numRuns: 6 },
    );
  });
});
