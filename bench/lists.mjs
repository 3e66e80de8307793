// Throughput of the client list and its neighbours on a large table, as ratios of one run.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const rows = Number(process.argv[2] ?? 100_000);
const callers = 16;
const rounds = 3;
const seconds = 3;
const server = join(import.meta.dirname, '../apps/api/dist/main.js');
if (!existsSync(server)) {
  console.error('Build the server first: npm start');
  process.exit(1);
}

const data = mkdtempSync(join(tmpdir(), 'pauta-bench-'));
const admin = { email: 'bench@medios.test', password: 'Una clave larga de prueba 1' };
const child = spawn(process.execPath, [server], {
  env: {
    ...process.env,
    PORT: '0',
    LOG_LEVEL: 'error',
    PAUTA_DATA_DIR: data,
    PAUTA_ADMIN_EMAIL: admin.email,
    PAUTA_ADMIN_PASSWORD: admin.password,
    PAUTA_RATE_LIMIT: '0',
    PAUTA_RATE_LIMIT_ANONYMOUS: '0',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const address = await new Promise((resolve, reject) => {
  child.stdout.on('data', (chunk) => {
    const found = /lista en (\S+)/.exec(String(chunk))?.[1];
    if (found) resolve(new URL(found));
  });
  child.once('exit', () => reject(new Error('The server ended before it listened.')));
});

const agent = new Agent({ keepAlive: true, maxSockets: callers });
let token = '';
function call(method, path, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent = request(
      {
        agent,
        method,
        host: address.hostname,
        port: address.port,
        path,
        headers: {
          accept: 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
          ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...headers,
        },
      },
      (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () => resolve({ status: answer.statusCode, text: Buffer.concat(parts).toString() }));
      },
    );
    sent.once('error', reject);
    sent.end(text);
  });
}

async function fill() {
  const home = readdirSync(join(data, 'postgresql'), { recursive: true }).find((name) =>
    String(name).endsWith('postmaster.pid'),
  );
  const socket = readFileSync(join(data, 'postgresql', String(home)), 'utf8').split('\n')[4];
  const client = new pg.Client({ host: socket, user: 'postgres', database: 'pauta' });
  await client.connect();
  // Triggers are off while the table is filled: the audit log of made-up rows proves nothing.
  await client.query('SET session_replication_role = replica');
  const words =
    "'{Acero,Brisa,Cumbre,Delta,Estela,Faro,Granada,Horizonte,Isla,Jardín,Ñandú,Océano,Palma,Río,Sierra,Trópico}'";
  await client.query(`
    WITH pick AS (
      SELECT n,
        (SELECT array_agg(id) FROM industries) AS industries, (SELECT array_agg(id) FROM client_types) AS types,
        (SELECT array_agg(id) FROM client_categories) AS categories, (SELECT array_agg(id) FROM credit_terms) AS terms,
        (SELECT id FROM countries WHERE code = 'DO') AS country, (SELECT id FROM users LIMIT 1) AS seller,
        ${words}::text[] AS words
      FROM generate_series(1, ${rows}) AS n)
    INSERT INTO clients (client_code, legal_name, trade_name, person_kind, country_id, tax_id_type, tax_id, taxpayer_type,
      status, client_type_id, client_category_id, industry_id, primary_sales_rep_id, billing_party, currency_code,
      credit_term_id, credit_status, created_at, updated_at)
    SELECT 'B-' || n, name || ' ' || n || ', S.R.L.', name || ' ' || n, 'legal_entity', country, 'OTRO', 'B' || n, 'taxpayer',
      (ARRAY['prospect','active','active','inactive'])[1 + n % 4], types[1 + n % cardinality(types)],
      categories[1 + n % cardinality(categories)], industries[1 + n % cardinality(industries)], seller, 'client', 'DOP',
      terms[1 + n % cardinality(terms)], 'active', now() - n * interval '1 minute', now()
    FROM pick, LATERAL (SELECT words[1 + n % 16] || ' ' || words[1 + (n / 16) % 16] AS name) AS made`);
  // As autovacuum leaves it: counts then read the index alone.
  await client.query('VACUUM ANALYZE');
  const one = await client.query('SELECT id, industry_id FROM clients ORDER BY client_code LIMIT 1');
  const codes = await client.query(`SELECT
    (SELECT id FROM countries WHERE code = 'DO') AS country, (SELECT id FROM client_types LIMIT 1) AS type,
    (SELECT id FROM client_categories LIMIT 1) AS category, (SELECT id FROM credit_terms LIMIT 1) AS term,
    (SELECT id FROM users LIMIT 1) AS seller`);
  await client.end();
  return { ...one.rows[0], ...codes.rows[0] };
}

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

async function measure(task) {
  const times = [];
  const end = performance.now() + seconds * 1000;
  let wrong = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        const began = performance.now();
        const answer = await task();
        times.push(performance.now() - began);
        if (answer.status >= 400) wrong += 1;
      }
    }),
  );
  times.sort((a, b) => a - b);
  return { rate: times.length / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99), wrong };
}

try {
  const signedIn = await call('POST', '/api/login', admin);
  token = JSON.parse(signedIn.text).token;
  if (!token) throw new Error(`sign-in: ${signedIn.status} ${signedIn.text}`);
  const known = await fill();
  let created = 0;
  const tasks = {
    'no database': () => call('GET', '/api/health'),
    'one record': () => call('GET', `/api/clients/${known.id}`),
    list: () => call('GET', '/api/clients'),
    'list, filtered and ordered': () =>
      call('GET', `/api/clients?f.status=active&f.industry_id=${known.industry_id}&sort=trade_name`),
    'search, accents folded': () => call('GET', '/api/clients?q=oceano%20jardin'),
    'create, audited and idempotent': () => {
      created += 1;
      const body = {
        client_code: `N-${created}`,
        legal_name: `Nuevo ${created}`,
        trade_name: `Nuevo ${created}`,
        country_id: known.country,
        tax_id_type: 'OTRO',
        tax_id: `N${String(created).padStart(6, '0')}`,
        client_type_id: known.type,
        client_category_id: known.category,
        industry_id: known.industry_id,
        primary_sales_rep_id: known.seller,
        credit_term_id: known.term,
      };
      return call('POST', '/api/clients', body, { 'idempotency-key': randomUUID() });
    },
  };
  const results = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]));
  for (const [name, task] of Object.entries(tasks)) {
    for (let n = 0; n < 50; n += 1) {
      const { status, text } = await task();
      if (status >= 400) throw new Error(`${name}: ${status} ${text}`);
    }
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, task] of Object.entries(tasks)) results[name].push(await measure(task));
  }
  const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
  const base = median(results['no database'].map((one) => one.rate));
  console.log(
    `${rows.toLocaleString('en')} clients, ${callers} callers, median of ${rounds} rounds of ${seconds} s`,
  );
  console.table(
    Object.fromEntries(
      Object.entries(results).map(([name, of]) => [
        name,
        {
          'per second': Math.round(median(of.map((one) => one.rate))),
          'of no database': Number((median(of.map((one) => one.rate)) / base).toFixed(2)),
          'p50 ms': Number(median(of.map((one) => one.p50)).toFixed(1)),
          'p99 ms': Number(median(of.map((one) => one.p99)).toFixed(1)),
          refused: of.reduce((sum, one) => sum + one.wrong, 0),
        },
      ]),
    ),
  );
} finally {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  agent.destroy();
  rmSync(data, { recursive: true, force: true });
}
