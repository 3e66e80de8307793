// `npm start`: installs and builds what is missing or outdated, then runs the server.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureDependencies } from './lib/install.mjs';
import { bin, root, toolEnv } from './lib/run.mjs';
import { buildTargets, makeDemoSnapshot } from './lib/targets.mjs';

await ensureDependencies();

const failed = await buildTargets();
if (failed.length > 0) {
  console.error(`No se pudo compilar: ${failed.join(', ')}. El error está más arriba.`);
  process.exit(1);
}

const { DATABASE_URL, PAUTA_DEMO, PAUTA_DATA_DIR } = process.env;
const isFirstStart = !existsSync(join(resolve(root, PAUTA_DATA_DIR || 'data'), 'postgresql'));
if (isFirstStart && PAUTA_DEMO?.trim() !== '0' && !DATABASE_URL?.trim()) await makeDemoSnapshot();

console.log('Iniciando el servidor…');
const server = spawn(bin('node'), ['--enable-source-maps', join(root, 'apps/api/dist/main.js')], {
  cwd: root,
  env: toolEnv({ NODE_ENV: process.env.NODE_ENV ?? 'production' }),
  stdio: 'inherit',
});

// Ctrl+C sends the signal to this process twice (from the terminal and from npm) and to the server once: each signal is
// forwarded once, and the server shuts down by itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  let passed = false;
  process.on(signal, () => {
    if (!passed) server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    passed = true;
  });
}
server.once('error', (error) => {
  console.error(`No se pudo iniciar el servidor: ${error.message}`);
  process.exit(1);
});
server.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
