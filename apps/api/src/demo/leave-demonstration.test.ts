import sql, { join, raw } from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { systemChange } from '../platform/database/database.ts';
import { openFolderStorage } from '../platform/storage/folder-storage.ts';
import { quoteWorld } from '../sales/quotes/fixtures.ts';
import { createUser, ensureRoles, signIn, signInAs } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { loadDemo } from './load-demo.ts';

/** Tables of the installation itself, which tell what was done in it. */
const own = [
  'audit_log',
  'audit_chain',
  'audit_head',
  'app_privileges',
  'job_workers',
  'idempotency_keys',
  'sessions',
  'credentials',
  'users',
  'user_roles',
  'search_words',
];

/** Number of rows and their keys, without columns about who changed them when, of every table. */
const contents = async ({ database }: TestApi): Promise<ReadonlyMap<string, string>> => {
  const tables = await database.query<{ name: string; label: string }>(sql`
    SELECT c.relname AS name, coalesce((
      SELECT string_agg(quote_ident(attname), ', ' ORDER BY attname) FROM pg_attribute
      WHERE attrelid = c.oid AND attname IN ('code', 'key', 'name', 'word', 'source')), '1') AS label
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname <> ALL (${own}::text[]) ORDER BY 1`);
  const rows = await database.query<{ name: string; hash: string }>(
    join(
      tables.map(
        ({ name, label }) => sql`SELECT ${name} AS name, count(*) || ' ' ||
          coalesce(md5(string_agg(concat_ws('|', ${raw(label)}), ',' ORDER BY concat_ws('|', ${raw(label)}))), '') AS hash
          FROM ${raw(`"${name}"`)}`,
      ),
      ' UNION ALL ',
    ),
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
};

/** What each list can suggest as a search; of users it names those of the test. */
const words = ({ database }: TestApi) =>
  database.query(sql`
    SELECT source, count(*)::integer AS n, md5(string_agg(word, ' ' ORDER BY word)) AS hash FROM search_words
    WHERE source <> 'users' GROUP BY 1 ORDER BY 1`);

const start = async (): Promise<TestApi> => {
  const api = await startTestApi();
  onTestFinished(() => api.close());
  await ensureRoles(api);
  return api;
};

const load = (api: TestApi): Promise<void> =>
  api.database.transaction(systemChange('demo'), (tx) =>
    loadDemo(tx, {
      clients: 60,
      spaces: 450,
      now: new Date(),
      storage: openFolderStorage(api.config.storageDir),
    }),
  );

const leave = (api: TestApi, headers: Record<string, string>) =>
  api.inject({ method: 'POST', url: '/api/demonstration/leave', headers });

test('leaving the demonstration leaves what an empty installation has', async () => {
  const api = await start();
  const { database } = api;
  const empty = await contents(api);
  const emptyWords = await words(api);
  await load(api);
  const admin = await createUser(api);
  const headers = await signIn(api, admin);
  const [clerk, helper] = [
    await createUser(api, { role: 'billing' }),
    await createUser(api, { role: 'sales_rep' }),
  ];
  // One user of the demonstration did something: the audit log names him.
  const [actor] = await database.query<{ id: string }>(
    sql`SELECT id FROM users WHERE email LIKE '%@grupoantillano.example' ORDER BY id LIMIT 1`,
  );
  await database.transaction({ ...systemChange('test'), actorId: actor?.id ?? null }, (tx) =>
    tx.query(
      sql`UPDATE clients SET trade_name = trade_name || ' X' WHERE id = (SELECT id FROM clients LIMIT 1)`,
    ),
  );
  expect((await api.inject({ url: '/api/demonstration', headers })).json()).toEqual({
    data: { is_demonstration: true },
  });

  for (const user of [clerk, helper])
    expect((await leave(api, await signIn(api, user))).statusCode).toBe(403);
  expect((await leave(api, await signInAs(api, 'general_manager'))).statusCode).toBe(403);

  const answers = await Promise.all([leave(api, headers), leave(api, headers)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect((await leave(api, headers)).json()).toMatchObject({ code: 'no_demonstration' });

  const differ = [...(await contents(api))].filter(([name, hash]) => empty.get(name) !== hash);
  expect(differ).toEqual([]);
  expect(await words(api)).toEqual(emptyWords);
  expect(await database.query(sql`SELECT * FROM occupancy_differences()`)).toEqual([]);
  expect(
    await database.query(sql`SELECT status, count(*)::integer AS n FROM users GROUP BY 1 ORDER BY 1`),
  ).toEqual([
    { status: 'active', n: 4 },
    { status: 'inactive', n: 1 },
  ]);
  expect(
    await database.query(sql`SELECT actor_id, reason FROM audit_log WHERE action = 'demonstration_left'`),
  ).toEqual([{ actor_id: admin.id, reason: 'Se dejó la demostración' }]);

  // A price list, a client and a quote, made through the API; their numbers start from 1.
  const world = await quoteWorld(api, headers);
  await world.makeQuote(await world.makeClient());
  expect(await database.one(sql`SELECT max(count)::integer AS n FROM given_numbers`)).toEqual({ n: 1 });
});

test('a demonstration begins empty, and what it issues never gets fiscal value', async () => {
  const api = await start();
  await load(api);
  await expect(load(api)).rejects.toMatchObject({ constraint: 'demonstration_begins_empty' });
  expect(await api.database.query(sql`SELECT DISTINCT has_fiscal_value FROM invoices`)).toEqual([
    { has_fiscal_value: false },
  ]);
  await expect(
    api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE invoices SET has_fiscal_value = true WHERE id = (SELECT id FROM invoices LIMIT 1)`),
    ),
  ).rejects.toMatchObject({ constraint: 'invoices_without_fiscal_value' });
  for (const change of [
    sql`DELETE FROM demonstration`,
    sql`INSERT INTO demonstration (last_audit_id) VALUES (0)`,
  ])
    await expect(
      api.database.transaction(systemChange('test'), (tx) => tx.query(change)),
    ).rejects.toMatchObject({ code: '42501' });
});
