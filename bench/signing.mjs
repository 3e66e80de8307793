// Signing contracts of 50 lines × 60 days from two API processes, with the real audit; and how many of them get the last
// units of a space, compared with a booking that checks before it inserts.

import pg from 'pg';
import { runSql, startPauta } from './pauta.mjs';

const contracts = Number(process.argv[2] ?? 60);
const lines = 50;
const days = 60;
/** Signatures that run at the same time, half of them in each process; the promise is about the first. */
const loads = [2, 4];
/** Maximum response time in milliseconds at the 95th percentile. */
const promised = 500;
const units = 20;
const rivals = 60;

const sql = (socket, ...statements) => runSql(socket, 'pauta', ...statements);

/** Records that contracts refer to, and spaces: 50 large ones in five rotations, and a small one. */
const fill = async (socket) => {
  await sql(
    socket,
    `INSERT INTO price_lists (code, name, kind, currency_code, valid, status)
      VALUES ('BENCH', 'Lista de prueba', 'special', 'DOP', '[2020-01-01,)', 'current')`,
    `INSERT INTO inventory_items (code, name, status, platform_id, inventory_category_id, subdivision_id, capacity_unit,
        capacity, days)
      SELECT 'ROT-' || n, 'Rotación ' || n, 'active', c.platform_id, c.id, s.id, 'spots', 1000000, '{1,2,3,4,5,6,7}'
      FROM generate_series(1, 5) AS n, (SELECT * FROM inventory_categories ORDER BY id LIMIT 1) c,
        (SELECT * FROM subdivisions ORDER BY id LIMIT 1) s`,
    `INSERT INTO inventory_items (code, name, status, platform_id, inventory_category_id, subdivision_id, capacity_unit,
        capacity, days, parent_id)
      SELECT 'CORTE-' || n, 'Corte ' || n, 'active', r.platform_id, r.inventory_category_id, r.subdivision_id, 'spots',
        CASE WHEN n = 0 THEN ${units} ELSE 100000 END, '{1,2,3,4,5,6,7}', r.id
      FROM generate_series(0, ${lines}) AS n JOIN inventory_items r ON r.code = 'ROT-' || (1 + n % 5)`,
    `INSERT INTO signatories (company_id, full_name, country_id, national_id_type, national_id, job_position_id, capacity,
        valid)
      SELECT (SELECT id FROM companies ORDER BY id LIMIT 1), 'Firmante propio', (SELECT id FROM countries WHERE code = 'DO'),
        'OTRO', 'PROPIO', (SELECT id FROM job_positions LIMIT 1), 'manager', '[2020-01-01,)'`,
  );
};

/** Contracts that wait for their signatures, each of its own client; returns their ids. */
const make = async (socket, name, count, ofItems, length) => {
  await sql(
    socket,
    `INSERT INTO clients (client_code, legal_name, trade_name, person_kind, country_id, tax_id_type, tax_id, taxpayer_type,
        status, client_type_id, client_category_id, industry_id, primary_sales_rep_id, billing_party, currency_code,
        credit_term_id, credit_status, credit_limit)
      SELECT '${name}-' || n, '${name} ' || n, '${name} ' || n, 'legal_entity', (SELECT id FROM countries WHERE code = 'DO'),
        'OTRO', '${name}' || n, 'taxpayer', 'prospect', (SELECT id FROM client_types LIMIT 1),
        (SELECT id FROM client_categories LIMIT 1), (SELECT id FROM industries LIMIT 1), (SELECT id FROM users LIMIT 1),
        'client', 'DOP', (SELECT id FROM credit_terms LIMIT 1), 'active', 100000000
      FROM generate_series(1, ${count}) AS n`,
    `INSERT INTO signatories (client_id, full_name, country_id, national_id_type, national_id, job_position_id, capacity,
        valid)
      SELECT c.id, 'Firmante', (SELECT id FROM countries WHERE code = 'DO'), 'OTRO', c.client_code,
        (SELECT id FROM job_positions LIMIT 1), 'manager', '[2020-01-01,)'
      FROM clients c WHERE c.client_code LIKE '${name}-%'`,
    `BEGIN;
    INSERT INTO contracts (name, company_id, client_id, owner_id, consumption_type_id, flight, valid, price_list_id,
        billing_plan, credit_term_id, gross, net, taxable, total, scheduled)
      SELECT '${name}', (SELECT id FROM companies ORDER BY id LIMIT 1), c.id, c.primary_sales_rep_id,
        (SELECT id FROM consumption_types LIMIT 1), daterange(current_date + 1, current_date + 1 + ${length}),
        daterange(current_date, NULL), (SELECT id FROM price_lists WHERE code = 'BENCH'), 'on_delivery', c.credit_term_id,
        a, a, a, a, a
      FROM clients c, (SELECT 100.00 * count(*) AS a FROM inventory_items WHERE ${ofItems}) amount
      WHERE c.client_code LIKE '${name}-%';
    INSERT INTO contract_lines (id, contract_id, position, line_kind, inventory_item_id, description, ad_classification_id,
        flight, days, units_per_day, quantity, sale_unit, list_price, gross, net, taxable, total)
      SELECT new_id(), k.id, 'a' || lpad(row_number() OVER (PARTITION BY k.id ORDER BY i.code)::text, 4, '0'), 'airtime', i.id,
        i.name, (SELECT id FROM ad_classifications LIMIT 1), k.flight, '{1,2,3,4,5,6,7}', 1, ${length}, 'spot', 100.0 / ${length},
        100, 100, 100, 100
      FROM contracts k JOIN inventory_items i ON ${ofItems.replace('code', 'i.code')} WHERE k.name = '${name}';
    INSERT INTO contract_instalments (id, contract_id, position, due_on, amount)
      SELECT new_id(), k.id, 'a0', upper(k.flight) - 1, k.taxable FROM contracts k WHERE k.name = '${name}';
    INSERT INTO contract_own_signatories (contract_id, own_signatory_id)
      SELECT k.id, s.id FROM contracts k JOIN signatories s ON s.company_id = k.company_id WHERE k.name = '${name}';
    INSERT INTO contract_client_signatories (contract_id, client_signatory_id)
      SELECT k.id, s.id FROM contracts k JOIN signatories s ON s.client_id = k.client_id WHERE k.name = '${name}';
    UPDATE contracts SET status = 'pending_signature' WHERE name = '${name}';
    COMMIT`,
  );
  return sql(socket, `SELECT id, row_version FROM contracts WHERE name = '${name}' ORDER BY id`);
};

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Santo_Domingo' }).format(new Date());
const sign = (process, { id, row_version }) =>
  process.call('POST', `/api/contracts/${id}/sign`, { signed_on: today }, { 'if-match': `"${row_version}"` });

/** A booking that reads what is free and then inserts, each in its own connection. Returns how many got a unit. */
const checkThenInsert = async (socket) => {
  await sql(socket, 'CREATE TABLE naive_bookings (n integer)');
  const answers = await Promise.all(
    Array.from({ length: rivals }, async (_, n) => {
      const client = new pg.Client({ host: socket, user: 'postgres', database: 'pauta' });
      await client.connect();
      try {
        await client.query('BEGIN');
        const { rows } = await client.query('SELECT count(*)::integer AS taken FROM naive_bookings');
        const fits = rows[0].taken < units;
        if (fits) await client.query('INSERT INTO naive_bookings VALUES ($1)', [n]);
        await client.query('COMMIT');
        return fits;
      } finally {
        await client.end();
      }
    }),
  );
  return answers.filter(Boolean).length;
};

const first = await startPauta();
const second = await startPauta(undefined, first.socket);
const processes = [first, second];
try {
  await fill(first.socket);
  const waiting = await make(
    first.socket,
    'GRANDE',
    contracts * loads.length,
    `code LIKE 'CORTE-%' AND code <> 'CORTE-0'`,
    days,
  );
  await sql(first.socket, 'VACUUM ANALYZE');
  let wrong = 0;
  const latest = [];
  for (const together of loads) {
    const times = [];
    const queue = waiting.splice(0, contracts);
    await Promise.all(
      Array.from({ length: together }, async (_, n) => {
        for (let next = queue.pop(); next; next = queue.pop()) {
          const began = performance.now();
          const { status, text } = await sign(processes[n % 2], next);
          times.push(performance.now() - began);
          if (status !== 200) {
            wrong += 1;
            console.error(status, text.slice(0, 300));
          }
        }
      }),
    );
    times.sort((a, b) => a - b);
    const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))]);
    latest.push(at(0.95));
    console.log(
      `${contracts} contracts of ${lines} lines × ${days} days, ${together} at a time in 2 processes: ` +
        `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (${promised} promised for ${loads[0]} at a time)`,
    );
  }

  const small = await make(first.socket, 'CHICO', rivals, `code = 'CORTE-0'`, 1);
  const answers = await Promise.all(small.map((one, n) => sign(processes[n % 2], one)));
  const got = answers.filter(({ status }) => status === 200).length;
  const [{ booked }] = await sql(
    first.socket,
    `SELECT o.booked FROM occupancy o JOIN inventory_items i ON i.id = o.item_id WHERE i.code = 'CORTE-0'`,
  );
  console.log(
    `${rivals} signatures at once for ${units} units: ${got} signed, ${booked} booked; ` +
      `check then insert: ${await checkThenInsert(first.socket)} booked`,
  );
  if (got !== units || booked !== units || wrong > 0 || latest[0] > promised) process.exitCode = 1;
} finally {
  await second.stop();
  await first.stop();
}
