import { copyFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../platform/database/migrate.ts';
import { paths } from '../platform/paths.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { makeTestFolder } from '../testing/test-folder.ts';

let testDatabase: TestDatabase;
let earlier: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ empty: true });
  earlier = await makeTestFolder();
  const files = (await readdir(paths.migrations)).filter((name) => name < '0044');
  await Promise.all(files.map((name) => copyFile(join(paths.migrations, name), join(earlier, name))));
  await migrate(testDatabase.owner, { folder: earlier });
  const client = new pg.Client(testDatabase.owner);
  await client.connect();
  await client.query(`
    INSERT INTO settings (key, value) VALUES ('tax_default_rate', '"16.0000"');
    INSERT INTO companies (code, name, country_id, tax_pct, bank_accounts, fiscal_sequences)
    SELECT v.code, v.code, c.id, v.pct, v.accounts::jsonb, v.sequences::jsonb FROM countries c, (VALUES
      ('UNA', 16, '[{"bank": "Banco Uno", "account": "960-1", "kind": "savings", "currency": "USD"}]',
        '[{"document": "B01", "first": 1, "last": 2000000000, "expires": "2027-12-31"},
          {"document": "E31", "first": 7, "last": 9, "expires": null}]'),
      ('DOS', 7.5, NULL, '[]')) AS v (code, pct, accounts, sequences)
    WHERE c.code = 'DO';
    UPDATE ad_articles SET is_taxable = false WHERE code = (SELECT min(code) FROM ad_articles)`);
  await client.end();
  await migrate(testDatabase.owner);
});
afterAll(async () => {
  await testDatabase.drop();
  await rm(earlier, { recursive: true, force: true });
});

const rows = (statement: ReturnType<typeof sql>) => testDatabase.database.query(statement);

test('taxes of companies, articles and the setting become rates', async () => {
  expect(await rows(sql`SELECT name, pct::text AS pct, is_exempt FROM tax_rates WHERE is_default`)).toEqual([
    { name: 'ITBIS 16 %', pct: '16.0000', is_exempt: false },
  ]);
  // `PRINCIPAL` had 18 %, `UNA` the default.
  expect(
    await rows(sql`
      SELECT c.code, t.name, t.pct::text AS pct FROM companies c LEFT JOIN tax_rates t ON t.id = c.tax_rate_id
      ORDER BY c.code`),
  ).toEqual([
    { code: 'DOS', name: 'Impuesto 7.5 %', pct: '7.5000' },
    { code: 'PRINCIPAL', name: 'ITBIS 18 %', pct: '18.0000' },
    { code: 'UNA', name: null, pct: null },
  ]);
  expect(
    await rows(sql`
      SELECT t.code, a.code = (SELECT min(code) FROM ad_articles) AS is_first
      FROM ad_articles a JOIN tax_rates t ON t.id = a.tax_rate_id`),
  ).toEqual([{ code: 'EXENTO', is_first: true }]);
  expect(await rows(sql`SELECT FROM settings WHERE key = 'tax_default_rate'`)).toEqual([]);
});

test('bank accounts and fiscal sequences of companies become rows', async () => {
  expect(
    await rows(sql`
      SELECT c.code, a.bank, a.account_no, a.kind, a.currency_code, a.name
      FROM bank_accounts a JOIN companies c ON c.id = a.company_id`),
  ).toEqual([
    {
      code: 'UNA',
      bank: 'Banco Uno',
      account_no: '960-1',
      kind: 'savings',
      currency_code: 'USD',
      name: 'Banco Uno · 960-1 · USD',
    },
  ]);
  expect(
    await rows(sql`
      SELECT document, first_no, last_no, next_no, expires_on::text AS expires_on FROM fiscal_sequences
      ORDER BY document`),
  ).toEqual([
    { document: 'B01', first_no: 1, last_no: 99_999_999, next_no: 1, expires_on: '2027-12-31' },
    { document: 'E31', first_no: 7, last_no: 9, next_no: 7, expires_on: null },
  ]);
});
