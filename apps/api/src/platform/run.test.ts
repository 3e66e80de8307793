import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApiProcess } from '../testing/programs/api-process.ts';
import { makeTestFolder } from '../testing/test-folder.ts';
import { readPostmaster } from './database/postmaster.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await makeTestFolder();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const start = (env: Record<string, string> = {}) =>
  startApiProcess('testing/programs/crash-program.ts', { PAUTA_DATA_DIR: dataDir, ...env });
const ask = (address: string, body: object) =>
  fetch(`${address}/api/writes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const write = async (address: string, body: object): Promise<Response> => {
  const reply = await ask(address, body);
  // An overloaded process refuses the request before any effect.
  return reply.status === 503 ? write(address, body) : reply;
};
const postmaster = () => readPostmaster(join(dataDir, 'postgresql', 'cluster'));

describe('an API process', () => {
  test('finishes running requests on SIGTERM, refuses new ones, and stops the database', async () => {
    const api = await start();
    let answered = false;
    const slow = write(api.address, { name: 'slow', wait: 1500 }).finally(() => {
      answered = true;
    });
    await expect.poll(api.output).toContain('writes slow');
    const ended = api.end('SIGTERM');
    const late = () =>
      ask(api.address, { name: 'late' }).then(
        ({ status }) => String(status),
        () => 'refused',
      );
    await expect.poll(late).toBe('refused');
    expect(answered).toBe(false);
    expect((await slow).status).toBe(201);
    expect(await ended).toBe(0);
    expect(await postmaster()).toBeUndefined();
  });

  test('aborts a request that does not end within 10 seconds', async () => {
    const api = await start();
    const stuck = write(api.address, { name: 'stuck', wait: 60_000 }).then(
      () => 'answered',
      () => 'cut',
    );
    await expect.poll(api.output).toContain('writes stuck');
    const asked = Date.now();
    expect(await api.end('SIGTERM')).toBe(0);
    expect(Date.now() - asked).toBeLessThan(15_000);
    expect(await stuck).toBe('cut');
    expect(await postmaster()).toBeUndefined();
  });

  test('shares one database with another process on the same folder; the last one stops it', async () => {
    const [first, second] = await Promise.all([start(), start()]);
    const before = await postmaster();
    expect((await write(first.address, { name: 'a' })).status).toBe(201);
    expect(await first.end('SIGTERM')).toBe(0);
    expect((await write(second.address, { name: 'b' })).status).toBe(201);
    expect((await postmaster())?.pid).toBe(before?.pid);
    expect(await second.end('SIGTERM')).toBe(0);
    expect(await postmaster()).toBeUndefined();
  });

  test('prints in Spanish what to correct, and exits with 1', async () => {
    await expect(start({ PORT: 'x', LOG_LEVEL: 'loud' })).rejects.toThrow(
      /ended with 1 .*Configuración inválida:\n {2}- LOG_LEVEL debe.*\n {2}- PORT debe/s,
    );
    await expect(start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow(
      /ended with 1 .*No se puede usar la base de datos de DATABASE_URL/s,
    );
  });

  test('a port in use is reported, and the database is stopped', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    await expect(start({ PORT: port })).rejects.toThrow(
      `ended with 1 before it listened:\nEl puerto ${port} de 127.0.0.1 está en uso. Elija otro con PORT.`,
    );
    expect(await postmaster()).toBeUndefined();
    other.close();
  });
});
