import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

/** The first user; the tests create all others. */
export const administrator = { email: 'admin@medios.test', password: 'Una clave larga de prueba 1' };

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the product under test. */
    readonly product: string;
  }
}

const root = join(import.meta.dirname, '..');

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });

/** Starts the product as `npm start` does, on a new data folder, and waits until it responds. */
export async function startProduct(env: Record<string, string>): Promise<{
  address: string;
  process: ChildProcess;
  output: () => string;
  stop: () => Promise<void>;
}> {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const began = Date.now();
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    env: { ...process.env, PORT: String(port), HOST: 'localhost', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  let stopping = false;
  const ended = new Promise<void>((resolve) =>
    child.once('exit', (code, signal) => {
      if (!stopping) console.error(`The product ended by itself (${code ?? signal}):\n${output}`);
      resolve();
    }),
  );
  const deadline = began + 120_000;
  for (;;) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`The product did not start:\n${output}`);
    const answer = await fetch(`${address}/api/health`).catch(() => null);
    if (answer?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    address,
    process: child,
    output: () => output,
    stop: async () => {
      stopping = true;
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Creates an empty database on a separate server, to run the same tests with `DATABASE_URL`. */
async function createDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `pauta_e2e_${process.pid}`;
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`) };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'pauta-e2e-'));
  const database = process.env.TEST_DATABASE_URL
    ? await createDatabase(process.env.TEST_DATABASE_URL)
    : undefined;
  const product = await startProduct({
    PAUTA_DATA_DIR: data,
    PAUTA_DEMO: '0',
    PAUTA_ADMIN_EMAIL: administrator.email,
    PAUTA_ADMIN_PASSWORD: administrator.password,
    ...(database ? { DATABASE_URL: database.url } : {}),
  });
  project.provide('product', product.address);
  return async () => {
    await product.stop();
    await database?.drop();
    rmSync(data, { recursive: true, force: true });
  };
}
