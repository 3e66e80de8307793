// Servers of compared products that several benches start.
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.mjs';
import { caller } from './load.mjs';
import { runSql } from './pauta.mjs';

/** Starts the server of a compared product and waits until it responds. */
export async function startPeer(folder, args, env, ready) {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const end = Date.now() + 120_000;
  while (
    !(await fetch(ready)
      .then((answer) => answer.ok)
      .catch(() => false))
  ) {
    if (Date.now() > end || child.exitCode !== null) throw new Error(`${folder} does not answer at ${ready}`);
    await new Promise((later) => setTimeout(later, 200));
  }
  return child;
}

/**
 * Starts Directus on an empty database, with cache and rate limiter disabled.
 *
 * @param files of its folder, such as extensions
 */
export async function startDirectus(socket, files = {}) {
  const folder = install('directus', {
    ...files,
    'package.json': {
      private: true,
      dependencies: { directus: '12.4.1', pg: '8.23.1' },
      // It depends on 18.0.1, which was never published.
      overrides: { '@directus/app': '18.0.0' },
    },
  });
  writeFileSync(join(folder, 'node_modules/isolated-vm/isolated-vm.js'), 'module.exports = {};');
  await runSql(socket, 'postgres', 'DROP DATABASE IF EXISTS directus', 'CREATE DATABASE directus');
  const token = 'bench-token-0123456789';
  const env = {
    HOST: '127.0.0.1',
    PORT: '8055',
    DB_CLIENT: 'pg',
    DB_HOST: socket,
    DB_PORT: '5432',
    DB_DATABASE: 'directus',
    DB_USER: 'postgres',
    DB_PASSWORD: '-',
    DB_POOL__MIN: '8',
    DB_POOL__MAX: '8',
    SECRET: randomUUID().repeat(2),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: randomUUID(),
    ADMIN_TOKEN: token,
    CACHE_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    WEBSOCKETS_ENABLED: 'false',
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
  };
  const cli = 'node_modules/directus/cli.js';
  spawnSync(process.execPath, [cli, 'bootstrap'], { cwd: folder, env: { ...process.env, ...env } });
  const child = await startPeer(folder, [cli, 'start'], env, 'http://127.0.0.1:8055/server/ping');
  const call = caller('http://127.0.0.1:8055', { authorization: `Bearer ${token}` });
  return { child, call };
}
