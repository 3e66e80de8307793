import { newLineId } from '@pauta/domain/document/line-id.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type AddendaWorld, makeAddendaWorld } from '../../sales/addenda/addenda-fixtures.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let world: ContractWorld;
let addenda: AddendaWorld;
let billing: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
  world = await makeContractWorld(api);
  addenda = makeAddendaWorld(api, world);
});
afterAll(async () => {
  expect(await contradictions(api)).toEqual([]);
  await api.close();
});

const taxed = { taxpayer_type: 'taxpayer', tax_exempt: false };
const own = (pct: string) => ({ id: newLineId(), party: 'client', pct });
const agency = (pct: string) => ({ id: newLineId(), party: 'agency', pct });
const other = ({ id }: { readonly id: string }, pct: string) => ({
  id: newLineId(),
  party: 'other',
  client_id: id,
  pct,
});

/** A signed contract of 1000.00 a line, of which two equal instalments are billed, the first one now. */
const halfDue = async (
  client: Awaited<ReturnType<ContractWorld['client']>>,
  values: object = {},
  lines = 1,
): Promise<string> => {
  const sold = [];
  for (let n = 0; n < lines; n += 1)
    sold.push(
      world.line(await world.space(100), {
        flight: { from: world.today, to: world.today },
        units_per_day: 10,
      }),
    );
  const { id } = await world.pending(client, sold, { billing_plan: 'upfront', ...values });
  expect((await world.run(id, 'sign', { signed_on: world.today })).statusCode).toBe(200);
  await api.testDatabase.runAsSuperuser(sql`
    WITH old AS (DELETE FROM contract_instalments WHERE contract_id = ${id}::uuid RETURNING amount)
    INSERT INTO contract_instalments (id, contract_id, position, due_on, amount)
    SELECT new_id(), ${id}::uuid, 'a' || n, business_date() + n, o.amount / 2 FROM old o CROSS JOIN generate_series(0, 1) n`);
  return id;
};
const write = (statement: Sql) =>
  api.database.transaction(systemChange('fixture'), (tx) => tx.query(statement));
const secondIsDue = (id: string) =>
  api.testDatabase.runAsSuperuser(
    sql`UPDATE contract_instalments SET due_on = due_on - 1 WHERE contract_id = ${id}::uuid`,
  );
const bill = async (id: string): Promise<AnyRecord[]> => {
  const response = await billing.call('POST', `/api/contracts/${id}/bill`, {});
  expect(response.statusCode, response.body).toBe(200);
  return Promise.all(response.json().data.invoice_ids.map((one: string) => billing.read('invoices', one)));
};
const issue = async (drafts: readonly AnyRecord[]): Promise<void> => {
  for (const draft of drafts) await billing.issue(draft);
};
const netsOf = (invoices: readonly AnyRecord[]) =>
  Object.fromEntries(
    invoices.map(({ bill_to, client_id, net }) => [
      bill_to === 'agency' ? 'agency' : (client_id as { id: string }).id,
      net,
    ]),
  );
const pending = async (id: string, payers: readonly object[]) =>
  addenda.pending(await addenda.draft(id), [], { payers: { put: payers } });
const change = async (id: string, payers: readonly object[]): Promise<string> => {
  const { id: addendumId } = await pending(id, payers);
  const applied = await addenda.apply(addendumId);
  expect(applied.statusCode, applied.body).toBe(200);
  return addendumId;
};

test('what was not invoiced is invoiced to whom an addendum names; what was invoiced stays', async () => {
  const [client, partner] = [await world.client(taxed), await world.client(taxed)];
  const id = await halfDue(client);
  const first = await bill(id);
  expect(netsOf(first)).toEqual({ [client.id]: '500.00' });
  await issue(first);
  const addendum = await change(id, [other(partner, '100')]);
  await secondIsDue(id);
  const second = await bill(id);
  expect(netsOf(second)).toEqual({ [partner.id]: '500.00' });
  await issue(second);
  expect(await world.read(id)).toMatchObject({ billed_pct: '100.0000', unbilled_total: '0.00' });
  // The signed contract says what it said; its next version says who pays.
  const versions = await api.database.query<{ payers: unknown }>(sql`
    SELECT content::jsonb -> 'payers' AS payers FROM contract_versions WHERE contract_id = ${id}::uuid ORDER BY version`);
  expect(versions).toMatchObject([{ payers: null }, { payers: [{ party: 'other', pct: '100.0000' }] }]);
  const changes = await api.inject({ url: `/api/addenda/${addendum}/changes`, headers: world.headers });
  expect(changes.json().data).toMatchObject({
    lines: [],
    payers: { label: 'Se factura a', before: expect.any(String), after: expect.stringMatching(/\(100 %\)$/) },
  });
  const today = await api.inject({
    url: `/api/contracts/${id}/as-of?day=${world.today}`,
    headers: world.headers,
  });
  expect(today.json().data.in_force.invoiced_to).toBe(changes.json().data.payers.after);
  const pdf = await api.inject({ url: `/api/addenda/${addendum}/addendum.pdf`, headers: world.headers });
  expect(pdf.statusCode).toBe(200);
});

test('the parts are of what comes after the addendum, also for whoever paid before', async () => {
  const [client, partner] = [await world.client(taxed), await world.client(taxed)];
  const id = await halfDue(client, {}, 2);
  await issue(await bill(id));
  await change(id, [own('25'), other(partner, '75')]);
  await secondIsDue(id);
  expect(netsOf(await bill(id))).toEqual({ [client.id]: '250.00', [partner.id]: '750.00' });
});

test('drafts in the name of whoever pays until then are issued or withdrawn before', async () => {
  const [client, partner] = [await world.client(taxed), await world.client(taxed)];
  const id = await halfDue(client);
  const { id: addendumId } = await pending(id, [other(partner, '100')]);
  const drafts = await bill(id);
  expect((await addenda.apply(addendumId)).json()).toMatchObject({
    status: 409,
    reasons: [{ code: 'open_drafts', text: expect.stringContaining('un borrador de factura') }],
  });
  // Nor does the database let it pass.
  await expect(
    write(
      sql`UPDATE addenda SET status = 'applied', signed_on = business_date() WHERE id = ${addendumId}::uuid`,
    ),
  ).rejects.toThrow(/drafts of invoices/);
  await issue(drafts);
  expect((await addenda.apply(addendumId)).statusCode).toBe(200);
});

test('a bill and an addendum at once: nobody is billed twice, and no draft is left to who no longer pays', async () => {
  for (let round = 0; round < 4; round += 1) {
    const [client, partner] = [await world.client(taxed), await world.client(taxed)];
    const id = await halfDue(client);
    const { id: addendumId } = await pending(id, [other(partner, '100')]);
    const [billed, applied] = await Promise.all([
      billing.call('POST', `/api/contracts/${id}/bill`, {}),
      addenda.apply(addendumId),
    ]);
    expect(billed.statusCode, billed.body).toBe(200);
    const drafts = await Promise.all(
      billed.json().data.invoice_ids.map((one: string) => billing.read('invoices', one)),
    );
    expect(sum(drafts.map(({ net }) => String(net)))).toBe('500.00');
    expect(netsOf(drafts)).toEqual({ [applied.statusCode === 200 ? partner.id : client.id]: '500.00' });
  }
});

test('the new payer needs credit for all that is not invoiced, and the former one gets theirs back', async () => {
  const limit = (id: string, amount: number) =>
    write(sql`UPDATE clients SET credit_limit = ${amount} WHERE id = ${id}::uuid`);
  const client = await world.client({ ...taxed, credit_limit: '1500' });
  const partner = await world.client({ ...taxed, credit_limit: '1200' });
  const id = await halfDue(client);
  const { id: addendumId } = await pending(id, [other(partner, '100')]);
  await limit(partner.id, 1000);
  expect((await addenda.apply(addendumId)).json()).toMatchObject({
    status: 409,
    reasons: [{ code: 'credit_limit' }],
  });
  await limit(partner.id, 1200);
  const flight = { from: world.today, to: world.today };
  const next = await world.draft(client, [world.line(await world.space(100), { flight, units_per_day: 5 })]);
  await world.run(next.id, 'plan_billing');
  expect((await world.run(next.id, 'submit')).json()).toMatchObject({ reasons: [{ code: 'credit_limit' }] });
  expect((await addenda.apply(addendumId)).statusCode).toBe(200);
  expect((await world.run(next.id, 'submit')).statusCode).toBe(200);
});

test('wrong payers are told at their field', async () => {
  const [client, partner] = [await world.client(taxed), await world.client(taxed)];
  const id = await halfDue(client);
  const draft = await addenda.draft(id);
  const refused = async (...payers: object[]) => {
    const response = await addenda.patch(draft.id, { payers: { put: payers } });
    expect(response.statusCode, response.body).toBe(422);
    return String(response.json().errors.payers);
  };
  expect(await refused(own('60'), other(partner, '30'))).toMatch(/deben sumar 100 %/);
  expect(await refused(own('50'), other(client, '50'))).toMatch(/aparece dos veces/);
  expect(await refused(agency('100'))).toMatch(/no tiene agencia/);
});

test('over any changes of payers all is invoiced once, and each pays their parts of each time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 3 }),
      async (parts) => {
        const [client, partner] = [await world.client(taxed), await world.client(taxed)];
        const id = await halfDue(client, {}, 2);
        await api.testDatabase.runAsSuperuser(sql`
        UPDATE contract_instalments SET due_on = business_date() + 100 WHERE contract_id = ${id}::uuid AND due_on > business_date()`);
        let expected = 1000;
        await issue(await bill(id));
        // What is left becomes one instalment for each change.
        await api.testDatabase.runAsSuperuser(sql`
        WITH old AS (DELETE FROM contract_instalments WHERE contract_id = ${id}::uuid AND due_on > business_date() RETURNING amount)
        INSERT INTO contract_instalments (id, contract_id, position, due_on, amount)
        SELECT new_id(), ${id}::uuid, 'b' || n, business_date() + n,
          trunc(o.amount * n / ${parts.length}, 2) - trunc(o.amount * (n - 1) / ${parts.length}, 2)
        FROM old o CROSS JOIN generate_series(1, ${parts.length}::integer) n`);
        let theirs = 0;
        for (const part of parts) {
          await change(id, [
            ...(part < 100 ? [own(String(100 - part))] : []),
            ...(part > 0 ? [other(partner, String(part))] : []),
          ]);
          await api.testDatabase.runAsSuperuser(
            sql`UPDATE contract_instalments SET due_on = due_on - 1 WHERE contract_id = ${id}::uuid AND due_on > business_date()`,
          );
          const drafts = await bill(id);
          const due = sum(drafts.map(({ net }) => String(net)));
          expected += Number(due);
          theirs += (Number(due) * part) / 100;
          await issue(drafts);
        }
        expect(expected).toBeCloseTo(2000, 2);
        const [billed] = await api.database.query<{ all: string; partner: string }>(sql`
        SELECT sum(net)::text AS all, coalesce(sum(net) FILTER (WHERE client_id = ${partner.id}::uuid), 0)::text AS partner
        FROM invoices WHERE contract_id = ${id}::uuid AND status = 'issued'`);
        expect(billed?.all).toBe('2000.00');
        // A cent of rounding for each line each time.
        expect(Math.abs(Number(billed?.partner) - theirs)).toBeLessThan(0.0101 * 2 * parts.length);
      },
    ),
    { numRuns: 5 },
  );
});
