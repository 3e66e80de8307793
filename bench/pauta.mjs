// Starts the server to measure on a new data folder, and fills its database with generated clients.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { caller } from './load.mjs';

const built = join(import.meta.dirname, '../apps/api/dist/main.js');
export const admin = { email: 'bench@medios.test', password: 'Una clave larga de prueba 1' };

const words =
  "'{Acero,Brisa,Cumbre,Delta,Estela,Faro,Granada,Horizonte,Isla,Jardín,Ñandú,Océano,Palma,Río,Sierra,Trópico}'";

/**
 * SQL of a table with the columns `n`, `name`, `status` of `rows` generated clients, the same for every compared
 * product.
 */
export const madeUpClients = (rows) => `
  SELECT n, w[1 + n % 16] || ' ' || w[1 + (n / 16) % 16] || ' ' || n AS name,
    (ARRAY['prospect','active','active','inactive'])[1 + n % 4] AS status, now() - n * interval '1 minute' AS made
  FROM generate_series(1, ${rows}) AS n, (SELECT ${words}::text[] AS w) AS words`;

/** Signs in and returns the `Authorization` header; the user must have the password of the administrator. */
export async function signIn(address, email = admin.email) {
  const call = caller(address);
  let answer = await call('POST', '/api/login', { ...admin, email });
  // On a busy machine opening the first database connections may exceed the timeout of the server, which then answers
  // 503.
  for (let tried = 1; answer.status === 503 && tried < 10; tried += 1) {
    await new Promise((later) => setTimeout(later, 1000));
    answer = await call('POST', '/api/login', { ...admin, email });
  }
  const { token } = JSON.parse(answer.text);
  if (!token) throw new Error(`sign-in: ${answer.status} ${answer.text}`);
  return `Bearer ${token}`;
}

/**
 * Starts the built server, or another build; `socket` is the folder of the socket of its database, where `postgres` is
 * a superuser.
 *
 * @param database folder of the socket of a running one: starts a further process on its database
 */
export async function startPauta(server = built, database) {
  if (!existsSync(server)) {
    console.error('Build the server first: npm start');
    process.exit(1);
  }
  const data = mkdtempSync(join(tmpdir(), 'pauta-bench-'));
  const child = spawn(process.execPath, [server], {
    env: {
      ...process.env,
      PORT: '0',
      LOG_LEVEL: 'error',
      PAUTA_DATA_DIR: data,
      PAUTA_DEMO: '0',
      PAUTA_ADMIN_EMAIL: admin.email,
      PAUTA_ADMIN_PASSWORD: admin.password,
      PAUTA_RATE_LIMIT: '0',
      PAUTA_RATE_LIMIT_ANONYMOUS: '0',
      ...(database && {
        DATABASE_URL: `postgresql://postgres@localhost/pauta?host=${encodeURIComponent(database)}`,
      }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      const found = /lista en (\S+)/.exec(String(chunk))?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error('The server ended before it listened.')));
  });
  const socketIn = (folder) => {
    const home = readdirSync(folder, { recursive: true }).find((name) =>
      String(name).endsWith('postmaster.pid'),
    );
    return readFileSync(join(folder, String(home)), 'utf8').split('\n')[4];
  };
  const socket = database ?? socketIn(join(data, 'postgresql'));

  const authorization = await signIn(address);
  return {
    address,
    socket,
    pid: child.pid,
    authorization,
    call: caller(address, { authorization }),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Runs SQL as the owner of the cluster. */
export async function runSql(socket, database, ...statements) {
  const client = new pg.Client({ host: socket, user: 'postgres', database });
  await client.connect();
  try {
    let result;
    for (const statement of statements) result = await client.query(statement);
    return result.rows;
  } finally {
    await client.end();
  }
}

/** Fills `clients` with the same rows as the compared products; returns ids for requests. */
export async function fillPauta(socket, rows) {
  const [known] = await runSql(
    socket,
    'pauta',
    // Triggers are disabled while the table is filled, because the audit log of generated rows is not needed.
    'SET session_replication_role = replica',
    `WITH pick AS (
      SELECT
        (SELECT array_agg(id) FROM industries) AS industries, (SELECT array_agg(id) FROM client_types) AS types,
        (SELECT array_agg(id) FROM client_categories) AS categories, (SELECT array_agg(id) FROM credit_terms) AS terms,
        (SELECT id FROM countries WHERE code = 'DO') AS country, (SELECT id FROM users LIMIT 1) AS seller)
    INSERT INTO clients (client_code, legal_name, trade_name, person_kind, country_id, tax_id_type, tax_id, taxpayer_type,
      status, client_type_id, client_category_id, industry_id, primary_sales_rep_id, billing_party, currency_code,
      credit_term_id, credit_status, created_at, updated_at)
    SELECT 'B-' || n, name || ', S.R.L.', name, 'legal_entity', country, 'OTRO', 'B' || n, 'taxpayer',
      status, types[1 + n % cardinality(types)],
      categories[1 + n % cardinality(categories)], industries[1 + n % cardinality(industries)], seller, 'client', 'DOP',
      terms[1 + n % cardinality(terms)], 'active', made, now()
    FROM pick, (${madeUpClients(rows)}) AS made_up`,
    // Leaves the tables as autovacuum would, so that counts are index-only scans.
    'VACUUM ANALYZE',
    `SELECT c.id, c.industry_id, (SELECT id FROM countries WHERE code = 'DO') AS country,
      (SELECT id FROM client_types LIMIT 1) AS type, (SELECT id FROM client_categories LIMIT 1) AS category,
      (SELECT id FROM credit_terms LIMIT 1) AS term, (SELECT id FROM users LIMIT 1) AS seller
    FROM clients c ORDER BY client_code LIMIT 1`,
  );
  return known;
}

/** Fills `audit_log` with generated changes, twenty seconds apart, up to now. */
export const fillAudit = (socket, rows) =>
  runSql(
    socket,
    'pauta',
    'SET session_replication_role = replica',
    `INSERT INTO audit_log (at, actor_id, ip, request_id, entity, entity_id, action, before, after, reason)
    SELECT now() - (${rows} - i) * interval '20 seconds', md5((i % 97)::text)::uuid, '10.0.0.1'::inet + (i % 200),
      'request-' || i / 2, (ARRAY['clients','users','client_registrations','industries','settings'])[1 + i % 5],
      md5((i % 50000)::text)::uuid::text,
      CASE WHEN i % 9973 = 0 THEN 'merge' ELSE (ARRAY['create','update','update','archive','login'])[1 + i % 5] END,
      CASE WHEN i % 5 IN (1, 2) THEN
        jsonb_build_object(CASE WHEN i % 3 = 0 THEN 'trade_name' ELSE 'credit_limit' END, i) END,
      jsonb_build_object(CASE WHEN i % 3 = 0 THEN 'trade_name' ELSE 'credit_limit' END, i + 1),
      CASE WHEN i % 40 = 0 THEN 'Corrección pedida por el cliente ' || i END
    FROM generate_series(1, ${rows}) AS i`,
    'VACUUM ANALYZE audit_log',
  );

/** Request body of the `n`th new client. */
export const newClient = (n, known) => ({
  client_code: `N-${n}`,
  legal_name: `Nuevo ${n}`,
  trade_name: `Nuevo ${n}`,
  country_id: known.country,
  tax_id_type: 'OTRO',
  tax_id: `N${String(n).padStart(6, '0')}`,
  client_type_id: known.type,
  client_category_id: known.category,
  industry_id: known.industry_id,
  primary_sales_rep_id: known.seller,
  credit_term_id: known.term,
});

const isoDay = (after) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10);

/** Reads what quotes over the demonstration refer to, with so many spaces that the current price list has prices of. */
export async function readOffer(socket, spaces) {
  const [offer] = await runSql(
    socket,
    'pauta',
    `SELECT l.id AS list, (SELECT id FROM companies WHERE code = 'ANT-EXT') AS company,
      (SELECT id FROM clients WHERE status = 'active' ORDER BY client_code LIMIT 1) AS client,
      (SELECT id FROM users WHERE email = '${admin.email}') AS me,
      (SELECT id FROM ad_classifications WHERE is_billable AND archived_at IS NULL ORDER BY id LIMIT 1) AS classification,
      (SELECT json_agg(s) FROM (
        SELECT i.id, i.name FROM inventory_items i WHERE i.status = 'active' AND EXISTS (
          SELECT FROM prices p WHERE p.price_list_id = l.id AND p.inventory_item_id = i.id)
        ORDER BY md5(i.code) LIMIT ${spaces}) s) AS spaces,
      (SELECT count(*)::integer FROM inventory_items) AS all_spaces
    FROM price_lists l WHERE l.kind = 'general' AND l.status = 'current'`,
  );
  return offer;
}

/** Request body of a new quote of a month, with a line for each of the first spaces of the offer. */
export const newQuote = (offer, lines) => {
  const flight = { from: isoDay(20), to: isoDay(50) };
  return {
    name: 'Campaña de prueba',
    client_id: offer.client,
    owner_id: offer.me,
    company_id: offer.company,
    currency_code: 'DOP',
    price_list_id: offer.list,
    flight,
    billing_plan: 'by_consumption',
    lines: {
      put: offer.spaces.slice(0, lines).map(({ id, name }) => ({
        id: randomUUID(),
        line_kind: 'airtime',
        inventory_item_id: id,
        description: name.slice(0, 160),
        ad_classification_id: offer.classification,
        flight,
        days: ['1', '2', '3', '4', '5', '6', '7'],
        units_per_day: 1,
      })),
    },
  };
};
