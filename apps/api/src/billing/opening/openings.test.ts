import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';
import { openingFixture } from './opening-fixture.ts';

let api: TestApi;
let billing: BillingFixture;
let openings: ReturnType<typeof openingFixture>;
const today = companyToday();

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
  openings = openingFixture(api, billing);
  // The rate of the day, so that invoices in dollars can be opened.
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      INSERT INTO exchange_rates (from_currency, to_currency, on_date, rate)
      SELECT 'USD', currency_code, last_working_day(${today}::date), 60.5 FROM companies LIMIT 1`),
  );
});
afterAll(() => api?.close());

const invoiceHead = 'Número;NCF;Cliente;Agencia;Fecha;Vence;Moneda;Total;Balance';

/** A draft with three invoices, an advance and a range that begins within. */
const prepared = async (name: string): Promise<AnyRecord> => {
  const { client, agency } = await openings.accounts();
  const opening = await openings.draft({
    name,
    tie_out: [
      { currency: 'DOP', older: '1500.00', advances: '200.00' },
      { currency: 'USD', older: '100.00' },
    ],
  });
  await openings.given(
    opening.id,
    'invoices',
    invoiceHead,
    `F-1;B0200000005;${client};;15/01/2026;15/02/2026;;2,000.00;1,000.00`,
    `F-2;;${client};${agency};20/01/2026;20/02/2026;DOP;;500.00`,
    `F-3;A010010010100000007;${client};;20/01/2026;20/02/2026;USD;100.00;100.00`,
  );
  await openings.given(
    opening.id,
    'advances',
    'Recibo;Cliente;Fecha;Sin aplicar',
    `R-1;${client};10/01/2026;200.00`,
  );
  await openings.given(opening.id, 'sequences', 'Comprobante;Próximo número', 'B02;6');
  return opening;
};

test('a file without its columns is refused, and a template has them', async () => {
  const opening = await openings.draft();
  const refused = await openings.upload(opening.id, 'invoices', 'Número;Cliente', 'F-1;X');
  expect(refused.statusCode).toBe(422);
  expect(refused.json().errors.file[0]).toContain('Fecha, Vence, Balance');
  const template = await billing.call('GET', '/api/openings/template?part=sequences');
  expect(template.body).toContain('Comprobante');
  await openings.ok(openings.run(opening.id, 'discard'));
  expect(
    (await openings.upload(opening.id, 'sequences', 'Comprobante;Próximo número', 'B02;6')).statusCode,
  ).toBe(409);
});

test('the dry run names what is wrong in each row and writes nothing', async () => {
  const { client } = await openings.accounts();
  const opening = await openings.draft();
  expect((await openings.check(opening.id)).problems).toMatchObject([
    { line: null, message: 'Suba al menos un archivo.' },
  ]);
  await openings.given(
    opening.id,
    'invoices',
    invoiceHead,
    `F-1;;NADIE;;15/01/2026;15/02/2026;;;10.00`,
    `F-2;;${client};;15/01/2026;14/01/2026;;;10.00`,
    `F-3;;${client};;15/01/2026;15/02/2026;EUR;;10.00`,
    `F-4;B0100000900;${client};;15/01/2026;15/02/2026;;;10.00`,
    `F-5;;${client};;15/01/2026;15/02/2026;;;10.00`,
    `F-5;;${client};;15/01/2026;15/02/2026;;;10.00`,
  );
  const { problems, totals } = await openings.check(opening.id);
  const said = (problems as { line: number; header: string; message: string }[]).map(
    ({ line, header, message }) => `${line} ${header}: ${message}`,
  );
  expect(said).toEqual([
    '2 Cliente: «NADIE» no es el código ni el RNC de ningún cliente.',
    '3 Vence: Vence antes de su fecha.',
    `4 Moneda: No hay tasa de EUR a DOP para el ${today}.`,
    expect.stringMatching(/^5 NCF: «B0100000900» está entre los números que la secuencia B01 todavía no usó/),
    '6 Número: «F-5» está dos veces.',
    '6 NCF: «F-5» está dos veces.',
    '7 Número: «F-5» está dos veces.',
    '7 NCF: «F-5» está dos veces.',
  ]);
  expect(totals).toEqual([]);
  const refused = await openings.run(opening.id, 'post');
  expect(refused.statusCode).toBe(409);
  expect(refused.json().message).toContain('Hay 8 problemas');
  await openings.ok(openings.run(opening.id, 'discard'));
});

test('an opening is posted whole, tied out, undone, and posted again with the same numbers', async () => {
  const opening = await prepared('Primera');
  expect(await openings.check(opening.id)).toMatchObject({
    rows: { invoices: 3, advances: 1, sequences: 1 },
    problems: [],
    differences: [],
    totals: [
      { currency: 'DOP', older: '1500.00', total: '1500.00', advances: '200.00' },
      { currency: 'USD', older: '100.00' },
    ],
  });
  // A cent less in the old aging is a difference, which needs its reason.
  const edited = await billing.call(
    'PATCH',
    `/api/openings/${opening.id}`,
    {
      tie_out: [
        { currency: 'DOP', older: '1499.99', advances: '200.00' },
        { currency: 'USD', older: '100.00' },
      ],
    },
    opening.row_version,
  );
  expect(edited.statusCode, edited.body).toBe(200);
  expect((await openings.check(opening.id)).differences).toMatchObject([{ currency: 'DOP', older: '0.01' }]);
  expect((await openings.run(opening.id, 'post')).statusCode).toBe(422);

  const posted = await openings.ok(
    openings.run(opening.id, 'post', { difference_reason: 'Redondeo del sistema anterior.' }),
  );
  expect(posted).toMatchObject({ status: 'posted', difference_reason: 'Redondeo del sistema anterior.' });
  const [first, second, third] = await openings.invoicesOf(opening.id);
  expect([first, second, third]).toMatchObject([
    { internal_no: 'AP-F-1', fiscal_number: 'B0200000005', status: 'issued', balance: '1000.00' },
    { internal_no: 'AP-F-2', fiscal_number: 'F-2', bill_to: 'agency', balance: '500.00' },
    { internal_no: 'AP-F-3', fiscal_number: 'A010010010100000007', fx_rate: '60.500000', balance: '100.00' },
  ]);
  expect(await contradictions(api)).toEqual([]);
  expect(
    await api.database.query(sql`
      SELECT currency_code, debit::text FROM journal_entries WHERE source_kind = 'opening' ORDER BY 1`),
  ).toEqual([
    { currency_code: 'DOP', debit: '1700.00' },
    { currency_code: 'USD', debit: '100.00' },
  ]);
  expect(await openings.violations()).toEqual([]);
  // Closed to changes, to another opening, and to voiding one of its documents alone.
  expect(
    (await billing.call('PATCH', `/api/openings/${opening.id}`, { name: 'Otra' }, posted.row_version))
      .statusCode,
  ).toBe(409);
  const invoice = await billing.read('invoices', String(first?.id));
  const voided = await billing.call(
    'POST',
    `/api/invoices/${invoice.id}/void`,
    { reason_id: await billing.reason('void') },
    invoice.row_version,
  );
  expect(voided.statusCode).toBe(409);
  await expect(
    api.database.transaction(systemChange('test'), (tx) =>
      tx.query(
        sql`UPDATE invoices SET status = 'voided', voided_on = business_date() WHERE id = ${invoice.id}::uuid`,
      ),
    ),
  ).rejects.toThrow(/does not follow its opening/);
  // It is not reported as a sale, and its face is no fiscal document.
  const report = await billing.call(
    'GET',
    `/api/fiscal-reports/607?company_id=${billing.companyId}&month=2026-01`,
  );
  expect(report.statusCode, report.body).toBe(200);
  expect(report.body).not.toContain('B0200000005');
  expect((await billing.call('GET', `/api/invoices/${invoice.id}/invoice.pdf`)).statusCode).toBe(200);

  await openings.ok(openings.run(opening.id, 'undo', { reason: 'Faltaban facturas.' }));
  expect((await openings.invoicesOf(opening.id)).map(({ status }) => status)).toEqual([
    'voided',
    'voided',
    'voided',
  ]);
  expect(await contradictions(api)).toEqual([]);
  expect(await openings.violations()).toEqual([]);

  const again = await prepared('Segunda');
  await openings.ok(openings.run(again.id, 'post'));
  expect(await contradictions(api)).toEqual([]);
  await openings.ok(openings.run(again.id, 'undo', { reason: 'Otra vez.' }));
});

test('of two openings of a company at once one is posted', async () => {
  const [one, other] = [await prepared('Una'), await prepared('Otra')];
  const answers = await Promise.all([openings.run(one.id, 'post'), openings.run(other.id, 'post')]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const [won] = await api.database.query<{ id: string }>(
    sql`SELECT id FROM openings WHERE status = 'posted'`,
  );
  expect(await contradictions(api)).toEqual([]);
  await openings.ok(openings.run(String(won?.id), 'undo', { reason: 'Era una prueba.' }));
});

test('sales by month of the system before count as sales of the client while the opening is posted', async () => {
  const client = await billing.read('clients', billing.clientId);
  const [platform] = await api.database.query<{ code: string }>(
    sql`SELECT code FROM platforms WHERE archived_at IS NULL ORDER BY code LIMIT 1`,
  );
  const month = today.slice(0, 7);
  const opening = await openings.draft({ name: 'Ventas' });
  await openings.given(
    opening.id,
    'sales',
    'Mes;Cliente;Plataforma;Ejecutivo;Venta',
    `${month};${client.client_code};${platform?.code};;1,500.00`,
    `${month.slice(5)}/${month.slice(0, 4)};${client.client_code};${platform?.code};;500`,
    `${month};${client.client_code};Telepatía;Nadie;500`,
  );
  expect((await openings.check(opening.id)).problems).toMatchObject([
    { part: 'sales', line: 4, message: '«Telepatía» no es ninguna plataforma.' },
    { part: 'sales', line: 4, message: '«Nadie» no es ningún usuario.' },
  ]);
  await openings.given(
    opening.id,
    'sales',
    'Mes;Cliente;Plataforma;Ejecutivo;Venta',
    `${month};${client.client_code};${platform?.code};;1,500.00`,
    `${month.slice(5)}/${month.slice(0, 4)};${client.client_code};${platform?.code};;500`,
  );
  const sales = async (): Promise<number> => {
    const { data } = (await billing.call('GET', `/api/clients/${billing.clientId}/account`)).json();
    const found = data.currencies.find(({ currency }: { currency: string }) => currency === 'DOP');
    return Number(found?.sales_total ?? 0);
  };
  const before = await sales();
  await openings.ok(openings.run(opening.id, 'post'));
  expect((await sales()) - before).toBe(2000);
  await openings.ok(openings.run(opening.id, 'undo', { reason: 'Era una prueba.' }));
  expect(await sales()).toBe(before);
});

test('what was opened is paid and credited, and then the opening stays', async () => {
  const opening = await prepared('Cobrada');
  await openings.ok(openings.run(opening.id, 'post'));
  const [first] = await openings.invoicesOf(opening.id);
  const [advance] = await api.database.query<{ id: string }>(
    sql`SELECT id FROM payments WHERE opening_id = ${opening.id}::uuid`,
  );
  const payment = await billing.read('payments', String(advance?.id));
  const returned = await billing.call(
    'POST',
    `/api/payments/${payment.id}/return`,
    { reason: 'Cheque sin fondos' },
    payment.row_version,
  );
  expect(returned.statusCode).toBe(409);
  const applied = await billing.call(
    'POST',
    `/api/payments/${payment.id}/apply`,
    { invoices: [{ invoice: 'B0200000005', amount: '150' }] },
    payment.row_version,
  );
  expect(applied.statusCode, applied.body).toBe(200);
  expect(await billing.read('invoices', String(first?.id))).toMatchObject({
    paid: '150.00',
    balance: '850.00',
  });
  const refused = await openings.run(opening.id, 'undo', { reason: 'Ya no se puede.' });
  expect(refused.json()).toMatchObject({ status: 409, code: 'opening_used' });

  const invoice = await billing.read('invoices', String(first?.id));
  const note = await billing.call(
    'POST',
    `/api/invoices/${invoice.id}/credit_note`,
    { reason_id: await billing.reason('credit_note') },
    invoice.row_version,
  );
  expect(note.statusCode, note.body).toBe(201);
  expect(await contradictions(api)).toEqual([]);
  const unapplied = await billing.call(
    'POST',
    `/api/payments/${payment.id}/unapply`,
    { reason: 'Se aplicó de más.' },
    (await billing.read('payments', payment.id)).row_version,
  );
  expect(unapplied.statusCode, unapplied.body).toBe(200);
  const archived = await api.inject({
    method: 'DELETE',
    url: `/api/invoices/${note.json().data.id}`,
    headers: { ...billing.headers, 'if-match': `"${note.json().data.row_version}"` },
  });
  expect(archived.statusCode, archived.body).toBeLessThan(300);

  // The next number of the range is the one after the last of the system before, without a gap.
  const issued = await billing.issued({ fiscal_document: 'B02' });
  expect(issued.fiscal_number).toBe('B0200000006');
  expect((await openings.run(opening.id, 'undo', { reason: 'Tarde.' })).json()).toMatchObject({
    code: 'issued_since',
  });
  expect(await contradictions(api)).toEqual([]);
  expect(await openings.violations()).toEqual([]);
});

test('only who may manage openings prepares one', async () => {
  const headers = await signIn(api, await createUser(api, { role: 'billing' }));
  const answer = await api.inject({
    method: 'POST',
    url: '/api/openings',
    headers,
    payload: { name: 'Ajena', company_id: billing.companyId, opened_on: today },
  });
  expect(answer.statusCode).toBe(403);
});
