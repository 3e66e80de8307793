import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { createRole, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';
import { issueRun } from './issue-run.ts';

let api: TestApi;
let billing: BillingFixture;
let world: ContractWorld;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
  world = await makeContractWorld(api);
});
afterAll(async () => {
  expect(await contradictions(api)).toEqual([]);
  expect(await gaps()).toEqual([]);
  await api.close();
});

/** Fiscal numbers that were taken and are in no document, or in two. */
const gaps = () =>
  api.database.query(sql`
    SELECT s.document, s.next_no FROM fiscal_sequences s WHERE s.next_no - s.first_no <> (
      SELECT count(DISTINCT i.fiscal_number) FROM invoices i
      WHERE i.company_id = s.company_id AND i.fiscal_document = s.document AND i.fiscal_number IS NOT NULL)`);

/** A signed contract of this client whose whole price of 1,000.00 is due today. */
const signed = async (client: { id: string; signatory: string }, values: object = {}): Promise<AnyRecord> => {
  const line = world.line(await world.space(100), {
    flight: { from: world.today, to: world.today },
    units_per_day: 10,
  });
  const { id } = await world.pending(client, [line], { billing_plan: 'upfront', ...values });
  const response = await world.run(id, 'sign', { signed_on: world.today });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
};

const parameters = (values: object = {}) => ({
  company_id: billing.companyId,
  until: world.today,
  ...values,
});

const prepare = async (values: object = {}): Promise<AnyRecord> => {
  const response = await billing.call('POST', '/api/billing-runs/prepare', parameters(values));
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};

const run = async (id: string, command: string, input: object = {}) => {
  const { row_version } = await billing.read('billing-runs', id);
  return billing.call('POST', `/api/billing-runs/${id}/${command}`, input, row_version);
};

const ran = async (id: string, command: string, input: object = {}) => {
  const response = await run(id, command, input);
  expect(response.statusCode, response.body).toBe(200);
};

const invoicesOf = async (id: string): Promise<AnyRecord[]> =>
  (await billing.call('GET', `/api/invoices?f.billing_run_id=${id}&fields=*&limit=100`)).json().data;

const reportOf = async (id: string) =>
  (await billing.call('GET', `/api/billing-runs/${id}/report`)).json().data;

/** Waits until the job has ended the emission. */
const settled = async (id: string): Promise<AnyRecord> => {
  await expect
    .poll(async () => (await billing.read('billing-runs', id)).status, { timeout: 60_000 })
    .not.toBe('issuing');
  return billing.read('billing-runs', id);
};

/** A run in review with this many reviewed drafts. */
const runOf = async (count: number): Promise<string> => {
  const row = await api.database.transaction(systemChange('fixture'), async (tx) => {
    const made = await tx.one<{ id: string }>(sql`
      INSERT INTO billing_runs (number, company_id, until, prepared_by_id)
      SELECT 'P-' || new_id(), ${billing.companyId}::uuid, ${world.today}::date, u.id FROM users u ORDER BY u.id LIMIT 1
      RETURNING id`);
    await tx.query(sql`
      WITH drafts AS (
        INSERT INTO invoices (concept, company_id, client_id, gross, net, taxable, tax, total, billing_run_id)
        SELECT 'Prueba ' || n, ${billing.companyId}::uuid, ${billing.clientId}::uuid, 1000, 1000, 1000, 180, 1180,
          ${made?.id}::uuid
        FROM generate_series(1, ${count}) n RETURNING id)
      INSERT INTO invoice_lines (id, invoice_id, position, description, quantity, unit_price, tax_pct, gross, net, taxable,
        tax, total)
      SELECT new_id(), id, 'a0', 'Cuña', 1, 1000, 18, 1000, 1000, 1000, 180, 1180 FROM drafts`);
    return made;
  });
  const id = row?.id ?? '';
  await ran(id, 'approve_all');
  return id;
};

/** All of a run is issued, each invoice once, with numbers that follow each other. */
const issuedOnce = async (id: string, count: number): Promise<void> => {
  const row = await api.database.one<{ issued: number; numbers: number; span: number; entries: number }>(sql`
    SELECT count(*)::integer AS issued, count(DISTINCT fiscal_number)::integer AS numbers,
      (max(right(fiscal_number, 8)::integer) - min(right(fiscal_number, 8)::integer) + 1) AS span, (
        SELECT count(*)::integer FROM journal_entries e JOIN invoices o ON e.source_id = o.id::text
        WHERE e.source_kind = 'invoice' AND o.billing_run_id = ${id}::uuid) AS entries
    FROM invoices WHERE billing_run_id = ${id}::uuid AND status = 'issued'`);
  expect(row).toEqual({ issued: count, numbers: count, span: count, entries: count });
};

describe('a run from what is due to issued invoices', () => {
  test('the dry run writes nothing and says what each payer is billed and what the plan said', async () => {
    const client = await world.client();
    await signed(client);
    await signed(client, { po_number: 'OC-9' });
    const response = await billing.call(
      'POST',
      '/api/billing-runs/prepare/preview',
      parameters({ client_id: client.id }),
    );
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json().data).toMatchObject({
      invoices: 2,
      payers: [{ invoices: 2, planned: '2000.00', net: '2000.00', difference: '0.00', currency: 'DOP' }],
    });
    const { data } = (await billing.call('GET', '/api/billing-runs')).json();
    expect(data).toEqual([]);

    const made = await prepare({ client_id: client.id });
    expect(made).toMatchObject({ status: 'review', invoice_count: 2, reviewed_count: 0, issued_count: 0 });
    const drafts = await invoicesOf(made.id);
    expect(drafts.map(({ status, net }) => [status, net])).toEqual([
      ['draft', '1000.00'],
      ['draft', '1000.00'],
    ]);
    // What is in a draft is not due again.
    const again = await billing.call(
      'POST',
      '/api/billing-runs/prepare',
      parameters({ client_id: client.id }),
    );
    expect([again.statusCode, again.json().code]).toEqual([409, 'nothing_due']);
    expect((await run(made.id, 'issue')).json()).toMatchObject({
      status: 409,
      message: 'No hay facturas revisadas sin falla. Apruébelas o reintente.',
    });

    await ran(made.id, 'approve_all');
    await ran(made.id, 'issue');
    expect(await settled(made.id)).toMatchObject({ status: 'finished', issued_count: 2, failed_count: 0 });
    await issuedOnce(made.id, 2);
    expect(await reportOf(made.id)).toMatchObject({ issued: 2, waiting: 0, failures: [] });
  });

  test('instalments are billed up to the day of the run, also ahead, and no later ones', async () => {
    const client = await world.client();
    await signed(client, { billing_plan: 'monthly' });
    const due = async (until: string) => {
      const response = await billing.call(
        'POST',
        '/api/billing-runs/prepare/preview',
        parameters({ client_id: client.id, until }),
      );
      return response.statusCode === 200 ? response.json().data.payers[0].net : response.json().code;
    };
    const [first] = await api.database.query<{ due_on: string; amount: string }>(sql`
      SELECT i.due_on::text, i.amount::text FROM contract_instalments i JOIN contracts c ON c.id = i.contract_id
      WHERE c.client_id = ${client.id}::uuid ORDER BY i.due_on`);
    const day = (offset: number): string =>
      new Date(Date.parse(`${first?.due_on}T12:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);
    expect(await due(day(-1))).toBe('nothing_due');
    expect(await due(day(0))).toBe(first?.amount);
    const far = await billing.call(
      'POST',
      '/api/billing-runs/prepare/preview',
      parameters({ client_id: client.id, until: '2090-01-01' }),
    );
    expect(far.json().errors).toHaveProperty('until');
  });

  test('only what is reviewed is issued; what is taken out or left as a draft is not', async () => {
    const client = await world.client();
    for (let n = 0; n < 3; n += 1) await signed(client);
    const { id } = await prepare({ client_id: client.id });
    await ran(id, 'approve_all');
    const [out, back] = await invoicesOf(id);
    for (const [invoice, command] of [
      [out, 'leave_run'],
      [back, 'reopen'],
    ] as const) {
      const url = `/api/invoices/${invoice?.id}/${command}`;
      expect((await billing.call('POST', url, {}, invoice?.row_version)).statusCode).toBe(200);
    }
    await ran(id, 'issue');
    expect(await settled(id)).toMatchObject({ status: 'review', invoice_count: 2, issued_count: 1 });
    expect(await billing.read('invoices', out?.id ?? '')).toMatchObject({
      status: 'reviewed',
      billing_run_id: null,
    });
    await ran(id, 'cancel');
    expect(await billing.read('invoices', back?.id ?? '')).toMatchObject({
      status: 'draft',
      archived_at: expect.any(String),
    });
    expect(await billing.read('billing-runs', id)).toMatchObject({ status: 'cancelled', issued_count: 1 });
    // What was archived is due again.
    expect((await prepare({ client_id: client.id })).invoice_count).toBe(1);
  });
});

test('a reason that appears after the review is kept with its link, and the rest is issued; retrying issues it', async () => {
  // Documents of this payer take their numbers from a range of their own.
  const special = await world.client({ taxpayer_type: 'special_regime' });
  await signed(special);
  await signed(await world.client());
  const { id } = await prepare();
  await ran(id, 'approve_all');
  const count = (await invoicesOf(id)).length;
  const setRange = (isThere: boolean) =>
    api.database.transaction(systemChange('fixture'), (tx) =>
      tx.query(sql`
        UPDATE fiscal_sequences SET archived_at = CASE WHEN ${isThere} THEN NULL ELSE now() END WHERE document = 'B14'`),
    );
  await setRange(false);
  await ran(id, 'issue');
  expect(await settled(id)).toMatchObject({ status: 'review', issued_count: count - 1, failed_count: 1 });
  const { failures } = await reportOf(id);
  expect(failures).toMatchObject([
    {
      reasons: [
        {
          code: 'fiscal_sequence_missing',
          who: 'Finanzas',
          fix: { path: '/gestion/configuracion/secuencias-fiscales' },
        },
      ],
    },
  ]);
  // It is not tried again before somebody asks for it.
  expect((await run(id, 'issue')).statusCode).toBe(409);
  await setRange(true);
  await ran(id, 'retry');
  expect(await settled(id)).toMatchObject({ status: 'finished', issued_count: count, failed_count: 0 });
});

test('a crash in the middle issues nothing twice and loses nothing, with two workers at once', async () => {
  const count = 40;
  const id = await runOf(count);
  await ran(id, 'issue');
  const issuedCount = async () => Number((await billing.read('billing-runs', id)).issued_count);
  for (const at of [5, 20]) {
    await expect.poll(issuedCount, { timeout: 30_000, interval: 10 }).toBeGreaterThanOrEqual(at);
    // Every connection of the API breaks, in the middle of whatever it does.
    await api.testDatabase.runAsSuperuser(sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'pauta' AND datname = current_database() AND pid <> pg_backend_pid()`);
    // The job is tried again some seconds later; another process would take the run over in the meantime.
    await Promise.allSettled([issueRun(api.app, id, () => Math.random() < 0.1), issueRun(api.app, id)]);
  }
  expect(await settled(id)).toMatchObject({ status: 'finished', issued_count: count, failed_count: 0 });
  await issuedOnce(id, count);
}, 120_000);

test('an error of one invoice that would come again does not hold up the others', async () => {
  const id = await runOf(4);
  await api.testDatabase.runAsSuperuser(sql`
    CREATE FUNCTION break_one() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.concept = 'Prueba 2' AND NEW.status = 'issued' THEN
        RAISE EXCEPTION 'broken for the test';
      END IF;
      RETURN NEW;
    END $$`);
  await api.testDatabase.runAsSuperuser(
    sql`CREATE TRIGGER break_one BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION break_one()`,
  );
  await ran(id, 'issue');
  expect(await settled(id)).toMatchObject({ status: 'review', issued_count: 3, failed_count: 1 });
  const { failures } = await reportOf(id);
  expect(failures).toMatchObject([
    { concept: 'Prueba 2', reasons: [{ text: expect.stringMatching(/^Ocurrió un error inesperado/) }] },
  ]);
  await api.testDatabase.runAsSuperuser(sql`DROP TRIGGER break_one ON invoices`);
  await ran(id, 'retry');
  expect(await settled(id)).toMatchObject({ status: 'finished', issued_count: 4 });
});

test('cancelling while it is issued keeps what was issued, and nothing is issued afterwards', async () => {
  const count = 200;
  const id = await runOf(count);
  await ran(id, 'issue');
  await expect
    .poll(async () => Number((await billing.read('billing-runs', id)).issued_count), { interval: 10 })
    .toBeGreaterThan(2);
  await ran(id, 'cancel', { keep_drafts: true });
  const after = await billing.read('billing-runs', id);
  expect(after.status).toBe('cancelled');
  await issueRun(api.app, id);
  expect(await billing.read('billing-runs', id)).toMatchObject({ issued_count: after.issued_count });
  const left = await api.database.query<{ status: string }>(sql`
    SELECT DISTINCT status FROM invoices WHERE billing_run_id = ${id}::uuid AND status <> 'issued'`);
  expect(left).toEqual([{ status: 'draft' }]);
});

test('a user without the permission neither prepares nor issues; one who lost it issues nothing more', async () => {
  const reader = await signInAs(api, await createRole(api, ['invoices.view_all', 'contracts.view_all']));
  const prepared = await api.inject({
    method: 'POST',
    url: '/api/billing-runs/prepare',
    headers: reader,
    payload: parameters(),
  });
  expect(prepared.statusCode).toBe(403);
  const id = await runOf(3);
  const runner = await signInAs(
    api,
    await createRole(api, ['invoices.view_all', 'invoices.update_all', 'invoices.run', 'contracts.view_all']),
  );
  const { row_version } = await billing.read('billing-runs', id);
  const issued = await api.inject({
    method: 'POST',
    url: `/api/billing-runs/${id}/issue`,
    headers: { ...runner, 'if-match': `"${row_version}"` },
    payload: {},
  });
  expect(issued.statusCode).toBe(403);
  // The user who started it holds no permission any more when the job begins.
  await api.database.transaction(systemChange('fixture'), async (tx) => {
    const user = await tx.one<{ id: string }>(sql`
      SELECT u.id FROM users u JOIN user_roles r ON r.user_id = u.id JOIN roles o ON o.id = r.role_id
      WHERE o.name NOT IN ('admin') ORDER BY u.created_at DESC LIMIT 1`);
    await tx.query(sql`
      UPDATE billing_runs SET status = 'issuing', issued_by_id = ${user?.id}::uuid WHERE id = ${id}::uuid`);
  });
  await issueRun(api.app, id);
  expect(await billing.read('billing-runs', id)).toMatchObject({
    status: 'review',
    issued_count: 0,
    failed_count: 3,
  });
});

test('the queue names every reason with who can resolve it and where', async () => {
  const client = await world.client();
  const contract = await signed(client);
  const reasonsNow = async (): Promise<readonly { code: string; fix?: { path: string }; who: string }[]> => {
    const { data } = (await billing.call('GET', '/api/billing/due')).json();
    return data.contracts.find((one: AnyRecord) => one.id === contract.id).reasons;
  };
  expect((await reasonsNow()).map(({ code }) => code)).toEqual(['without_po']);
  await api.database.transaction(systemChange('fixture'), async (tx) => {
    await tx.query(sql`UPDATE clients SET credit_status = 'on_hold' WHERE id = ${client.id}::uuid`);
    await tx.query(sql`UPDATE fiscal_sequences SET archived_at = now()`);
    await tx.query(sql`
      INSERT INTO fiscal_periods (company_id, month, status)
      VALUES (${billing.companyId}::uuid, date_trunc('month', business_date())::date, 'closed')`);
    await tx.query(sql`
      INSERT INTO ecf_issuers (company_id, starts_on) VALUES (${billing.companyId}::uuid, business_date() - 1)`);
  });
  const reasons = await reasonsNow();
  expect(reasons.map(({ code }) => code).sort()).toEqual([
    'credit_on_hold',
    'ecf_certificate_missing',
    'fiscal_sequence_missing',
    'period_closed',
    'without_po',
  ]);
  expect(reasons.every(({ fix, who }) => Boolean(fix?.path) && who !== '')).toBe(true);
  // They do not prevent a draft, which the dry run says.
  const preview = await billing.call(
    'POST',
    '/api/billing-runs/prepare/preview',
    parameters({ client_id: client.id }),
  );
  expect(preview.json().data).toMatchObject({ invoices: 1, obstacles: [{ id: contract.id }] });
  await api.database.transaction(systemChange('fixture'), async (tx) => {
    await tx.query(sql`UPDATE ecf_issuers SET archived_at = now()`);
    await tx.query(sql`UPDATE fiscal_sequences SET archived_at = NULL`);
  });
});
