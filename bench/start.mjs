// Time until the built product answers: the first start on an empty folder, which creates the database and loads the
// demonstration from its snapshot, and a later start on the same folder.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Maximum seconds of a first and of a later start. */
const promised = [8, 1.5];
const rounds = Number(process.argv[2] ?? 3);
const start = join(import.meta.dirname, '../scripts/start.mjs');

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Seconds from the command to the first answer. */
const startOn = async (data) => {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [start], {
    env: { ...process.env, PORT: String(port), PAUTA_DATA_DIR: data, PAUTA_DEMO: '1', DATABASE_URL: '' },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
    if (answer?.ok) break;
    await new Promise((later) => setTimeout(later, 20));
  }
  const seconds = (performance.now() - began) / 1000;
  child.kill('SIGTERM');
  await ended;
  return seconds;
};

const times = [[], []];
for (let round = 0; round <= rounds; round += 1) {
  const data = mkdtempSync(join(tmpdir(), 'pauta-start-'));
  try {
    const both = [await startOn(data), await startOn(data)];
    // The first round builds what is outdated.
    if (round > 0) for (const place of [0, 1]) times[place].push(both[place]);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
const slowest = times.map((all) => Math.max(...all));
console.log(
  `First start with the demonstration ${slowest[0].toFixed(1)} s (${promised[0]} promised), ` +
    `later start ${slowest[1].toFixed(1)} s (${promised[1]} promised); the slowest of ${rounds}`,
);
if (slowest.some((seconds, place) => seconds > promised[place])) process.exitCode = 1;
