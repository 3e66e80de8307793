// Loads the demonstration data of `npm start` in any size.
import { randomUUID } from 'node:crypto';
import { loadDemo } from '../apps/api/src/demo/load-demo.ts';
import { openDatabase, systemChange } from '../apps/api/src/platform/database/database.ts';
import { admin, runSql } from './pauta.mjs';

/** Tables whose indexes are dropped while they are filled and created again afterwards. */
const large = ['clients', 'contacts', 'activities', 'client_agencies', 'brands', 'signatories'];

/** Indexes that triggers use while the tables are filled, so that they are not dropped. */
const needed = [
  'activities_next_of_client',
  'activities_last_of_client',
  'activities_last_of_contact',
  'client_agencies_client_id',
  'client_agencies_agency_id',
];

/**
 * Triggers disabled while loading: foreign keys, checks that generated rows pass anyway, and the audit log, which is
 * not needed for generated rows. All others run, so that derived values are correct.
 */
const checks = ['audit_change', 'check_owner_stays', 'refuse_cycle'];

/**
 * Fills the database with demonstration data; returns ids for requests, and the seller with the most clients, who signs
 * in with the administrator's password. `spaces` and `rateCards` are the size of the inventory and of its prices.
 */
export async function fillDemo(socket, { clients, contactsEach = 3, ...inventory }) {
  const indexes = await runSql(
    socket,
    'pauta',
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE NOT i.indisunique AND NOT i.indisexclusion AND i.indrelid = ANY ('{${large}}'::regclass[])
      AND c.relname <> ALL ('{${needed}}')`,
  );
  const triggers = await runSql(
    socket,
    'pauta',
    `SELECT tgrelid::regclass AS table, tgname AS name FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
    WHERE c.relnamespace = 'public'::regnamespace AND tgenabled = 'O'
      AND (tgisinternal OR tgname = ANY ('{${checks}}'))`,
  );
  const switchChecks = (state) =>
    runSql(
      socket,
      'pauta',
      ...triggers.map(({ table, name }) => `ALTER TABLE ${table} ${state} TRIGGER "${name}"`),
    );
  await runSql(socket, 'pauta', ...indexes.map(({ name }) => `DROP INDEX "${name}"`));
  await switchChecks('DISABLE');
  const database = openDatabase({
    connection: { host: socket, user: 'postgres', database: 'pauta' },
    onError: (error) => console.error(error.message),
  });
  await database.transaction(systemChange('demo'), (tx) =>
    loadDemo(tx, {
      clients,
      contactsEach,
      ...inventory,
      now: new Date(),
      // The files themselves are not read; each has its own path.
      storage: { put: async (_, { extension }) => `documents/${randomUUID()}.${extension}` },
    }),
  );
  await database.close();
  await switchChecks('ENABLE');
  const [known] = await runSql(
    socket,
    'pauta',
    ...indexes.map(({ definition }) => definition),
    // The background search for similar names would run for minutes during the measurement.
    'TRUNCATE client_duplicate_checks',
    `INSERT INTO credentials (user_id, password_hash)
    SELECT (SELECT primary_sales_rep_id FROM clients GROUP BY 1 ORDER BY count(*) DESC LIMIT 1), password_hash
    FROM credentials JOIN users ON users.id = user_id WHERE email = '${admin.email}'`,
    // Leaves the tables as autovacuum would, so that counts are index-only scans.
    'VACUUM ANALYZE',
    `SELECT c.id, c.industry_id, c.country_id AS country, c.client_type_id AS type, c.client_category_id AS category,
      c.credit_term_id AS term, c.primary_sales_rep_id AS seller, u.email AS seller_email,
      (SELECT count(*)::integer FROM clients) AS clients, (SELECT count(*)::integer FROM contacts) AS contacts,
      (SELECT count(*)::integer FROM activities) AS activities
    FROM clients c JOIN users u ON u.id = c.primary_sales_rep_id
    WHERE c.primary_sales_rep_id = (SELECT primary_sales_rep_id FROM clients GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)
    ORDER BY c.client_code LIMIT 1`,
  );
  return known;
}
