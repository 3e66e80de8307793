// A run of 1,000 invoices: how long its dry run takes, and how many numbers and entries a second its job issues.

import { randomUUID } from 'node:crypto';
import { runSql, startPauta } from './pauta.mjs';

const count = Number(process.argv[2] ?? 1000);
/** Seconds of the dry run, and invoices issued a second. */
const promised = { dryRun: 5, issued: 50 };

const pauta = await startPauta();
const sql = (...statements) => runSql(pauta.socket, 'pauta', ...statements);
const call = async (method, url, body, headers) => {
  const { status, text } = await pauta.call(method, url, body, headers);
  if (status >= 300) throw new Error(`${url}: ${text.slice(0, 500)}`);
  return JSON.parse(text).data;
};

try {
  const [{ company }] = await sql(
    `UPDATE companies SET tax_id_type = 'OTRO', tax_id = 'EMISOR'`,
    `INSERT INTO fiscal_sequences (company_id, document, first_no, last_no) SELECT id, 'B01', 1, 99999 FROM companies`,
    `INSERT INTO clients (client_code, legal_name, trade_name, person_kind, country_id, tax_id_type, tax_id, taxpayer_type,
        status, client_type_id, client_category_id, industry_id, primary_sales_rep_id, billing_party, currency_code,
        credit_term_id, credit_status)
      SELECT 'C-' || n, 'Cliente ' || n, 'Cliente ' || n, 'legal_entity', (SELECT id FROM countries WHERE code = 'DO'), 'OTRO',
        'C' || 1000 + n, 'taxpayer', 'active', (SELECT id FROM client_types LIMIT 1),
        (SELECT id FROM client_categories LIMIT 1), (SELECT id FROM industries LIMIT 1), (SELECT id FROM users LIMIT 1),
        'client', 'DOP', (SELECT id FROM credit_terms LIMIT 1), 'active'
      FROM generate_series(1, 100) AS n`,
    // Contracts that were signed elsewhere, each with one line that is due.
    `SET session_replication_role = replica`,
    `INSERT INTO price_lists (id, code, name, kind, currency_code, valid, status)
      VALUES (new_id(), 'PRUEBA', 'Lista', 'special', 'DOP', '[2020-01-01,2040-01-01)', 'current')`,
    `INSERT INTO contracts (number, name, company_id, client_id, owner_id, contract_type, consumption_type_id, flight, valid,
        price_list_id, currency_code, billing_plan, credit_term_id, status, signed_on, payer_name, gross, net, taxable, tax,
        total, scheduled)
      SELECT 'CT-B-' || n, 'Campaña ' || n, (SELECT id FROM companies LIMIT 1), c.id, (SELECT id FROM users LIMIT 1), 'normal',
        (SELECT id FROM consumption_types LIMIT 1), daterange(business_date() - 10, business_date() + 20),
        daterange(business_date() - 10, NULL), (SELECT id FROM price_lists WHERE code = 'PRUEBA'), 'DOP', 'upfront',
        c.credit_term_id, 'active', business_date() - 10, c.legal_name, 1000, 1000, 1000, 180, 1180, 1000
      FROM generate_series(1, ${count}) AS n JOIN clients c ON c.client_code = 'C-' || (1 + n % 100)`,
    `INSERT INTO contract_instalments (id, contract_id, position, due_on, amount)
      SELECT new_id(), id, 'a0', business_date(), 1000 FROM contracts WHERE number LIKE 'CT-B-%'`,
    `INSERT INTO contract_lines (id, contract_id, position, description, ad_classification_id, flight, quantity,
        agreed_price, gross, net, taxable, tax, total)
      SELECT new_id(), id, 'a0', 'Cuñas', (SELECT id FROM ad_classifications LIMIT 1), flight, 10, 100, 1000, 1000, 1000, 180,
        1180
      FROM contracts WHERE number LIKE 'CT-B-%'`,
    `INSERT INTO order_lines (contract_id, contract_line_id, description, ad_classification_id, flight, quantity,
        agreed_price, currency_code, gross, net, taxable, tax, total)
      SELECT c.id, l.id, l.description, l.ad_classification_id, l.flight, 10, 100, 'DOP', 1000, 1000, 1000, 180, 1180
      FROM contracts c JOIN contract_lines l ON l.contract_id = c.id WHERE c.number LIKE 'CT-B-%'`,
    `SET session_replication_role = origin`,
    'SELECT id AS company FROM companies LIMIT 1',
  );
  const [{ today }] = await sql('SELECT business_date()::text AS today');
  const body = { company_id: company, until: today };

  const began = performance.now();
  const plan = await call('POST', '/api/billing-runs/prepare/preview', body);
  const dryRun = (performance.now() - began) / 1000;
  if (plan.invoices !== count) throw new Error(`the dry run has ${plan.invoices} invoices`);

  const prepared = performance.now();
  const run = await call('POST', '/api/billing-runs/prepare', body, { 'idempotency-key': randomUUID() });
  const drafts = (performance.now() - prepared) / 1000;
  await call('POST', `/api/billing-runs/${run.id}/approve_all`, {});
  const { row_version } = await call('GET', `/api/billing-runs/${run.id}`);
  const started = performance.now();
  await call('POST', `/api/billing-runs/${run.id}/issue`, {}, { 'if-match': `"${row_version}"` });
  for (;;) {
    const report = await call('GET', `/api/billing-runs/${run.id}/report`);
    if (report.status !== 'issuing') {
      if (report.issued !== count) throw new Error(JSON.stringify(report).slice(0, 500));
      break;
    }
    await new Promise((later) => setTimeout(later, 200));
  }
  const rate = count / ((performance.now() - started) / 1000);
  console.log(
    `${count} invoices: dry run ${dryRun.toFixed(1)} s (${promised.dryRun} promised), drafts ${drafts.toFixed(1)} s, ` +
      `${rate.toFixed(0)} issued a second (${promised.issued} promised)`,
  );
  if (dryRun > promised.dryRun || rate < promised.issued) process.exitCode = 1;
} finally {
  await pauta.stop();
}
