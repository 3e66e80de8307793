import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { preparedStatement, systemChange, type Transaction } from './database.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
  await db.runAsSuperuser(sql`CREATE TABLE counters (name text PRIMARY KEY, value int NOT NULL)`);
  await db.runAsSuperuser(sql`GRANT ALL ON counters TO pauta_app`);
});
afterAll(() => db.drop());

const change = systemChange('test');

describe('column types', () => {
  test('numbers stay exact, civil dates stay dates, instants are ISO in UTC', async () => {
    const row = await db.database.one(sql`
      SELECT 12.50::numeric AS money, ARRAY[0.1, 0.20]::numeric[] AS amounts, 9007199254740991::int8 AS big,
        ARRAY[1, 2]::int8[] AS bigs, date '2026-02-28' AS day, ARRAY[date '2026-01-01', NULL] AS days,
        timestamptz '2026-01-31 23:30:00.123456-04' AS instant, ARRAY[timestamptz '2026-01-01 00:00+00'] AS instants,
        '{"a":1}'::jsonb AS doc`);
    expect(row).toEqual({
      money: '12.50',
      amounts: ['0.1', '0.20'],
      big: 9007199254740991,
      bigs: [1, 2],
      day: '2026-02-28',
      days: ['2026-01-01', null],
      instant: '2026-02-01T03:30:00.123456Z',
      instants: ['2026-01-01T00:00:00Z'],
      doc: { a: 1 },
    });
  });

  test('a bigint that a number cannot hold is an error, not another number', async () => {
    await expect(db.database.one(sql`SELECT 9007199254740993::int8 AS n`)).rejects.toThrow(/exact integers/);
  });
});

describe('a pool', () => {
  test('uses a role that cannot change the schema', async () => {
    expect(await db.database.one(sql`SELECT current_user AS name`)).toEqual({ name: 'pauta_app' });
    await expect(db.database.query(sql`CREATE TABLE mine (id int)`)).rejects.toMatchObject({ code: '42501' });
    await expect(db.database.query(sql`DROP TABLE audit_log`)).rejects.toMatchObject({ code: '42501' });
  });

  test('ends a statement after five seconds', async () => {
    expect(await db.database.one(sql`SHOW statement_timeout`)).toEqual({ statement_timeout: '5s' });
  });
});

describe('prepared statements', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => index);
  const held = (tx: Transaction) =>
    tx.query<{ statement: string }>(sql`
      SELECT statement FROM pg_prepared_statements WHERE statement LIKE 'SELECT %::int%'`);

  test('are parsed once per connection', async () => {
    await db.database.transaction(change, async (tx) => {
      const ask = (n: number) => tx.one<{ n: number }>(preparedStatement(sql`SELECT ${n}::int + 1 AS n`));
      expect([await ask(1), await ask(2)]).toEqual([{ n: 2 }, { n: 3 }]);
      expect(await held(tx)).toHaveLength(1);
    });
  });

  test('are deallocated once others are used more often', async () => {
    await db.database.transaction(change, async (tx) => {
      const ask = async (round: number, index: number) => {
        const name = `c${round}_${index}`;
        const row = await tx.one(preparedStatement(sql`SELECT ${index}::int AS ${sql([`"${name}"`])}`));
        expect(row).toEqual({ [name]: index });
      };
      for (const round of many(2)) {
        for (const index of many(280)) for (const _ of many(round + 1)) await ask(round, index);
        const statements = (await held(tx)).map(({ statement }) => statement);
        expect(statements.length).toBeLessThanOrEqual(256);
        expect(statements.filter((text) => text.includes(`c${round}_`)).length).toBeGreaterThan(200);
      }
    });
  });

  test('that fail do not affect their connection and their name', async () => {
    const divide = (by: number) =>
      db.database.one<{ n: number }>(preparedStatement(sql`SELECT 10 / ${by}::int AS n`));
    expect(await divide(5)).toEqual({ n: 2 });
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
    expect(await divide(2)).toEqual({ n: 5 });
  });
});

describe('transaction', () => {
  test('commits what its work wrote, and nothing when the work throws', async () => {
    await db.database.transaction(change, (tx) => tx.query(sql`INSERT INTO counters VALUES ('kept', 1)`));
    const failing = db.database.transaction(change, async (tx) => {
      await tx.query(sql`INSERT INTO counters VALUES ('lost', 1)`);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await db.database.query(sql`SELECT name FROM counters WHERE name IN ('kept', 'lost')`)).toEqual([
      { name: 'kept' },
    ]);
  });

  test('passes actor and reason to the triggers, with any characters, and only for its duration', async () => {
    const seen = await db.database.transaction(
      {
        actorId: '0190a000-0000-7000-8000-000000000001',
        requestId: 'r1',
        ip: '10.0.0.7',
        reason: 'd\'or \\ "ñ"; --',
      },
      (tx) =>
        tx.one(sql`SELECT audit_setting('actor') AS actor, audit_setting('reason') AS reason, audit_setting('ip') AS ip,
          audit_setting('action') AS action`),
    );
    expect(seen).toEqual({
      actor: '0190a000-0000-7000-8000-000000000001',
      reason: 'd\'or \\ "ñ"; --',
      ip: '10.0.0.7',
      action: null,
    });
    const afterwards = await Promise.all(
      Array.from({ length: 10 }, () => db.database.one(sql`SELECT audit_setting('actor') AS actor`)),
    );
    expect(new Set(afterwards.map((row) => JSON.stringify(row)))).toEqual(new Set(['{"actor":null}']));
  });

  test('refuses two statements at once on its connection', async () => {
    const both = db.database.transaction(change, (tx) =>
      Promise.all([tx.query(sql`SELECT pg_sleep(0.05)`), tx.query(sql`SELECT 1`)]),
    );
    await expect(both).rejects.toThrow(/Two queries at once/);
    expect(await db.database.one(sql`SELECT 1 AS one`)).toEqual({ one: 1 });
  });

  test('does not treat a caught error as success', async () => {
    const swallowed = db.database.transaction(change, async (tx) => {
      await tx.query(sql`INSERT INTO counters VALUES ('swallowed', 1)`);
      await tx.query(sql`SELECT 1/0`).catch(() => undefined);
      return 'done';
    });
    await expect(swallowed).rejects.toThrow(/swallowed/);
  });

  test('cannot be used after its work has returned', async () => {
    let leaked: (() => Promise<unknown>) | undefined;
    await db.database.transaction(change, async (tx) => {
      leaked = () => tx.query(sql`SELECT 1`);
    });
    await expect(leaked?.()).rejects.toThrow(/has ended/);
  });

  test('deadlocks are retried until both transactions succeed', async () => {
    await db.database.transaction(change, (tx) =>
      tx.query(sql`INSERT INTO counters VALUES ('a', 0), ('b', 0)`),
    );
    const add = (first: string, second: string) =>
      db.database.transaction(change, async (tx) => {
        await tx.query(sql`UPDATE counters SET value = value + 1 WHERE name = ${first}`);
        await tx.query(sql`SELECT pg_sleep(0.01)`);
        await tx.query(sql`UPDATE counters SET value = value + 1 WHERE name = ${second}`);
      });
    await Promise.all([add('a', 'b'), add('b', 'a')]);
    expect(await db.database.query(sql`SELECT value FROM counters WHERE name IN ('a', 'b')`)).toEqual([
      { value: 2 },
      { value: 2 },
    ]);
  });

  test('gives up after five tries', async () => {
    let tries = 0;
    const never = db.database.transaction(change, async (tx) => {
      tries += 1;
      await tx.query(sql`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`);
    });
    await expect(never).rejects.toMatchObject({ code: '40001' });
    expect(tries).toBe(5);
  });

  test('a connection that breaks is discarded, and the next transaction works', async () => {
    const killed = db.database.transaction(change, async (tx) => {
      const row = await tx.one<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
      await db.runAsSuperuser(sql`SELECT pg_terminate_backend(${row?.pid})`);
      await tx.query(sql`SELECT 1`);
    });
    await expect(killed).rejects.toThrow();
    expect(await db.database.transaction(change, (tx) => tx.one(sql`SELECT 1 AS one`))).toEqual({ one: 1 });
  });
});

describe('functions of the platform', () => {
  test('new_id makes version 7 identifiers in order of time', async () => {
    const rows = await db.database.query<{ id: string }>(
      sql`SELECT new_id() AS id FROM generate_series(1, 2000)`,
    );
    const ids = rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2000);
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const time = Number.parseInt((ids[0] ?? '').replaceAll('-', '').slice(0, 12), 16);
    expect(Math.abs(time - Date.now())).toBeLessThan(60_000);
    const leading = ids.map((id) => id.slice(0, 18));
    expect(leading).toEqual([...leading].sort());
  });

  test('fold ignores case and accents, composed or not', async () => {
    const row = await db.database.one(
      sql`SELECT fold('ÑANDÚ Pérez') AS a, fold(${'e\u0301'}) AS b, fold('Œuvre Ø') AS c, fold(NULL) AS d`,
    );
    expect(row).toEqual({ a: 'nandu perez', b: 'e', c: 'oeuvre o', d: null });
  });

  test('Spanish sorting is available', async () => {
    const rows = await db.database.query<{ w: string }>(
      sql`SELECT w FROM unnest(ARRAY['oso', 'ñu', 'nube', 'abeja', 'Ábaco']) w ORDER BY w COLLATE "es-x-icu"`,
    );
    expect(rows.map(({ w }) => w)).toEqual(['Ábaco', 'abeja', 'nube', 'ñu', 'oso']);
  });
});
