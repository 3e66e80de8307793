import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { auditHead, sealAudit, verifyAudit } from './audit.ts';
import { settleAudit } from './audit-fixtures.ts';
import { type ChangeContext, systemChange } from './database/database.ts';

const ana = '0190a000-0000-7000-8000-00000000000a';
const luis = '0190a000-0000-7000-8000-00000000000b';
const by = (actorId: string, more: Partial<ChangeContext> = {}): ChangeContext => ({
  actorId,
  requestId: 'request-1',
  ip: '192.0.2.7',
  ...more,
});

let db: TestDatabase;
const write = (change: ChangeContext, statement: ReturnType<typeof sql>) =>
  db.database.transaction(change, (tx) => tx.query(statement));
const log = (entity: string) =>
  db.database.query<Record<string, unknown>>(
    sql`SELECT actor_id, ip, request_id, entity_id, action, before, after, reason FROM audit_log WHERE entity = ${entity} ORDER BY id`,
  );

beforeAll(async () => {
  db = await createTestDatabase();
  await db.runAsSuperuser(sql`
    CREATE TABLE things (id text PRIMARY KEY, name text, secret text, uses int NOT NULL DEFAULT 0,
      row_version int NOT NULL DEFAULT 1, created_at timestamptz, created_by uuid, updated_at timestamptz, updated_by uuid)`);
  await db.runAsSuperuser(
    sql`CREATE TABLE links (thing_id text, other_id text, PRIMARY KEY (thing_id, other_id))`,
  );
  await db.runAsSuperuser(sql`CALL track('things', hidden => '{secret}', unnoticed => '{uses}')`);
  await db.runAsSuperuser(sql`CALL track('links', key => 'thing_id')`);
  await db.runAsSuperuser(sql`GRANT ALL ON things, links TO pauta_app`);
});
afterAll(() => db.drop());

describe('tracked tables', () => {
  test('a creation is logged with the whole row, its author, address and request', async () => {
    await write(by(ana), sql`INSERT INTO things (id, name, secret) VALUES ('created', 'Uno', 'hash')`);
    const [row] = await db.database.query(
      sql`SELECT row_version, created_by, updated_by, created_at = updated_at AS same FROM things WHERE id = 'created'`,
    );
    expect(row).toEqual({ row_version: 1, created_by: ana, updated_by: ana, same: true });
    const [entry] = (await log('things')).filter((each) => each.entity_id === 'created');
    expect(entry).toMatchObject({
      actor_id: ana,
      ip: '192.0.2.7',
      request_id: 'request-1',
      action: 'create',
      before: null,
      reason: null,
    });
    expect(entry?.after).toMatchObject({ name: 'Uno', secret: '•••' });
  });

  test('an update is logged with the changed columns and its reason, and makes a new version', async () => {
    await write(by(ana), sql`INSERT INTO things (id, name, secret) VALUES ('updated', 'Uno', 'hash')`);
    await write(
      by(luis, { action: 'rename', reason: 'Error de captura' }),
      sql`UPDATE things SET name = 'Dos' WHERE id = 'updated'`,
    );
    const entry = (await log('things')).filter((each) => each.entity_id === 'updated').at(-1);
    expect(entry).toMatchObject({
      actor_id: luis,
      action: 'rename',
      before: { name: 'Uno' },
      after: { name: 'Dos' },
      reason: 'Error de captura',
    });
    expect(
      await db.database.one(sql`SELECT row_version, created_by, updated_by FROM things WHERE id = 'updated'`),
    ).toEqual({
      row_version: 2,
      created_by: ana,
      updated_by: luis,
    });
  });

  test('a changed secret is logged without its value', async () => {
    await write(by(ana), sql`INSERT INTO things (id, secret) VALUES ('secret', 'one')`);
    await write(by(ana), sql`UPDATE things SET secret = 'two' WHERE id = 'secret'`);
    const entry = (await log('things')).at(-1);
    expect(entry).toMatchObject({ before: { secret: '•••' }, after: { secret: '•••' } });
  });

  test('nothing changed, or only a counter, is neither a version nor an entry; versions and authors cannot be forged', async () => {
    await write(by(ana), sql`INSERT INTO things (id, name) VALUES ('quiet', 'Uno')`);
    const before = (await log('things')).length;
    await write(by(luis), sql`UPDATE things SET name = 'Uno' WHERE id = 'quiet'`);
    await write(by(luis), sql`UPDATE things SET uses = uses + 1 WHERE id = 'quiet'`);
    await write(
      by(luis),
      sql`UPDATE things SET row_version = 99, created_by = ${luis}, updated_by = ${luis} WHERE id = 'quiet'`,
    );
    expect(await log('things')).toHaveLength(before);
    expect(
      await db.database.one(
        sql`SELECT row_version, uses, created_by, updated_by FROM things WHERE id = 'quiet'`,
      ),
    ).toEqual({
      row_version: 1,
      uses: 1,
      created_by: ana,
      updated_by: ana,
    });
  });

  test('a deletion is logged with the deleted row, also if another column identifies the record', async () => {
    await write(by(ana), sql`INSERT INTO links VALUES ('t1', 'o1')`);
    await write(by(ana), sql`DELETE FROM links`);
    expect((await log('links')).at(-1)).toMatchObject({
      entity_id: 't1',
      action: 'delete',
      before: { thing_id: 't1', other_id: 'o1' },
      after: null,
    });
  });

  test('a rolled-back change leaves no entry', async () => {
    const failing = db.database.transaction(by(ana), async (tx) => {
      await tx.query(sql`INSERT INTO things (id) VALUES ('rolled-back')`);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await log('things')).filter((each) => each.entity_id === 'rolled-back')).toEqual([]);
  });
});

describe('lines', () => {
  test('a statement on many lines is logged in rows of limited size, each line in one of them', async () => {
    await db.runAsSuperuser(
      sql`CREATE TABLE many_lines (id uuid PRIMARY KEY, header_id uuid NOT NULL, note text NOT NULL)`,
    );
    for (const [event, rows] of [
      ['INSERT', 'NEW TABLE AS new_rows'],
      ['UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'],
      ['DELETE', 'OLD TABLE AS old_rows'],
    ]) {
      await db.runAsSuperuser(sql`CREATE TRIGGER ${raw(`log_${event}`)} AFTER ${raw(`${event} ON many_lines REFERENCING ${rows}`)}
        FOR EACH STATEMENT EXECUTE FUNCTION audit_lines('header_id', '{}')`);
    }
    await db.runAsSuperuser(sql`GRANT ALL ON many_lines TO pauta_app`);
    const count = 1500;
    await write(
      by(ana),
      sql`INSERT INTO many_lines SELECT new_id(), ${ana}::uuid, repeat('a', 300) FROM generate_series(1, ${count}::integer)`,
    );
    await write(by(ana), sql`UPDATE many_lines SET note = repeat('b', 300)`);
    await write(by(ana), sql`DELETE FROM many_lines`);
    const written = await db.database.query<{
      was: number;
      becomes: number;
      lines: number;
      once: boolean;
      rows: number;
      most: number;
    }>(sql`
      WITH line AS (
        SELECT l.id, k.line, l.before ? k.line AS was, l.after ? k.line AS becomes
        FROM audit_log l CROSS JOIN LATERAL jsonb_object_keys(l.before || l.after) AS k (line)
        WHERE l.entity = 'many_lines')
      SELECT was, becomes, count(*)::integer AS lines, count(*) = count(DISTINCT line) AS once,
        (SELECT max(octet_length(before::text || after::text))::integer FROM audit_log WHERE entity = 'many_lines') AS most,
        count(DISTINCT id)::integer AS rows
      FROM line GROUP BY was, becomes ORDER BY min(id)`);
    expect(written.map(({ was, becomes, lines, once }) => [was, becomes, lines, once])).toEqual([
      [false, true, count, true],
      [true, true, count, true],
      [true, false, count, true],
    ]);
    for (const { rows, most } of written) {
      expect(rows).toBeGreaterThan(1);
      // The ids of the lines are added to the size.
      expect(most).toBeLessThan(150_000);
    }
  });
});

describe('the log', () => {
  test.each([
    ['update', sql`UPDATE audit_log SET reason = 'x'`],
    ['delete', sql`DELETE FROM audit_log`],
    ['truncate', sql`TRUNCATE audit_log CASCADE`],
    ['chain insert', sql`INSERT INTO audit_chain VALUES (1, 1, '', '')`],
    ['chain delete', sql`DELETE FROM audit_chain`],
    ['head update', sql`UPDATE audit_head SET position = 0`],
  ])('the role of the API cannot %s it', async (_name, statement) => {
    await expect(db.database.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  test('a trigger stops its owner', async () => {
    const pg = await import('pg');
    const client = new pg.default.Client(db.owner);
    await client.connect();
    for (const statement of [
      'UPDATE audit_log SET id = id',
      'DELETE FROM audit_log',
      'TRUNCATE audit_log CASCADE',
      'DELETE FROM audit_chain',
    ]) {
      await expect(client.query(statement)).rejects.toThrow(/append-only/);
    }
    await client.end();
  });
});

describe('the chain', () => {
  let copy: TestDatabase;
  beforeEach(async () => {
    copy = await createTestDatabase();
    for (let n = 1; n <= 6; n += 1) {
      await copy.database.query(
        sql`INSERT INTO audit_log (entity, entity_id, action, after) VALUES ('clients', ${String(n)}, 'create', ${JSON.stringify({ n, name: 'Peña' })}::jsonb)`,
      );
    }
    await sealAudit(copy.database);
    return () => copy.drop();
  });

  test('an unchanged log verifies, completely sealed or not', async () => {
    expect(await verifyAudit(copy.database)).toBeNull();
    await copy.database.query(
      sql`INSERT INTO audit_log (entity, entity_id, action) VALUES ('clients', '7', 'create')`,
    );
    expect(await verifyAudit(copy.database)).toBeNull();
    expect(await sealAudit(copy.database)).toBe(1);
    expect(await sealAudit(copy.database)).toBe(0);
    expect(await verifyAudit(copy.database)).toBeNull();
  });

  test.each([
    [
      'a changed value',
      sql`UPDATE audit_log SET after = jsonb_set(after, '{name}', '"Pena"') WHERE entity_id = '3'`,
    ],
    ['a changed author', sql`UPDATE audit_log SET actor_id = ${ana}::uuid WHERE entity_id = '3'`],
    ['a changed time', sql`UPDATE audit_log SET at = at + interval '1 microsecond' WHERE entity_id = '3'`],
    ['a removed entry', sql`DELETE FROM audit_log WHERE entity_id = '3'`],
    [
      'a removed link',
      sql`DELETE FROM audit_chain WHERE audit_id = (SELECT id FROM audit_log WHERE entity_id = '3')`,
    ],
    [
      'a removed end',
      sql`DELETE FROM audit_chain WHERE audit_id IN (SELECT id FROM audit_log WHERE entity_id IN ('5', '6'))`,
    ],
    [
      'an entry and its link exchanged',
      sql`UPDATE audit_chain SET audit_id = -audit_id WHERE audit_id = (SELECT id FROM audit_log WHERE entity_id = '3')`,
    ],
  ])('%s breaks it', async (_name, statement) => {
    const position = await copy.database.one<{ position: number }>(
      sql`SELECT position FROM audit_chain JOIN audit_log l ON l.id = audit_id WHERE l.entity_id = '3'`,
    );
    await copy.runAsSuperuser(statement);
    const broken = await verifyAudit(copy.database);
    expect(broken).toBe(_name === 'a removed end' ? (position?.position ?? 0) + 2 : position?.position);
  });

  test('a log rebuilt as a whole is detected by a head stored before', async () => {
    const head = await auditHead(copy.database);
    await copy.runAsSuperuser(sql`DELETE FROM audit_chain`);
    await copy.runAsSuperuser(sql`UPDATE audit_log SET reason = 'x' WHERE entity_id = '3'`);
    await copy.runAsSuperuser(
      sql`UPDATE audit_head SET position = 0, hash = sha256('pauta'), settled_id = 0`,
    );
    await sealAudit(copy.database);
    expect(await verifyAudit(copy.database)).toBeNull();
    expect(await verifyAudit(copy.database, head)).toBe(head.position);
  });

  test('entries that commit out of order are all sealed, while several processes seal without waiting', async () => {
    const change = systemChange('test');
    let release: (() => void) | undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const insert = (name: string) =>
      sql`INSERT INTO audit_log (entity, entity_id, action) VALUES ('late', ${name}, 'create') RETURNING id`;
    let started: (() => void) | undefined;
    const hasStarted = new Promise<void>((resolve) => {
      started = resolve;
    });
    const slow = copy.database.transaction(change, async (tx) => {
      await tx.query(insert('slow'));
      started?.();
      await gate;
    });
    await hasStarted;
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        await copy.database.transaction(change, (tx) => tx.query(insert(`fast-${n}`)));
        await sealAudit(copy.database);
      }),
    );
    release?.();
    await slow;
    await settleAudit(copy.database);
    expect(
      await copy.database.query(
        sql`SELECT id FROM audit_log WHERE id NOT IN (SELECT audit_id FROM audit_chain)`,
      ),
    ).toEqual([]);
    expect(await verifyAudit(copy.database)).toBeNull();
  });
});
