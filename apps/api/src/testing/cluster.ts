import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { migrate } from '../platform/database/migrate.ts';
import { isAlive, judgePostmaster, readPostmaster } from '../platform/database/postmaster.ts';
import { makeTestFolder, testFolderName } from './test-folder.ts';

/** The database server of the test run, as plain data, because it is passed to the workers. */
export interface TestCluster {
  /** Host (or socket folder), port and password of every connection. */
  server: { host: string; port: number; password?: string };
  /** Creates and drops databases. */
  superuser: string;
  /** User that owns the databases and runs the migrations. */
  owner: string;
  /** User that the API connects as; it assumes the role `pauta_app` if it is a different one. */
  app: string;
  /** The migrated database that is copied for every test. */
  template: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: TestCluster;
  }
}

// Removes clusters of test runs that were killed.
const removeAbandoned = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const pid = testFolderName.exec(name)?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    const cluster = join(tmpdir(), name, 'postgresql', 'cluster');
    const postmaster = await readPostmaster(cluster).catch(() => undefined);
    if (postmaster && (await judgePostmaster(cluster, postmaster)) === 'ours')
      process.kill(postmaster.pid, 'SIGQUIT');
    await rm(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(
      () => undefined,
    );
  }
};

const startServer = async (): Promise<{
  cluster: Omit<TestCluster, 'template'>;
  stop: () => Promise<void>;
}> => {
  const url = process.env.TEST_DATABASE_URL;
  if (url) {
    const { host, port, user = '', password } = new pg.Client({ connectionString: url });
    const secret = typeof password === 'string' ? { password } : {};
    return {
      cluster: { server: { host, port, ...secret }, superuser: user, owner: user, app: user },
      stop: async () => undefined,
    };
  }
  await removeAbandoned();
  const dataDir = await makeTestFolder();
  const embedded = await startEmbeddedPostgres({ dataDir, durable: false });
  const { host, port } = embedded.connection('postgres');
  return {
    cluster: { server: { host, port }, superuser: 'postgres', owner: 'owner', app: 'pauta_app' },
    stop: async () => {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const asSuperuser = async (cluster: Omit<TestCluster, 'template'>, statement: string): Promise<void> => {
  const client = new pg.Client({ ...cluster.server, user: cluster.superuser, database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** Global set-up of vitest: one PostgreSQL for the run (`TEST_DATABASE_URL`, else the embedded one) with a template. */
export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const { cluster, stop } = await startServer();
  const template = `pauta_template_${randomBytes(4).toString('hex')}`;
  const remove = async () => {
    await asSuperuser(cluster, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await stop();
  };
  try {
    await asSuperuser(cluster, `CREATE DATABASE ${template} OWNER "${cluster.owner}" TEMPLATE template0`);
    await migrate({ ...cluster.server, user: cluster.owner, database: template }, { appUser: cluster.app });
  } catch (error) {
    await remove();
    throw error;
  }
  provide('cluster', { ...cluster, template });
  return remove;
};
