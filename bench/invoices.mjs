// 500 invoices issued at once in two API processes: how long it takes, and whether their numbers have a gap or another
// order than the invoices were issued in.

import { randomUUID } from 'node:crypto';
import { runSql, startPauta } from './pauta.mjs';

const invoices = Number(process.argv[2] ?? 500);
/** Seconds in which all must be issued. */
const promised = 10;

const sql = (socket, ...statements) => runSql(socket, 'pauta', ...statements);

const first = await startPauta();
const second = await startPauta(undefined, first.socket);
const processes = [first, second];
try {
  const [known] = await sql(
    first.socket,
    `UPDATE companies SET tax_id_type = 'OTRO', tax_id = 'EMISOR'`,
    `INSERT INTO fiscal_sequences (company_id, document, first_no, last_no) SELECT id, 'B01', 1, 99999 FROM companies`,
    `INSERT INTO clients (client_code, legal_name, trade_name, person_kind, country_id, tax_id_type, tax_id, taxpayer_type,
        status, client_type_id, client_category_id, industry_id, primary_sales_rep_id, billing_party, currency_code,
        credit_term_id, credit_status)
      SELECT 'C-' || n, 'Cliente ' || n, 'Cliente ' || n, 'legal_entity', (SELECT id FROM countries WHERE code = 'DO'), 'OTRO',
        'C' || 1000 + n, 'taxpayer', 'active', (SELECT id FROM client_types LIMIT 1),
        (SELECT id FROM client_categories LIMIT 1), (SELECT id FROM industries LIMIT 1), (SELECT id FROM users LIMIT 1),
        'client', 'DOP', (SELECT id FROM credit_terms LIMIT 1), 'active'
      FROM generate_series(1, 20) AS n`,
    'SELECT array_agg(c.id) AS clients, (SELECT id FROM companies LIMIT 1) AS company FROM clients c',
  );
  const drafts = [];
  for (let n = 0; n < invoices; n += 1) {
    const { status, text } = await processes[n % 2].call('POST', '/api/invoices', {
      concept: `Factura ${n}`,
      company_id: known.company,
      client_id: known.clients[n % known.clients.length],
      fiscal_document: 'B01',
      lines: { put: [{ id: randomUUID(), description: 'Cuñas', unit_price: '1000' }] },
    });
    if (status !== 201) throw new Error(text);
    drafts.push(JSON.parse(text).data);
  }
  const began = performance.now();
  const times = await Promise.all(
    drafts.map(async ({ id, row_version }, n) => {
      const issue = () =>
        processes[n % 2].call('POST', `/api/invoices/${id}/issue`, {}, { 'if-match': `"${row_version}"` });
      let answer = await issue();
      // A process under load asks to try again.
      while (answer.status === 503) {
        await new Promise((later) => setTimeout(later, 100));
        answer = await issue();
      }
      if (answer.status !== 200) throw new Error(answer.text.slice(0, 500));
      return performance.now() - began;
    }),
  );
  const took = Math.max(...times) / 1000;
  const [{ wrong }] = await sql(
    first.socket,
    // The fiscal and the internal number count the same; the entries of the ledger follow them.
    `SELECT count(*) FILTER (WHERE right(fiscal_number, 8)::integer <> place OR entry <> place)::integer AS wrong FROM (
      SELECT i.fiscal_number, row_number() OVER (ORDER BY i.internal_no) AS place, e.entry_no AS entry
      FROM invoices i JOIN journal_entries e ON e.source_id = i.id::text) issued`,
  );
  console.log(
    `${invoices} invoices at once in 2 processes: ${took.toFixed(1)} s (${promised} promised), ${wrong} numbers out of order`,
  );
  if (wrong > 0 || took > promised) process.exitCode = 1;
} finally {
  await second.stop();
  await first.stop();
}
