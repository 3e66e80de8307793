import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { createUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';
import { openingFixture } from './opening-fixture.ts';

let api: TestApi;
let billing: BillingFixture;
let openings: ReturnType<typeof openingFixture>;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
  openings = openingFixture(api, billing);
});
afterAll(() => api?.close());

test('withholdings wait for their certificate and commissions for their settlement', async () => {
  const { client, agency } = await openings.accounts();
  const seller = await createUser(api, { role: 'sales_rep' });
  const opening = await openings.draft({
    name: 'Completa',
    tie_out: [{ currency: 'DOP', withholdings: '75.00', commissions: '900.00' }],
  });
  await openings.given(
    opening.id,
    'withholdings',
    'Cobro;Cliente;Agencia;Impuesto;Porcentaje;Fecha;Retenido;Comprobante',
    `R-7;${client};;ISR;5;31/08/2026;50.00;`,
    `R-8;;${agency};itbis;;15/09/2026;25.00;RET-88`,
    `R-9;;${agency};IVA;;15/09/2026;25.00;RET-88`,
  );
  await openings.given(
    opening.id,
    'commissions',
    'Tipo;Beneficiario;Factura;Detalle;Fecha;Base;Exigible',
    `Agencia;${agency};FAC-90;Campaña de verano;05/01/2026;5,000.00;750.00`,
    `Ejecutivo;${seller.email};FAC-91;;05/01/2026;;150.00`,
    'Referente;Nadie;FAC-92;;05/01/2026;;150.00',
  );
  expect((await openings.check(opening.id)).problems).toMatchObject([
    { part: 'withholdings', line: 4, header: 'Impuesto' },
    { part: 'commissions', line: 4, header: 'Beneficiario', message: '«Nadie» no es ningún referido.' },
  ]);
  await openings.given(
    opening.id,
    'withholdings',
    'Cobro;Cliente;Agencia;Impuesto;Porcentaje;Fecha;Retenido;Comprobante',
    `R-7;${client};;ISR;5;15/01/2026;50.00;`,
    `R-8;;${agency};itbis;;15/01/2026;25.00;RET-88`,
  );
  await openings.given(
    opening.id,
    'commissions',
    'Tipo;Beneficiario;Factura;Detalle;Fecha;Base;Exigible',
    `Agencia;${agency};FAC-90;Campaña de verano;05/01/2026;5,000.00;750.00`,
    `Ejecutivo;${seller.email};FAC-91;;05/01/2026;;150.00`,
  );
  expect(await openings.check(opening.id)).toMatchObject({
    problems: [],
    differences: [],
    totals: [{ currency: 'DOP', total: '0.00', withholdings: '75.00', commissions: '900.00' }],
  });
  const commissions = (): Promise<unknown[]> =>
    api.database.query(sql`
      SELECT c.status, c.kind, c.amount::text, c.due_amount::text AS due FROM agency_commissions c
      WHERE c.opening_id = ${opening.id}::uuid ORDER BY c.id`);
  await openings.ok(openings.run(opening.id, 'post'));
  expect(await commissions()).toEqual([
    { status: 'due', kind: 'opened', amount: '750.00', due: '750.00' },
    { status: 'due', kind: 'opened', amount: '150.00', due: '150.00' },
  ]);
  expect(await openings.violations()).toEqual([]);
  const held = await billing.call('GET', '/api/payment-withholdings?fields=*&f.status=pending,certified');
  const rows = (held.json().data as AnyRecord[]).toSorted((a, b) => Number(a.amount) - Number(b.amount));
  expect(rows).toMatchObject([
    { amount: '25.00', status: 'certified', certificate: 'RET-88', payment_id: null },
    { amount: '50.00', status: 'pending', waiting_days: expect.any(Number) },
  ]);
  const [, pending] = rows;
  const certified = await billing.call(
    'POST',
    `/api/payment-withholdings/${pending?.id}/certify`,
    { certificate: 'RET-77' },
    pending?.row_version,
  );
  expect(certified.statusCode, certified.body).toBe(200);

  // What is due is settled like that of any invoice, and then the opening stays.
  const input = {
    company_id: billing.companyId,
    beneficiary_kind: 'agency',
    agency_id: billing.agencyId,
    currency_code: 'DOP',
  };
  const settlements = await Promise.all(
    [1, 2].map(() => billing.call('POST', '/api/commission-settlements/prepare', input)),
  );
  expect(settlements.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  const settlement = settlements.find(({ statusCode }) => statusCode === 201)?.json().data;
  expect(settlement).toMatchObject({ total: '750.00' });
  expect(
    (await billing.call('GET', `/api/commission-settlements/${settlement.id}/settlement.pdf`)).statusCode,
  ).toBe(200);
  expect((await openings.run(opening.id, 'undo', { reason: 'Ya no se puede.' })).json()).toMatchObject({
    code: 'opening_used',
  });
  await expect(
    api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`
        UPDATE openings SET status = 'undone', undo_reason = 'A la fuerza.' WHERE id = ${opening.id}::uuid`),
    ),
  ).rejects.toThrow(/settled or adjusted/);
  const voided = await billing.call(
    'POST',
    `/api/commission-settlements/${settlement.id}/void`,
    { reason: 'Era una prueba.' },
    settlement.row_version,
  );
  expect(voided.statusCode, voided.body).toBe(200);
  expect(await openings.violations()).toEqual([]);
  await openings.ok(openings.run(opening.id, 'undo', { reason: 'Faltaban comisiones.' }));
  expect(await commissions()).toEqual([
    { status: 'accrued', kind: 'opened', amount: '750.00', due: '0.00' },
    { status: 'accrued', kind: 'opened', amount: '150.00', due: '0.00' },
    { status: 'accrued', kind: 'reversed', amount: '-750.00', due: '0.00' },
    { status: 'accrued', kind: 'reversed', amount: '-150.00', due: '0.00' },
  ]);
  expect(
    await api.database.query(
      sql`SELECT DISTINCT status FROM payment_withholdings WHERE opening_id = ${opening.id}::uuid`,
    ),
  ).toEqual([{ status: 'cancelled' }]);
  expect(await openings.violations()).toEqual([]);
});

test('an opened invoice has its tax, which a credit note takes back in the same proportion', async () => {
  const { client, agency } = await openings.accounts();
  const opening = await openings.draft({ name: 'Con ITBIS' });
  await openings.given(
    opening.id,
    'commissions',
    'Tipo;Beneficiario;Factura;Fecha;Exigible',
    `Agencia;${agency};FAC-95;05/01/2026;100.00`,
  );
  const head = 'Número;NCF;Cliente;Fecha;Vence;Total;ITBIS;Balance';
  await openings.given(
    opening.id,
    'invoices',
    head,
    `T-0;A010010010100000020;${client};15/01/2026;15/02/2026;130.00;30.00;130.00`,
  );
  expect((await openings.check(opening.id)).problems).toMatchObject([{ header: 'ITBIS', line: 2 }]);
  await openings.given(
    opening.id,
    'invoices',
    head,
    `T-1;A010010010100000021;${client};15/01/2026;15/02/2026;1,180.00;180.00;590.00`,
    `T-2;A010010010100000022;${client};15/01/2026;15/02/2026;1,218.00;18.00;1,218.00`,
    `T-3;A010010010100000023;${client};15/01/2026;15/02/2026;500.00;0;500.00`,
  );
  expect((await openings.check(opening.id)).problems).toEqual([]);
  await openings.ok(openings.run(opening.id, 'post', { difference_reason: 'Sin cartera anterior.' }));
  const lines = await api.database.query(sql`
    SELECT i.internal_no AS invoice, l.net::text, l.tax::text, l.tax_pct::text AS pct
    FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id
    WHERE i.opening_id = ${opening.id}::uuid ORDER BY i.internal_no, l.position`);
  expect(lines).toEqual([
    { invoice: 'AP-T-1', net: '500.00', tax: '90.00', pct: '18.0000' },
    { invoice: 'AP-T-2', net: '100.00', tax: '18.00', pct: '18.0000' },
    { invoice: 'AP-T-2', net: '1100.00', tax: '0.00', pct: '0.0000' },
    { invoice: 'AP-T-3', net: '500.00', tax: '0.00', pct: '0.0000' },
  ]);
  expect(await contradictions(api)).toEqual([]);
  expect(await openings.violations()).toEqual([]);
  const [invoice] = await openings.invoicesOf(opening.id);
  const { row_version } = await billing.read('invoices', String(invoice?.id));
  const note = await billing.call(
    'POST',
    `/api/invoices/${invoice?.id}/credit_note`,
    { reason_id: await billing.reason('credit_note') },
    row_version,
  );
  expect(note.statusCode, note.body).toBe(201);
  const issued = await billing.issue(note.json().data);
  expect(issued).toMatchObject({ net: '500.00', tax: '90.00', total: '590.00' });
  const tax = await api.database.query(sql`
    SELECT sum(l.debit - l.credit)::text AS amount FROM journal_lines l JOIN journal_entries e ON e.id = l.entry_id
      JOIN posting_accounts p ON p.gl_account_id = l.gl_account_id AND p.role = 'tax_payable'
    WHERE e.source_kind = 'invoice' AND e.source_id = ${issued.id}`);
  expect(tax).toEqual([{ amount: '90.00' }]);
  expect(await contradictions(api)).toEqual([]);
  expect(await openings.violations()).toEqual([]);
});

test('a commission of an opening is adjusted with its entry', async () => {
  const commission = await api.database.one<{ id: string; opening_id: string }>(
    sql`SELECT id, opening_id FROM agency_commissions WHERE former_number = 'FAC-95'`,
  );
  const adjust = async (amount: string) => {
    const { row_version } = await billing.read('agency-commissions', String(commission?.id));
    return billing.call(
      'POST',
      `/api/agency-commissions/${commission?.id}/adjust`,
      { amount, reason: 'Se había pagado una parte.' },
      row_version,
    );
  };
  expect((await adjust('-100.01')).statusCode).toBe(422);
  const done = await adjust('-40.00');
  expect(done.json().data, done.body).toMatchObject({ left: '60.00' });
  expect(await openings.violations()).toEqual([]);
  expect(
    (await openings.run(String(commission?.opening_id), 'undo', { reason: 'Ya no se puede.' })).json(),
  ).toMatchObject({
    code: 'opening_used',
  });
});
