import { setTimeout as sleep } from 'node:timers/promises';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import sql from 'sql-template-tag';
import { billingFixture } from '../billing/testing/billing-fixture.ts';
import { addTemplate } from '../postsales/delivery-fixtures.ts';
import { makeAddendaWorld } from '../sales/addenda/addenda-fixtures.ts';
import { makeContractWorld } from '../sales/contracts/contract-fixtures.ts';
import { signInAs } from './sign-in.ts';
import type { TestApi } from './test-api.ts';
import { uploadFile } from './upload.ts';

/** Order lines, versions of contracts, addenda, what is delivered and what a cancellation settles follow a signature. */
const signOnce = async (api: TestApi): Promise<void> => {
  const world = await makeContractWorld(api);
  const space = await world.space(10);
  await addTemplate(api.database, space, 'CONTRATO');
  const { id } = await world.pending(await world.client(), [world.line(space), world.line(space)]);
  const signed = await world.run(id, 'sign', { signed_on: world.today });
  if (signed.statusCode !== 200) throw new Error(signed.body);
  const headers = await signInAs(api, 'admin');
  const { data } = (await api.inject({ url: '/api/quotas', headers })).json();
  for (const quota of data) {
    const url = `/api/quotas/${quota.id}/place`;
    const placed = await api.inject({ method: 'POST', url, payload: {}, headers });
    if (placed.statusCode !== 200) throw new Error(placed.body);
  }
  // One addendum that is applied, and one that is open.
  const addenda = makeAddendaWorld(api, world);
  const { id: addendumId } = await addenda.pending(await addenda.draft(id), [addenda.added(space)]);
  const applied = await addenda.apply(addendumId);
  if (applied.statusCode !== 200) throw new Error(applied.body);
  await addenda.draft(id);
  const ended = await world.pending(await world.client(), [world.line(space)]);
  for (const [command, input] of [
    ['sign', { signed_on: world.today }],
    ['cancel', { reason: 'El cliente cerró' }],
  ] as const) {
    const done = await world.run(ended.id, command, input);
    if (done.statusCode !== 200) throw new Error(done.body);
  }
};

/** Applications of payments and commissions are only made by issuing and collecting. */
const billOnce = async (api: TestApi): Promise<void> => {
  const { agencyId, call, companyId, issued, pay } = await billingFixture(api, {
    sample: 140,
    firstNumber: 90_000_001,
  });
  const invoice = await issued({ agency_id: agencyId, commission_mode: 'later_settlement' });
  const payment = await pay('500', { withholdings: [{ kind: 'isr', pct: '5', amount: '25' }] });
  const applied = await call('POST', `/api/payments/${payment.id}/apply`, {
    invoices: [{ invoice: invoice.internal_no, amount: '500' }],
  });
  if (applied.statusCode !== 200) throw new Error(applied.body);
  const settled = await call('POST', '/api/commission-settlements/prepare', {
    company_id: companyId,
    agency_id: agencyId,
    currency_code: 'DOP',
  });
  if (settled.statusCode !== 201) throw new Error(settled.body);
  const written = await call('POST', `/api/invoices/${invoice.id}/write_off`, {
    reason: 'Cerró la empresa.',
  });
  if (written.statusCode !== 200) throw new Error(written.body);
  await api.testDatabase.runAsSuperuser(sql`
    WITH agreement AS (
      INSERT INTO volume_rebates (name, period, base, currency_code, tiers, valid)
      VALUES ('De muestra', 'quarter', 'net', 'DOP', '[{"from": "0.00", "pct": "1.0000"}]', '[2020-01-01,)') RETURNING id)
    INSERT INTO rebate_accruals (name, company_id, agency_id, volume_rebate_id, period, base, currency_code, base_amount, pct,
      amount, prepared_by_id)
    SELECT 'De muestra', ${companyId}::uuid, ${agencyId}::uuid, id, '[2026-01-01,2026-04-01)', 'net', 'DOP', 100, 1, 1,
      (SELECT id FROM users ORDER BY id LIMIT 1) FROM agreement`);
  // A run is only made of what contracts have due.
  await api.testDatabase.runAsSuperuser(sql`
    INSERT INTO billing_runs (number, company_id, until, prepared_by_id)
    SELECT 'CF-PRUEBA', ${companyId}::uuid, business_date(), id FROM users ORDER BY id LIMIT 1`);
};

/** Proofs, commitments and sheets of avails are only made by commands that answer something else. */
const proveAndShare = async (api: TestApi): Promise<void> => {
  const headers = await signInAs(api, 'admin');
  const today = companyToday();
  for (const [url, payload] of [
    ['/api/proof-runs/run', {}],
    ['/api/forecast-snapshots/commit', { amount: '1000', currency_code: 'DOP' }],
    [
      '/api/avails-sheets/share',
      { name: 'Muestra', period: { from: today, to: today }, grain: 'day', expires_on: today },
    ],
  ] as const) {
    const { statusCode, body } = await api.inject({ method: 'POST', url, payload, headers });
    if (statusCode !== 200) throw new Error(body);
  }
  // The proof of an empty company takes less than a second; its record changes once more when it ends.
  const isRunning = async () =>
    (await api.database.query(sql`SELECT FROM proof_runs WHERE status = 'running'`)).length > 0;
  while (await isRunning()) await sleep(20);
};

/** The movements of a bank account are only made by reading its file. */
const readBankFile = async (api: TestApi): Promise<void> => {
  const headers = await signInAs(api, 'admin');
  const { data } = (await api.inject({ url: '/api/bank-accounts/options', headers })).json();
  const taken = await uploadFile(api, headers, {
    bytes: Buffer.from(`Fecha;Referencia;Monto\n${companyToday()};MUESTRA;10.00\n`),
    name: 'Estado de muestra.csv',
    url: `/api/bank-files/read?bank_account_id=${data[0].id}`,
  });
  if (taken.statusCode !== 201) throw new Error(taken.body);
};

/** The rows of an air log are only made by reading its file. */
const readLog = async (api: TestApi): Promise<void> => {
  const headers = await signInAs(api, 'admin');
  const { data } = (await api.inject({ url: '/api/subdivisions/options', headers })).json();
  const taken = await uploadFile(api, headers, {
    bytes: Buffer.from(`Fecha;Hora;Código\n${companyToday()};10:00;MUESTRA\n`),
    name: 'Log de muestra.csv',
    url: `/api/air-logs/read?subdivision_id=${data[0].id}`,
  });
  if (taken.statusCode !== 201) throw new Error(taken.body);
};

/** The proposal for a late start, as the database makes it when an order goes live after its flight began. */
const startLate = async (api: TestApi): Promise<void> => {
  await api.testDatabase.runAsSuperuser(sql`
    INSERT INTO late_starts (label, work_order_id, contract_id, client_id, order_line_id, kind, due_on, live_on, days_late,
      flight_days, amount)
    SELECT w.description, w.id, w.contract_id, w.client_id, w.order_line_id, 'credit', business_date() - 2, business_date(), 2, 10,
      100
    FROM work_orders w WHERE w.order_line_id IS NOT NULL ORDER BY w.id LIMIT 1`);
};

/** The objection to a line of a report, as a client writes it on its page. */
const objectOnce = async (api: TestApi): Promise<void> => {
  await api.testDatabase.runAsSuperuser(sql`
    WITH line AS (SELECT id, contract_id, client_id FROM quotas ORDER BY id LIMIT 1),
      report AS (
        INSERT INTO evidence_reports (number, contract_id, client_id, period)
        SELECT 'EV-PRUEBA', contract_id, client_id, daterange(business_date() - 40, business_date() - 30) FROM line RETURNING id)
    INSERT INTO evidence_objections (label, report_id, edition, quota_id, body, author)
    SELECT 'Cuña de prueba', report.id, 1, line.id, 'Faltan dos salidas.', 'Marta Ibáñez' FROM report, line`);
  // Another one is credited, which leaves a credit that is owed.
  await api.testDatabase.runAsSuperuser(sql`
    INSERT INTO evidence_objections (label, report_id, edition, body, author, currency_code, status, decided_at, credit)
    SELECT 'Todo el reporte', report_id, 1, 'Falta el testigo.', author, currency_code, 'credit', now(), 100 FROM evidence_objections LIMIT 1`);
  await api.testDatabase.runAsSuperuser(sql`
    INSERT INTO owed_credits (label, source, contract_id, client_id, objection_id, reason, currency_code, amount)
    SELECT o.label, 'objection', r.contract_id, r.client_id, o.id, o.body, o.currency_code, 100
    FROM evidence_objections o JOIN evidence_reports r ON r.id = o.report_id WHERE o.label = 'Todo el reporte'`);
};

/** What is offered for a placement that was not aired, as proposing it makes it. */
const offerOnce = async (api: TestApi): Promise<void> => {
  await api.testDatabase.runAsSuperuser(sql`
    INSERT INTO makegood_offers (label, contract_id, client_id, placement_id, missed_on, inventory_item_id, starts_on, ends_on,
      worth, billed_as_aired)
    SELECT p.description, p.contract_id, q.client_id, p.id, p.starts_on, p.inventory_item_id, p.starts_on, p.ends_on, 100, true
    FROM placements p JOIN quotas q ON q.id = p.quota_id ORDER BY p.id LIMIT 1`);
};

/** A special day that took nothing yet. */
const specialOnce = async (api: TestApi): Promise<void> => {
  await api.testDatabase.runAsSuperuser(sql`
    INSERT INTO special_days (name, subdivision_id, dates)
    SELECT 'Día de prueba', id, daterange(business_date(), business_date(), '[]') FROM subdivisions ORDER BY id LIMIT 1`);
};

/** The collection from an account, as the job opens it when an invoice is overdue; another one that is closed, and a dispute. */
const collectOnce = async (api: TestApi): Promise<void> => {
  await api.testDatabase.runAsSuperuser(sql`
    INSERT INTO collection_cases (name, client_id, agency_id, currency_code, overdue_since, collector_id, next_action_on, credit_hold,
      held_on, statement_sent_at, status, opened_on, closed_on, stage_id, letter_sent_at)
    SELECT 'Cuenta vencida', c.client_id, NULL, 'DOP', business_date() - 70, (SELECT id FROM users ORDER BY id LIMIT 1), business_date(),
      'held', business_date(), now(), 'open', business_date() - 70, NULL, stage_after(70), now()
    FROM (SELECT * FROM invoices WHERE status = 'issued' ORDER BY id LIMIT 1) c UNION ALL
    SELECT 'Cuenta cobrada', NULL, c.agency_id, 'DOP', business_date() - 70, NULL, NULL, 'none', NULL, NULL, 'closed',
      business_date() - 70, business_date(), NULL, NULL
    FROM (SELECT * FROM invoices WHERE agency_id IS NOT NULL ORDER BY id LIMIT 1) c`);
  await api.testDatabase.runAsSuperuser(sql`
    INSERT INTO collection_letters (subject, case_id, stage_id, recipient, email, sent_at, sender_id, body)
    SELECT 'Facturas vencidas', id, stage_id, 'Marta Ibáñez', 'marta@cliente.example', now(), collector_id, 'Debe RD$1,180.00'
    FROM collection_cases WHERE stage_id IS NOT NULL ORDER BY id LIMIT 1`);
  await api.testDatabase.runAsSuperuser(sql`
    INSERT INTO invoice_disputes (name, invoice_id, reason_id, currency_code, amount, detail, resolver_id, status, credit_note_id,
      resolution, resolved_on)
    SELECT 'Disputa de prueba', i.id, r.id, 'DOP', 10, 'El precio es otro', u.id, 'accepted', i.id, 'Se acredita', business_date()
    FROM (SELECT id FROM invoices WHERE status = 'issued' ORDER BY id LIMIT 1) i,
      (SELECT id FROM reasons WHERE kind = 'dispute' ORDER BY id LIMIT 1) r, (SELECT id FROM users ORDER BY id LIMIT 1) u`);
};

/** The electronic document of the issued invoice, as issuing makes it from the date of its company on. */
const electronicOnce = async (api: TestApi): Promise<void> => {
  await api.testDatabase.runAsSuperuser(sql`
    INSERT INTO ecf_documents (encf, invoice_id, company_id)
    SELECT 'E310000000001', id, company_id FROM invoices WHERE status = 'issued' ORDER BY id LIMIT 1`);
};

/** Voided numbers of an electronic sequence, as its command makes them. */
const voidOnce = async (api: TestApi): Promise<void> => {
  await api.testDatabase.runAsSuperuser(sql`
    WITH sequence AS (
      INSERT INTO fiscal_sequences (name, company_id, document, first_no, last_no, next_no, voided_from)
      SELECT 'E46 · 1000001–1000010', id, 'E46', 1000001, 1000010, 1000001, 1000008 FROM companies ORDER BY id LIMIT 1 RETURNING id, company_id)
    INSERT INTO voided_numbers (name, company_id, sequence_id, document, first_no, last_no, reason_id)
    SELECT 'E46 · 1000008–1000010', s.company_id, s.id, 'E46', 1000008, 1000010, r.id FROM sequence s,
      (SELECT id FROM reasons WHERE kind = 'void' ORDER BY id LIMIT 1) r`);
};

/** A received e-CF, as its issuer sends it. */
const receiveOnce = async (api: TestApi): Promise<void> => {
  await api.testDatabase.runAsSuperuser(sql`
    WITH document AS (
      INSERT INTO received_documents (encf, issuer_rnc, issuer_name, company_id, ecf_type, issue_date, due_date, tax, total,
        security_code, signer, received_at, status, rejection_reason, decided_at, authority_status, answer_to_authority,
        answer_to_issuer, attempts, next_attempt_at, message)
      SELECT 'E310000000777', '131246796', 'Suplidora de muestra', id, '31', business_date(), business_date() + 30, 18, 118,
        'abcdef', 'Persona de Prueba', now(), 'rejected', 'No se pidió.', now(), 'accepted', 'refused', 'to_send', 2, now() + interval '1 day',
        'El emisor no responde.'
      FROM companies ORDER BY id LIMIT 1 RETURNING id)
    INSERT INTO received_document_files (document_id, xml, sha256, acknowledgement)
    SELECT id, '<ECF/>', sha256('<ECF/>'), '<ARECF/>' FROM document`);
};

/** A mailed invoice, a mailed receipt and the page of an account, as their commands make them. */
const mailOnce = async (api: TestApi): Promise<void> => {
  await api.testDatabase.runAsSuperuser(sql`
    INSERT INTO invoice_deliveries (recipient, email, invoice_id)
    SELECT 'Marta Ibáñez', 'marta@cliente.example', id FROM invoices WHERE status = 'issued' ORDER BY id LIMIT 1`);
  await api.testDatabase.runAsSuperuser(sql`
    INSERT INTO receipt_deliveries (recipient, email, payment_id)
    SELECT 'Marta Ibáñez', 'marta@cliente.example', id FROM payments ORDER BY id LIMIT 1`);
  await api.testDatabase.runAsSuperuser(sql`
    INSERT INTO account_rooms (recipient, email, client_id, expires_on, token_hash)
    SELECT 'Marta Ibáñez', 'marta@cliente.example', id, business_date() + 30, sha256('prueba') FROM clients ORDER BY id LIMIT 1`);
};

/**
 * Makes records of the resources that no `POST` creates: a signed contract with placements and addenda, an issued invoice with a
 * payment and a commission, a proof, a commitment, a sheet of avails, a bank file, an air log, a late start, an
 * objection, an offered makegood, a special day, an electronic document, a received one, voided numbers, a mailed invoice and
 * receipt, the page of an account, a collection and a dispute.
 */
export const makeDerivedRecords = async (api: TestApi): Promise<void> => {
  await billOnce(api);
  await electronicOnce(api);
  await collectOnce(api);
  await voidOnce(api);
  await receiveOnce(api);
  await mailOnce(api);
  await signOnce(api);
  await proveAndShare(api);
  await readBankFile(api);
  await readLog(api);
  await startLate(api);
  await objectOnce(api);
  await offerOnce(api);
  await specialOnce(api);
};
