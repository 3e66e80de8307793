import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { paths } from '../paths.ts';
import { migrate } from './migrate.ts';

let db: TestDatabase;
let folder: string;
const file = (name: string, text: string) => writeFile(join(folder, name), text);

beforeEach(async () => {
  db = await createTestDatabase({ empty: true });
  folder = await makeTestFolder();
  await file(
    '0001_platform.sql',
    await (await import('node:fs/promises')).readFile(join(paths.migrations, '0001_platform.sql'), 'utf8'),
  );
});
afterEach(async () => {
  await db.drop();
  await rm(folder, { recursive: true });
});

describe('migrate', () => {
  test('applies each file once and grants the API role access to new tables', async () => {
    await file(
      '0002_things.sql',
      'CREATE TABLE things (id int PRIMARY KEY); CREATE TABLE ledger (id int); CALL restrict_app($$ledger$$, $$SELECT$$);',
    );
    expect((await migrate(db.owner, { folder })).applied).toEqual(['0001_platform.sql', '0002_things.sql']);
    expect((await migrate(db.owner, { folder })).applied).toEqual([]);
    await db.database.query(sql`INSERT INTO things VALUES (1)`);
    expect(await db.database.query(sql`SELECT * FROM things`)).toEqual([{ id: 1 }]);
    await expect(db.database.query(sql`INSERT INTO ledger VALUES (1)`)).rejects.toMatchObject({
      code: '42501',
    });
    await expect(db.database.query(sql`DELETE FROM schema_migrations`)).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('a file that fails changes nothing and stops the following ones', async () => {
    await file('0002_half.sql', 'CREATE TABLE half (id int); SELECT 1/0;');
    await file('0003_later.sql', 'CREATE TABLE later (id int);');
    await expect(migrate(db.owner, { folder })).rejects.toThrow(/0002_half\.sql falló: division by zero/);
    expect(
      await db.database.one(sql`SELECT to_regclass('half') AS half, to_regclass('later') AS later`),
    ).toEqual({ half: null, later: null });
    await file('0002_half.sql', 'CREATE TABLE half (id int);');
    expect((await migrate(db.owner, { folder })).applied).toEqual(['0002_half.sql', '0003_later.sql']);
  });

  test('an applied file that changed is refused; different line ends are ignored', async () => {
    await file('0002_things.sql', 'CREATE TABLE things\n(id int);\n');
    await migrate(db.owner, { folder });
    await file('0002_things.sql', 'CREATE TABLE things\r\n(id int);\r\n');
    await migrate(db.owner, { folder });
    await file('0002_things.sql', 'CREATE TABLE things (id bigint);');
    await expect(migrate(db.owner, { folder })).rejects.toThrow(/ya se aplicó y después cambió/);
  });

  test('a missing file, a number below the last applied one, a duplicate number and an invalid name are refused', async () => {
    await file('0003_third.sql', 'SELECT 1;');
    await migrate(db.owner, { folder });
    await file('0002_late.sql', 'SELECT 1;');
    await expect(migrate(db.owner, { folder })).rejects.toThrow(/anterior a la última aplicada/);
    await rm(join(folder, '0002_late.sql'));
    await rm(join(folder, '0003_third.sql'));
    await expect(migrate(db.owner, { folder })).rejects.toThrow(
      /0003_third\.sql, que esta versión no conoce/,
    );
    await file('0004_a.sql', 'SELECT 1;');
    await file('0004_b.sql', 'SELECT 1;');
    await expect(migrate(db.owner, { folder })).rejects.toThrow(/número 4/);
    await rm(join(folder, '0004_b.sql'));
    await file('5.sql', 'SELECT 1;');
    await expect(migrate(db.owner, { folder })).rejects.toThrow(/no se llama/);
  });

  test('several processes that start at once apply each file once', async () => {
    await file('0002_slow.sql', 'SELECT pg_sleep(0.2); CREATE TABLE slow (id int);');
    const results = await Promise.all(Array.from({ length: 4 }, () => migrate(db.owner, { folder })));
    expect(results.map(({ applied }) => applied.length).sort()).toEqual([0, 0, 0, 2]);
  });
});
