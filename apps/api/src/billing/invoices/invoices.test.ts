import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clientAgencies } from '@pauta/domain/crm/authorisations/client-agency.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { startApiProcess } from '../../testing/programs/api-process.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
});
afterAll(() => api.close());

const voidIt = async (invoice: AnyRecord) =>
  fixture.call(
    'POST',
    `/api/invoices/${invoice.id}/void`,
    { reason_id: await fixture.reason('void') },
    invoice.row_version,
  );
const creditOf = async (invoice: AnyRecord): Promise<AnyRecord> => {
  const response = await fixture.call('POST', `/api/invoices/${invoice.id}/credit_note`, {
    reason_id: await fixture.reason('credit_note'),
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const entriesOf = (id: string) =>
  api.database.query<{ account: string; debit: string; credit: string }>(sql`
    SELECT a.code AS account, l.debit::text, l.credit::text FROM journal_entries e
    JOIN journal_lines l ON l.entry_id = e.id JOIN gl_accounts a ON a.id = l.gl_account_id
    WHERE e.source_id = ${id} ORDER BY e.entry_no, l.position`);

describe('issuing', () => {
  test('gives both numbers, the payer of that day and the due date, and posts the entry', async () => {
    const draft = await fixture.draft({}, [
      { quantity: '7', unit_price: '1234.56', discount_pct: '12.5' },
      { unit_price: '100' },
    ]);
    expect(draft).toMatchObject({
      internal_no: null,
      fiscal_number: null,
      total: '9040.78',
      balance: '0.00',
    });
    const issued = await fixture.issue(draft);
    expect(issued).toMatchObject({
      status: 'issued',
      payment_status: 'open',
      fiscal_document: 'B01',
      fiscal_number: expect.stringMatching(/^B01\d{8}$/),
      internal_no: expect.stringMatching(/^FA-\d{4}-\d{6}$/),
      gross: '8741.92',
      net: '7661.68',
      tax: '1379.10',
      total: '9040.78',
      balance: '9040.78',
      payer_name: expect.any(String),
    });
    expect(await entriesOf(issued.id)).toEqual([
      { account: '1.1.02', debit: '9040.78', credit: '0.00' },
      { account: '4.9.01', debit: '1080.24', credit: '0.00' },
      { account: '4.1.01', debit: '0.00', credit: '8741.92' },
      { account: '2.1.01', debit: '0.00', credit: '1379.10' },
    ]);
    expect((await fixture.read('clients', fixture.clientId)).fiscal_locked_at).not.toBeNull();
  });

  test('fixes the fiscal data of the agency that pays, also in SQL, and merging keeps that agency', async () => {
    const { agencyId } = fixture;
    expect((await fixture.read('agencies', agencyId)).fiscal_locked_at).toBeNull();
    await Promise.all([1, 2, 3].map(() => fixture.issued({ agency_id: agencyId, bill_to: 'agency' })));
    const agency = await fixture.read('agencies', agencyId);
    expect(agency.fiscal_locked_at).not.toBeNull();
    const headers = await signIn(api, await createUser(api, { role: 'sales_manager' }));
    const refused = await api.inject({
      method: 'PATCH',
      url: `/api/agencies/${agencyId}`,
      headers: { ...headers, 'if-match': `"${agency.row_version}"` },
      payload: { legal_name: 'Otra razón' },
    });
    expect(refused.json(), refused.body).toMatchObject({
      status: 422,
      errors: { legal_name: [expect.stringContaining('documentos fiscales')] },
    });
    for (const change of [
      sql`UPDATE agencies SET tax_id = 'X' WHERE id = ${agencyId}::uuid`,
      sql`UPDATE agencies SET fiscal_locked_at = NULL WHERE id = ${agencyId}::uuid`,
    ])
      await expect(
        api.database.transaction(systemChange('test'), (tx) => tx.query(change)),
      ).rejects.toMatchObject({ constraint: 'agencies_fiscal_frozen' });
    const corrected = await fixture.call(
      'PATCH',
      `/api/agencies/${agencyId}`,
      { legal_name: 'Razón corregida, S. R. L.' },
      agency.row_version,
    );
    expect(corrected.json().data, corrected.body).toMatchObject({ legal_name: 'Razón corregida, S. R. L.' });
    const other = await fixture.call('POST', '/api/agencies', {
      ...(await sampleBody(api.database, agencies, 90)),
    });
    const merge = await api.inject({
      method: 'POST',
      url: `/api/agencies/${agencyId}/merge`,
      headers: { ...headers, 'if-match': `"${corrected.json().data.row_version}"` },
      payload: { into: other.json().data.id, into_version: 1 },
    });
    expect(merge.json(), merge.body).toMatchObject({ permission: 'clients.edit_fiscal' });
  });

  test('makes its client remain an advertiser, in whatever order billing and conversion come', async () => {
    const { clientId } = fixture;
    await fixture.issued();
    const client = await fixture.read('clients', clientId);
    const { data } = (await fixture.call('GET', `/api/clients/${clientId}/conversion`)).json();
    expect(data.blocks).toContainEqual({ label: 'Documentos fiscales', count: 1 });
    const converted = await fixture.call('POST', `/api/clients/${clientId}/convert`, {}, client.row_version);
    expect(converted.json(), converted.body).toMatchObject({ status: 409, code: 'is_advertiser' });
    const change = sql`
      UPDATE clients SET archived_at = now(), became_agency_id = ${fixture.agencyId}::uuid WHERE id = ${clientId}::uuid`;
    await expect(
      api.database.transaction(systemChange('test'), (tx) => tx.query(change)),
    ).rejects.toMatchObject({ constraint: 'clients_remain_advertisers' });
  });

  test('refuses a total of zero and a future date', async () => {
    const empty = await fixture.draft({}, [{ unit_price: '0' }]);
    const zero = await fixture.call('POST', `/api/invoices/${empty.id}/issue`, {}, empty.row_version);
    expect(zero.statusCode).toBe(409);
    expect(zero.json().message).toContain('cero');
    const draft = await fixture.draft();
    const future = await fixture.call(
      'POST',
      `/api/invoices/${draft.id}/issue`,
      { issue_date: '2999-01-01' },
      draft.row_version,
    );
    expect(future.statusCode).toBe(422);
    expect(future.json().errors).toHaveProperty('issue_date');
  });

  test('a discount of the agency reduces the tax base; a later settlement becomes its commission', async () => {
    const agency = { agency_id: fixture.agencyId, agency_commission_pct: '15' };
    const discounted = await fixture.issued({
      ...agency,
      bill_to: 'agency',
      commission_mode: 'invoice_discount',
    });
    expect(discounted).toMatchObject({
      agency_discount: '150.00',
      taxable: '850.00',
      tax: '153.00',
      total: '1003.00',
    });
    const later = await fixture.issued({ ...agency, commission_mode: 'later_settlement' });
    expect(later).toMatchObject({ agency_discount: '0.00', total: '1180.00' });
    const rows = (
      await fixture.call('GET', `/api/agency-commissions?f.invoice_id=${later.id}&fields=*`)
    ).json().data;
    expect(rows).toMatchObject([{ base_amount: '1000.00', amount: '150.00', kind: 'accrued' }]);
    expect(
      (await fixture.call('GET', `/api/agency-commissions?f.invoice_id=${discounted.id}`)).json().data,
    ).toEqual([]);
    expect(await contradictions(api)).toEqual([]);
  });

  test('without a contract, an agency earns by the letter that is valid when the period begins', async () => {
    const agency = await fixture.call('POST', '/api/agencies', {
      ...(await sampleBody(api.database, agencies, 60)),
      commission_mode: 'later_settlement',
      commission_pct: '15',
      status: 'active',
    });
    expect(agency.statusCode, agency.body).toBe(201);
    const { id } = agency.json().data;
    const letter = await fixture.call('POST', '/api/client-agencies', {
      ...(await sampleBody(api.database, clientAgencies, 60)),
      brand_id: null,
      client_id: fixture.clientId,
      agency_id: id,
      valid: { from: '2026-01-01', to: '2026-03-31' },
      services: ['buying'],
      commission_pct_override: '12',
    });
    expect(letter.statusCode, letter.body).toBe(201);
    const earned = async (values: object) => {
      const invoice = await fixture.issued({ agency_id: id, ...values });
      const [row] = await api.database.query<{ pct: string; amount: string }>(
        sql`SELECT pct::text, amount::text FROM agency_commissions WHERE invoice_id = ${invoice.id}::uuid`,
      );
      expect(row?.pct).toBe(invoice.agency_commission_pct);
      return row;
    };
    const inTime = { from: '2026-03-01', to: '2026-04-30' };
    const late = { from: '2026-04-01', to: '2026-04-30' };
    expect(await earned({ period: inTime })).toEqual({ pct: '12.0000', amount: '120.00' });
    expect(await earned({ period: late })).toEqual({ pct: '15.0000', amount: '150.00' });
    // What the invoice says itself comes first.
    expect(await earned({ period: inTime, agency_commission_pct: '3' })).toMatchObject({ pct: '3.0000' });
    const tables = async (from: string) => {
      const query = `client_id=${fixture.clientId}&agency_id=${id}&from=${from}`;
      return (await fixture.call('GET', `/api/invoices/tables?${query}`)).json().data.agency.pct;
    };
    expect([await tables('2026-03-01'), await tables('2026-04-01')]).toEqual(['12.0000', '15.0000']);
    expect(await contradictions(api)).toEqual([]);
  });

  test('an exempt client pays no tax while the exemption is valid', async () => {
    const exempt = (until: string) =>
      api.database.transaction(systemChange('test'), (tx) =>
        tx.query(sql`
          UPDATE clients SET tax_exempt = true, tax_exempt_until = ${until}::date,
            tax_exempt_doc = (SELECT id FROM files LIMIT 1) WHERE id = ${fixture.clientId}::uuid`),
      );
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`
        INSERT INTO files (path, name, mime, bytes, sha256)
        VALUES ('documents/exencion', 'exencion.pdf', 'application/pdf', 4, sha256('exencion'::bytea))`),
    );
    await exempt('2999-12-31');
    expect(await fixture.draft()).toMatchObject({ tax: '0.00', total: '1000.00' });
    await exempt('2020-12-31');
    expect(await fixture.draft()).toMatchObject({ tax: '180.00', total: '1180.00' });
  });

  test('a missing account is refused with where to choose it', async () => {
    const set = (code: string | null) =>
      api.database.transaction(systemChange('test'), (tx) =>
        tx.query(sql`
          UPDATE posting_accounts SET gl_account_id = (SELECT id FROM gl_accounts WHERE code = ${code})
          WHERE role = 'tax_payable'`),
      );
    const draft = await fixture.draft();
    await set(null);
    const response = await fixture.call('POST', `/api/invoices/${draft.id}/issue`, {}, draft.row_version);
    expect(response.statusCode).toBe(409);
    expect(response.body).toContain('/gestion/configuracion/cuentas-de-asientos');
    await set('2.1.01');
    await fixture.issue(draft);
  });

  test('an account that receives no entries is refused where it is chosen, and when the invoice is issued', async () => {
    const account = (code: string) =>
      api.database.one<{ id: string }>(sql`SELECT id FROM gl_accounts WHERE code = ${code}`);
    const [income, bank] = [await account('4.1.02'), await account('1.1.01')];
    const receives = (isPostable: boolean) =>
      api.database.transaction(systemChange('test'), (tx) =>
        tx.query(sql`UPDATE gl_accounts SET is_postable = ${isPostable} WHERE code IN ('4.1.02', '1.1.01')`),
      );
    const line = { unit_price: '10', gl_account_id: income?.id };
    const [draft, issued] = [await fixture.draft({}, [line]), await fixture.issued({}, [line])];
    const own = { bank: 'Banco', account_no: '77-1', company_id: fixture.companyId, gl_account_id: bank?.id };
    const made = (await fixture.call('POST', '/api/bank-accounts', own)).json().data;
    await receives(false);
    await expect(fixture.draft({}, [line])).rejects.toThrow('no se puede elegir aquí');
    const refused = await fixture.call('POST', `/api/invoices/${draft.id}/issue`, {}, draft.row_version);
    expect(refused.json(), refused.body).toMatchObject({ status: 409, code: 'posting_account_missing' });
    expect(refused.json().message).toContain('«4.1.02');
    await expect(fixture.pay('10', { bank_account_id: made.id })).rejects.toThrow('«1.1.01');
    // What was posted is taken back from the same accounts.
    expect((await voidIt(issued)).statusCode).toBe(200);
    await receives(true);
    await fixture.issue(draft);
    expect(await contradictions(api)).toEqual([]);
  });

  test('a reason of another kind is neither offered nor accepted, and a credit note has one', async () => {
    const issued = await fixture.issued();
    const loss = await fixture.reason('loss');
    for (const command of ['void', 'credit_note']) {
      const url = `/api/invoices/${issued.id}/${command}`;
      const refused = await fixture.call('POST', url, { reason_id: loss }, issued.row_version);
      expect(refused.json().errors, refused.body).toHaveProperty('reason_id');
    }
    const note = await creditOf(issued);
    const patch = (reason_id: string | null) =>
      fixture.call('PATCH', `/api/invoices/${note.id}`, { reason_id }, note.row_version);
    expect((await patch(loss)).json().errors).toHaveProperty('reason_id');
    const without = await patch(null);
    expect(without.statusCode, without.body).toBe(200);
    const refused = await fixture.call(
      'POST',
      `/api/invoices/${note.id}/issue`,
      {},
      without.json().data.row_version,
    );
    expect(refused.json().errors, refused.body).toHaveProperty('reason_id');
  });

  test('of several at once is one transaction each, so that no number waits for the others', async () => {
    const drafts = [
      await fixture.draft(),
      await fixture.draft(),
      await fixture.draft({}, [{ unit_price: '0' }]),
    ];
    const ids = drafts.map(({ id }) => id);
    const bulk = await fixture.call('POST', '/api/invoices/bulk', { action: 'issue', ids });
    expect(bulk.json().data, bulk.body).toMatchObject({ changed: 2, blocked_total: 1 });
    // `created_at` is the start of a transaction.
    const rows = await api.database.query(
      sql`SELECT DISTINCT created_at FROM journal_entries WHERE source_id = ANY(${ids}::text[])`,
    );
    expect(rows).toHaveLength(2);
  });

  test('a closed month refuses issuing and voiding (I16)', async () => {
    const draft = await fixture.draft();
    const issued = await fixture.issued({}, undefined);
    const old = await fixture.issue(await fixture.draft(), { issue_date: '2026-02-10' });
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`
        INSERT INTO fiscal_periods (company_id, month, status) VALUES (${fixture.companyId}::uuid, '2026-02-01', 'closed')`),
    );
    const refused = await fixture.call(
      'POST',
      `/api/invoices/${draft.id}/issue`,
      { issue_date: '2026-02-20' },
      draft.row_version,
    );
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('periodo');
    expect((await voidIt(old)).statusCode).toBe(409);
    expect((await voidIt(issued)).statusCode).toBe(200);
    // Around the API the database refuses the same.
    await expect(
      api.database.transaction(systemChange('test'), (tx) =>
        tx.query(sql`
          INSERT INTO journal_entries (company_id, posted_on, description, source_kind, source_id, currency_code, debit, credit)
          VALUES (${fixture.companyId}::uuid, '2026-02-20', 'x', 'invoice', 'x', 'DOP', 1, 1)`),
      ),
    ).rejects.toMatchObject({ constraint: 'billing_period_open' });
  });
});

describe('what was issued', () => {
  test('is taken back by a void: the opposite entry, and the number stays', async () => {
    const issued = await fixture.issued();
    const voided = await voidIt(issued);
    expect(voided.json().data, voided.body).toMatchObject({
      status: 'voided',
      fiscal_number: issued.fiscal_number,
      balance: '0.00',
    });
    const lines = await entriesOf(issued.id);
    expect(lines).toHaveLength(6);
    expect(await contradictions(api)).toEqual([]);
  });

  test('cannot be deleted, unfrozen or settled around the API (I8)', async () => {
    const issued = await fixture.issued();
    const attempt = (statement: ReturnType<typeof sql>) =>
      api.database
        .transaction(systemChange('test'), (tx) => tx.query(statement))
        .then(
          () => 'done',
          (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
        );
    const id = issued.id;
    expect(await attempt(sql`DELETE FROM invoices WHERE id = ${id}::uuid`)).toContain('permission denied');
    expect(await attempt(sql`UPDATE invoices SET paid = 1 WHERE id = ${id}::uuid`)).toBe('counted_columns');
    expect(await attempt(sql`UPDATE invoices SET status = 'draft' WHERE id = ${id}::uuid`)).toBe(
      'document_frozen',
    );
    expect(await attempt(sql`UPDATE invoices SET fiscal_number = 'B0100000099' WHERE id = ${id}::uuid`)).toBe(
      'document_frozen',
    );
    expect(
      await attempt(sql`UPDATE journal_entries SET debit = debit + 1 WHERE source_id = ${id}`),
    ).toContain('permission denied');
    expect(await attempt(sql`DELETE FROM journal_lines WHERE invoice_id = ${id}::uuid`)).toContain(
      'permission denied',
    );
    expect(
      await attempt(sql`
        INSERT INTO invoices (concept, company_id, client_id, status) SELECT concept, company_id, client_id, 'issued'
        FROM invoices WHERE id = ${id}::uuid`),
    ).toBe('invoices_begin_as_draft');
  });

  test('a credit note has the stored amounts of the invoice and reduces its balance', async () => {
    const issued = await fixture.issued({}, [{ quantity: '3', unit_price: '33.35', discount_pct: '10' }]);
    // Another rate from now on does not change what the note takes back.
    const rate = (pct: number) =>
      api.database.transaction(systemChange('test'), (tx) =>
        tx.query(sql`UPDATE tax_rates SET pct = ${pct} WHERE is_default`),
      );
    await rate(20);
    const [note, second] = [await creditOf(issued), await creditOf(issued)];
    expect(note).toMatchObject({
      doc_kind: 'credit_note',
      status: 'draft',
      net: '90.05',
      tax: '16.21',
      total: '106.26',
    });
    const renamed = await fixture.call(
      'PATCH',
      `/api/invoices/${note.id}`,
      { concept: 'Devuelta' },
      note.row_version,
    );
    expect(renamed.json().data, renamed.body).toMatchObject({ total: '106.26' });
    const credited = await fixture.issue(renamed.json().data);
    await rate(18);
    expect(credited).toMatchObject({ fiscal_document: 'B04', total: '106.26', balance: '0.00' });
    expect(credited.internal_no).toMatch(/^NC-/);
    expect(await fixture.read('invoices', issued.id)).toMatchObject({
      credited: '106.26',
      balance: '0.00',
      payment_status: 'paid',
    });
    const refused = await fixture.call('POST', `/api/invoices/${second.id}/issue`, {}, second.row_version);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().message).toContain('balance');
    expect((await voidIt(await fixture.read('invoices', issued.id))).statusCode).toBe(409);
    const voided = await voidIt(credited);
    expect(voided.statusCode, voided.body).toBe(200);
    expect(await fixture.read('invoices', issued.id)).toMatchObject({ credited: '0.00', balance: '106.26' });
    expect(await contradictions(api)).toEqual([]);
  });

  test('a reviewed draft is changed only after returning it', async () => {
    const draft = await fixture.draft();
    const reviewed = (
      await fixture.call('POST', `/api/invoices/${draft.id}/review`, {}, draft.row_version)
    ).json().data;
    const change = await fixture.call(
      'PATCH',
      `/api/invoices/${draft.id}`,
      { concept: 'Otro' },
      reviewed.row_version,
    );
    expect(change.statusCode).toBe(409);
    expect(await fixture.issue(reviewed)).toMatchObject({ status: 'issued' });
  });
});

test('60 invoices issued by many at once, from two processes, have numbers without gaps in the same order', async () => {
  const drafts: AnyRecord[] = [];
  for (let count = 0; count < 60; count += 1) drafts.push(await fixture.draft({ fiscal_document: 'B15' }));
  const environment = {
    DATABASE_URL: api.testDatabase.ownerUrl,
    PAUTA_DATA_DIR: api.config.dataDir,
    PAUTA_RATE_LIMIT: '0',
    PAUTA_RATE_LIMIT_ANONYMOUS: '0',
  };
  const processes = await Promise.all([
    startApiProcess('main.ts', environment),
    startApiProcess('main.ts', environment),
  ]);
  const waiting = [...drafts];
  const issue = async (address: string | undefined): Promise<void> => {
    for (let draft = waiting.pop(); draft; draft = waiting.pop()) {
      const response = await fetch(`${address}/api/invoices/${draft.id}/issue`, {
        method: 'POST',
        headers: {
          ...fixture.headers,
          'content-type': 'application/json',
          'if-match': `"${draft.row_version}"`,
        },
        body: '{}',
      });
      const text = await response.text();
      // A process that is too busy asks to try again.
      if (response.status === 503) waiting.push(draft);
      else expect(response.status, text).toBe(200);
    }
  };
  try {
    await Promise.all(Array.from({ length: 12 }, (_, index) => issue(processes[index % 2]?.address)));
  } finally {
    await Promise.all(processes.map((one) => one.end('SIGTERM')));
  }
  const rows = await api.database.query<{ internal_no: string; fiscal_number: string }>(sql`
    SELECT internal_no, fiscal_number FROM invoices WHERE fiscal_document = 'B15' ORDER BY internal_no`);
  expect(rows.map(({ fiscal_number }) => fiscal_number)).toEqual(
    drafts.map((_, index) => `B15${String(index + 1).padStart(8, '0')}`),
  );
  expect(await contradictions(api)).toEqual([]);
});
