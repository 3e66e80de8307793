// The figures, the aging, its history and the statements of 100,000 invoices.

import { answerTimes } from './load.mjs';
import { fillPauta, runSql, startPauta } from './pauta.mjs';

const count = Number(process.argv[2] ?? 100_000);
/** Milliseconds of the 95th percentile. */
const promised = { 'figures and aging': 150 };

const pauta = await startPauta(process.argv[3]);
const sql = (...statements) => runSql(pauta.socket, 'pauta', ...statements);
try {
  await fillPauta(pauta.socket, 2000);
  // Three years of invoices; those of the last ten weeks and one in 25 of the others are open, and one in 50 is in
  // instalments.
  await sql(
    'SET session_replication_role = replica',
    `INSERT INTO invoices (concept, company_id, client_id, currency_code, gross, net, taxable, tax, total, paid, status, issue_date,
        due_date, payer_name, internal_no, fiscal_document, fiscal_number, instalments)
      SELECT 'Factura ' || n, (SELECT id FROM companies LIMIT 1), c[1 + n % cardinality(c)],
        CASE WHEN n % 10 = 0 THEN 'USD' ELSE 'DOP' END, 1000, 1000, 1000, 180, 1180,
        CASE WHEN day < business_date() - 70 AND n % 25 <> 0 THEN 1180 ELSE 0 END, 'issued', day, day + 30,
        'Cliente ' || n, 'FA-B-' || n, 'B01', 'B01' || 90000000 + n,
        CASE WHEN n % 50 = 0 THEN jsonb_build_array(jsonb_build_object('due_on', day, 'amount', '590.00'),
          jsonb_build_object('due_on', day + 30, 'amount', '590.00')) END
      FROM (SELECT array_agg(id ORDER BY client_code) AS c FROM clients) known,
        (SELECT n, business_date() - (n * 1095::bigint / ${count})::integer AS day FROM generate_series(1, ${count}) AS n) made`,
    `INSERT INTO payment_applications (name, payment_id, invoice_id, client_id, applied_on, currency_code, amount,
        payment_currency_code, payment_amount)
      SELECT internal_no, new_id(), id, client_id, issue_date + 35, currency_code, 1180, currency_code, 1180
      FROM invoices WHERE paid > 0`,
    'VACUUM ANALYZE',
  );
  const [{ open }] = await sql('SELECT count(*)::integer AS open FROM invoices WHERE balance > 0');
  console.log(`${count.toLocaleString('en')} invoices, ${open.toLocaleString('en')} open`);
  const reads = {
    'figures and aging': '/api/billing/workbench',
    'debt of 12 months': '/api/billing/debt-history',
    'accounts with a balance': '/api/billing/statements',
    'expected cash': '/api/billing/expected-cash',
  };
  const rows = {};
  for (const [what, url] of Object.entries(reads))
    rows[what] = await answerTimes(what, () => pauta.call('GET', url));
  // As many documents of the three years before, all settled: the history of these months must not take longer.
  await sql(
    'SET session_replication_role = replica',
    `INSERT INTO invoices (concept, company_id, client_id, currency_code, gross, net, taxable, tax, total, paid, status, issue_date,
        due_date, payer_name, internal_no, fiscal_document, fiscal_number)
      SELECT concept, company_id, client_id, currency_code, gross, net, taxable, tax, total, total, status, issue_date - 1095,
        due_date - 1095, payer_name, 'V' || internal_no, 'B01', 'B01' || 80000000 + substr(fiscal_number, 4)::integer - 90000000
      FROM invoices WHERE internal_no LIKE 'FA-B-%'`,
    `INSERT INTO payment_applications (name, payment_id, invoice_id, client_id, applied_on, currency_code, amount,
        payment_currency_code, payment_amount)
      SELECT internal_no, new_id(), id, client_id, issue_date + 35, currency_code, 1180, currency_code, 1180
      FROM invoices WHERE internal_no LIKE 'VFA-B-%'`,
    'VACUUM ANALYZE',
  );
  const history = 'debt of 12 months';
  const older = `${history}, with twice the years`;
  rows[older] = await answerTimes(older, () => pauta.call('GET', reads[history]));
  console.table(rows);
  const ratio = rows[older]['p95 ms'] / rows[history]['p95 ms'];
  console.log(`${older}: ${ratio.toFixed(2)} times`);
  if (ratio > 1.5) {
    console.error(`${older}: more than 1.5 times`);
    process.exitCode = 1;
  }
  for (const [what, most] of Object.entries(promised))
    if (rows[what]['p95 ms'] > most) {
      console.error(`${what}: more than ${most} ms`);
      process.exitCode = 1;
    }
} finally {
  await pauta.stop();
}
