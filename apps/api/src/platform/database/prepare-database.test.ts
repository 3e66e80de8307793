import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { readConfig } from '../config.ts';
import { type PreparedDatabase, prepareDatabase } from './prepare-database.ts';

const cluster = inject('cluster');
const suffix = randomBytes(4).toString('hex');
const owner = `test_owner_${suffix}`;
const app = `test_app_${suffix}`;
const name = `test_prepared_${suffix}`;

const asSuperuser = async (...statements: string[]) => {
  const client = new pg.Client({ ...cluster.server, user: cluster.superuser, database: 'postgres' });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};
const url = (user: string) => {
  const { host, port, password } = cluster.server;
  const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
  return host.startsWith('/')
    ? `postgresql://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
    : `postgresql://${user}${secret}@${host}:${port}/${name}`;
};
const warnings: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) });

let prepared: PreparedDatabase | undefined;
const prepare = async (env: Record<string, string>) => {
  prepared = await prepareDatabase(readConfig({ PAUTA_DATA_DIR: '/nonexistent', ...env }), log);
  return prepared.database;
};
const password = cluster.server.password === undefined ? '' : `PASSWORD '${cluster.server.password}'`;

beforeEach(async () => {
  warnings.length = 0;
  await asSuperuser(
    `CREATE ROLE ${owner} LOGIN ${password}`,
    `CREATE ROLE ${app} LOGIN ${password}`,
    `CREATE DATABASE ${name} OWNER ${owner} TEMPLATE template0`,
  );
});
afterEach(async () => {
  await prepared?.close();
  prepared = undefined;
  await asSuperuser(`DROP DATABASE ${name} WITH (FORCE)`, `DROP ROLE ${owner}`, `DROP ROLE ${app}`);
});

describe('an external database (DATABASE_URL)', () => {
  test('is migrated by its owner and used with fewer permissions, through one user', async () => {
    await asSuperuser(`GRANT pauta_app TO ${owner}`);
    const database = await prepare({ DATABASE_URL: url(owner) });
    expect(await database.one(sql`SELECT current_user AS role`)).toEqual({ role: 'pauta_app' });
    await expect(database.query(sql`CREATE TABLE mine (id int)`)).rejects.toMatchObject({ code: '42501' });
    expect(warnings.join()).not.toContain('cannot be used');
  });

  test('is migrated by one user and used by another', async () => {
    await asSuperuser(`GRANT pauta_app TO ${app}`);
    const database = await prepare({ DATABASE_URL: url(app), DATABASE_OWNER_URL: url(owner) });
    expect(await database.one(sql`SELECT current_user AS role, session_user AS login`)).toEqual({
      role: 'pauta_app',
      login: app,
    });
    await expect(database.query(sql`DELETE FROM audit_log`)).rejects.toMatchObject({ code: '42501' });
  });

  test('works if the role cannot be assumed, and logs what is missing', async () => {
    const database = await prepare({ DATABASE_URL: url(owner) });
    expect(await database.one(sql`SELECT current_user AS role`)).toEqual({ role: owner });
    expect(warnings.join()).toContain(`GRANT pauta_app TO \\"${owner}\\"`);
    await expect(database.query(sql`DELETE FROM audit_log`)).rejects.toThrow(/append-only/);
  });

  test('requires UTF8', async () => {
    await asSuperuser(
      `DROP DATABASE ${name}`,
      `CREATE DATABASE ${name} OWNER ${owner} TEMPLATE template0 ENCODING SQL_ASCII LOCALE_PROVIDER libc LOCALE 'C'`,
    );
    await expect(prepare({ DATABASE_URL: url(owner) })).rejects.toThrow(
      'La base de datos debe usar la codificación UTF8; usa SQL_ASCII.',
    );
  });
});
