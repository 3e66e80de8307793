import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { giveTo } from './give-to.ts';
import { type Account, chooseAccount, EmbeddedPostgresError, prepareHome } from './postgres-account.ts';
import { type Binaries, prepareBinaries } from './postgres-binaries.ts';
import { isAlive, judgePostmaster, type Postmaster, readPostmaster, removeStaleLocks } from './postmaster.ts';

const execute = promisify(execFile);

interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log?: Log | undefined;
  /** False only in tests: commits do not wait for the disk. */
  durable?: boolean;
  /** Copies a cluster that was shut down cleanly into an absent folder, instead of creating an empty one. */
  copyTemplate?: ((folder: string) => Promise<void>) | undefined;
}

/** How to connect; the socket folder is readable by the database's account and root only. */
export interface SocketConnection {
  host: string;
  port: number;
  user: string;
  database: string;
}

export interface EmbeddedPostgres {
  /** False if a server was already running on the folder. */
  startedHere: boolean;
  /** Whether this start copied the template. */
  isFromTemplate: boolean;
  pid: number;
  /** Users: `owner` runs migrations, `pauta_app` is the API, `postgres` the superuser. */
  connection(user: 'owner' | 'pauta_app' | 'postgres', database?: string): SocketConnection;
  /** Releases the server; the last process to do so shuts it down cleanly. */
  stop(): Promise<void>;
}

const port = 5432;
const databaseName = 'pauta';
const presenceKey = 7_283_482;
// The limit of macOS, the lowest of the supported operating systems.
const longestSocketPath = 103;
const startTimeout = 60_000;

const connect = async (host: string, database = 'postgres'): Promise<pg.Client> => {
  const client = new pg.Client({
    host,
    port,
    user: 'postgres',
    database,
    application_name: 'pauta supervisor',
    connectionTimeoutMillis: 5000,
  });
  // A connection lost later is detected by its `end` event.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

const socketPath = (folder: string) => join(folder, `.s.PGSQL.${port}`);

const socketFolderOf = async (home: string, account: Account): Promise<string> => {
  const near = join(home, 'run');
  const isShort = Buffer.byteLength(socketPath(near)) <= longestSocketPath;
  const folder = isShort
    ? near
    : `/tmp/pauta-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`;
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const entry = await lstat(folder);
  // In /tmp another user may have created it first, to intercept connections.
  const owners = [process.geteuid?.(), account?.uid];
  if (!entry.isDirectory() || !owners.includes(entry.uid)) {
    throw new EmbeddedPostgresError(
      `La carpeta ${folder} pertenece a otro usuario. Elimínela o use una PAUTA_DATA_DIR con una ruta más corta.`,
    );
  }
  await chmod(folder, 0o700);
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
};

const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const removeLeftovers = async (home: string): Promise<void> => {
  for (const name of await readdir(home)) {
    const pid = /^cluster\.new-(\d+)$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(home, name), { recursive: true, force: true });
  }
};

interface CreateOptions extends Pick<EmbeddedPostgresOptions, 'copyTemplate' | 'log'> {
  readonly account: Account;
}

const copyCluster = async (
  fresh: string,
  { initdb }: Binaries,
  { account, copyTemplate, log }: CreateOptions,
): Promise<boolean> => {
  if (!copyTemplate) return false;
  try {
    await copyTemplate(fresh);
    if (account) await giveTo(fresh, account);
    // A power failure after the start would otherwise find half a copy.
    await execute(initdb, ['--sync-only', `--pgdata=${fresh}`], { ...account, cwd: '/', env: environment });
    return true;
  } catch (error) {
    log?.error({ err: error }, 'the template of the database could not be copied');
    await rm(fresh, { recursive: true, force: true });
    return false;
  }
};

// Created beside its place and then renamed, so that a cluster is complete or absent if the process is killed, and two
// processes that start at once end up with one.
const createCluster = async (
  home: string,
  cluster: string,
  binaries: Binaries,
  options: CreateOptions,
): Promise<boolean> => {
  const { account } = options;
  await removeLeftovers(home);
  const fresh = join(home, `cluster.new-${process.pid}`);
  const create = (locale: string) =>
    execute(
      binaries.initdb,
      [
        `--pgdata=${fresh}`,
        '--username=postgres',
        '--encoding=UTF8',
        `--locale=${locale}`,
        '--locale-provider=icu',
        '--icu-locale=es',
        '--data-checksums',
        '--auth-local=trust',
        '--auth-host=reject',
      ],
      { ...account, cwd: home, env: environment },
    );
  const unicode = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  try {
    const isCopied = await copyCluster(fresh, binaries, options);
    if (!isCopied)
      await create(unicode).catch(async () => {
        await rm(fresh, { recursive: true, force: true });
        await create('C');
      });
    await rename(fresh, cluster);
    return isCopied;
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string };
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false;
    throw new EmbeddedPostgresError(
      `No se pudo crear la base de datos en ${home}: ${stderr ?? (error as Error).message}`,
      { cause: error },
    );
  }
};

const megabyte = 2 ** 20;

/**
 * An eighth of the memory available to this process, at most 1 GB: a search that reads a tenth of the contacts would
 * otherwise mostly copy them from the system's cache. PostgreSQL allocates only what it uses.
 */
const sharedBuffers = (): string => {
  const usable = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return `${Math.min(1024, Math.max(128, Math.floor(usable / 8 / megabyte)))}MB`;
};

const serverSettings = (socketFolder: string, durable: boolean): Record<string, string> => ({
  listen_addresses: '',
  port: String(port),
  unix_socket_directories: socketFolder,
  unix_socket_permissions: '0700',
  cluster_name: 'pauta',
  // Tests need not wait for disk writes, but create and drop databases constantly, and each drop scans all buffers.
  shared_buffers: durable ? sharedBuffers() : '128MB',
  max_connections: '100',
  fsync: durable ? 'on' : 'off',
  full_page_writes: durable ? 'on' : 'off',
  synchronous_commit: durable ? 'on' : 'off',
  // Messages of the server itself. Errors of statements are logged by the API, without the values they quote.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
});

// Errors of a server that is starting, stopping, or still held by processes of one that was just killed.
const passing = /lock file .* already exists|is still in use|could not bind|another (server|postmaster)/;

const longestLog = 10 * 1024 * 1024;

// One log file, and the previous one.
const openLog = async (home: string) => {
  const path = join(home, 'postgresql.log');
  const size = await stat(path).then(
    (entry) => entry.size,
    () => 0,
  );
  if (size <= longestLog) return { path, from: size, file: await open(path, 'a', 0o600) };
  await rename(path, `${path}.old`);
  return { path, from: 0, file: await open(path, 'a', 0o600) };
};

interface Attempt {
  outcome: 'up' | 'again';
  client?: pg.Client;
}

const tryStart = async (
  home: string,
  cluster: string,
  socketFolder: string,
  binaries: Binaries,
  account: Account,
  durable: boolean,
): Promise<Attempt> => {
  const log = await openLog(home);
  const settings = Object.entries(serverSettings(socketFolder, durable)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  // Detached, so that Ctrl-C in the terminal reaches only the API, which stops the database after its last response.
  const child = spawn(binaries.postgres, ['-D', cluster, ...settings], {
    ...account,
    cwd: '/',
    env: environment,
    detached: true,
    stdio: ['ignore', log.file.fd, log.file.fd],
  });
  child.unref();
  let failure: string | undefined;
  child.on('error', (error) => {
    failure = error.message;
  });
  child.on('exit', (code, signal) => {
    failure ??= `exit ${code ?? signal}`;
  });
  try {
    const deadline = Date.now() + startTimeout;
    while (Date.now() < deadline) {
      const client = await connect(socketFolder).catch(() => undefined);
      if (client) return { outcome: 'up', client };
      if (failure !== undefined) {
        const text = (await readFile(log.path)).subarray(log.from).toString('utf8');
        if (passing.test(text)) return { outcome: 'again' };
        throw new EmbeddedPostgresError(`PostgreSQL no arrancó (${failure}):\n${text.trim()}`);
      }
      await sleep(20);
    }
    throw new EmbeddedPostgresError(
      `PostgreSQL no respondió en ${startTimeout / 1000} segundos; vea ${log.path}.`,
    );
  } finally {
    await log.file.close();
  }
};

const checkVersion = async (cluster: string, binaries: Binaries): Promise<boolean> => {
  const found = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    if (error.code !== 'EACCES') throw error;
    throw new EmbeddedPostgresError(
      `Este usuario no puede leer ${cluster}; inicie Pauta con la cuenta que creó la carpeta de datos.`,
    );
  });
  if (found === undefined) return false;
  const major = binaries.version.split('.', 1)[0];
  if (found.trim() === major) return true;
  throw new EmbeddedPostgresError(
    `La carpeta de datos es de PostgreSQL ${found.trim()} y esta versión de Pauta trae ${major}. Restaure una copia de seguridad con la versión nueva.`,
  );
};

// The product's guarantees depend on these settings, which a manually edited postgresql.conf or another packaging could
// lack.
const checkServer = async (client: pg.Client, cluster: string, durable: boolean): Promise<void> => {
  const { rows } = await client.query<Record<'folder' | 'fsync' | 'checksums' | 'icu', string>>(`
    SELECT current_setting('data_directory') AS folder, current_setting('fsync') AS fsync,
      current_setting('data_checksums') AS checksums,
      (to_regcollation('"es-x-icu"') IS NOT NULL)::text AS icu`);
  const found = rows[0];
  const faults = [
    found?.folder !== cluster && `responde por otra carpeta (${found?.folder})`,
    durable && found?.fsync !== 'on' && 'fsync está apagado: un corte de energía perdería datos',
    found?.checksums !== 'on' && 'no tiene sumas de verificación de datos',
    found?.icu !== 'true' && 'no tiene ICU: no ordena en español',
  ].filter((fault) => fault !== false);
  if (faults.length > 0)
    throw new EmbeddedPostgresError(
      `El PostgreSQL de ${cluster} no es seguro de usar: ${faults.join('; ')}.`,
    );
};

const prepareDatabase = async (client: pg.Client): Promise<void> => {
  const ensure = async (exists: string, create: string) => {
    if ((await client.query(exists)).rowCount === 0) {
      await client.query(create).catch((error: pg.DatabaseError) => {
        // Another process did it at the same moment.
        if (!['42710', '42P04', '23505'].includes(error.code ?? '')) throw error;
      });
    }
  };
  for (const role of ['owner', 'pauta_app']) {
    await ensure(`SELECT FROM pg_roles WHERE rolname = '${role}'`, `CREATE ROLE ${role} LOGIN`);
  }
  await ensure(
    `SELECT FROM pg_database WHERE datname = '${databaseName}'`,
    `CREATE DATABASE ${databaseName} OWNER owner`,
  );
};

interface Running {
  client: pg.Client;
  postmaster: Postmaster;
  startedHere: boolean;
}

/**
 * Runs the PostgreSQL of the npm package on `<dataDir>/postgresql`, reachable through a socket only, or uses the one
 * that already runs there. A server that dies is restarted.
 *
 * @throws EmbeddedPostgresError with a Spanish message
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const { dataDir, log, durable = true, copyTemplate } = options;
  const account = await chooseAccount(join(dataDir, 'postgresql', 'cluster'));
  const home = await prepareHome(dataDir, account);
  const cluster = join(home, 'cluster');
  const binaries = await prepareBinaries(home, account);
  const isFromTemplate =
    !(await checkVersion(cluster, binaries)) &&
    (await createCluster(home, cluster, binaries, { account, copyTemplate, log }));
  const socketFolder = await socketFolderOf(home, account);

  const reach = async (): Promise<{ client: pg.Client; startedHere: boolean }> => {
    const deadline = Date.now() + startTimeout;
    while (Date.now() < deadline) {
      const found = await readPostmaster(cluster);
      if (found) {
        const client = found.socketFolder
          ? await connect(found.socketFolder).catch(() => undefined)
          : undefined;
        if (client) return { client, startedHere: false };
        if ((await judgePostmaster(cluster, found)) === 'ours') {
          await sleep(50);
          continue;
        }
      }
      await removeStaleLocks(cluster, `${socketPath(socketFolder)}.lock`);
      const { outcome, client } = await tryStart(home, cluster, socketFolder, binaries, account, durable);
      if (outcome === 'up' && client) return { client, startedHere: true };
      await sleep(100);
    }
    throw new EmbeddedPostgresError(
      `El PostgreSQL de ${cluster} no responde; puede que lo use otra cuenta. Deténgalo e intente de nuevo.`,
    );
  };

  const connectAndLock = async (): Promise<Running> => {
    for (let tries = 1; ; tries += 1) {
      const { client, startedHere } = await reach();
      try {
        await checkServer(client, cluster, durable);
        // Lock shared by every process that uses the server: a process that gets it exclusively is the last one and may
        // stop the server. While that happens this waits, fails with the server, and starts another.
        await client.query(`SELECT pg_advisory_lock_shared(${presenceKey})`);
        await prepareDatabase(client);
        const postmaster = await readPostmaster(cluster);
        if (postmaster) return { client, postmaster, startedHere };
        await client.end().catch(() => undefined);
      } catch (error) {
        await client.end().catch(() => undefined);
        if (error instanceof EmbeddedPostgresError || tries >= 5) throw error;
      }
    }
  };

  let stopping = false;
  let running = await connectAndLock();
  const startedHere = running.startedHere;

  const guard = () => {
    running.client.once('end', async () => {
      if (stopping) return;
      log?.error({ pid: running.postmaster.pid }, 'the database stopped by itself; starting it again');
      while (!stopping) {
        try {
          running = await connectAndLock();
          log?.info({ pid: running.postmaster.pid }, 'the database runs again');
          guard();
          return;
        } catch (error) {
          log?.error({ err: error }, 'the database does not start; trying again');
          await sleep(1000);
        }
      }
    });
  };
  guard();

  const stopServer = async (): Promise<void> => {
    const { client, postmaster } = running;
    await client.query(`SELECT pg_advisory_unlock_shared(${presenceKey})`);
    const { rows } = await client.query<{ alone: boolean }>(
      `SELECT pg_try_advisory_lock(${presenceKey}) AS alone`,
    );
    if (!rows[0]?.alone) return;
    process.kill(postmaster.pid, 'SIGINT');
    const deadline = Date.now() + 30_000;
    while (Date.now() < deadline) {
      const now = await readPostmaster(cluster);
      if (now?.pid !== postmaster.pid || (await judgePostmaster(cluster, postmaster)) !== 'ours') return;
      await sleep(20);
    }
    log?.error({ pid: postmaster.pid }, 'the database did not stop within 30 seconds');
  };

  return {
    startedHere,
    isFromTemplate,
    get pid() {
      return running.postmaster.pid;
    },
    connection: (user, database = databaseName) => ({
      host: running.postmaster.socketFolder,
      port,
      user,
      database,
    }),
    stop: async () => {
      if (stopping) return;
      stopping = true;
      await stopServer().catch(() => undefined);
      await running.client.end().catch(() => undefined);
    },
  };
};
