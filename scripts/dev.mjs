// `npm run dev`: the server from its sources, restarted on every change, and Vite's development server for the back
// office.
import { join } from 'node:path';
import { ensureDependencies } from './lib/install.mjs';
import { bin, endAll, root, run } from './lib/run.mjs';

await ensureDependencies();

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => endAll(signal));

const prefixed = (name) => (line) => console.log(`[${name}] ${line}`);
const codes = await Promise.all(
  [
    run(bin('node'), ['--watch', '--enable-source-maps', 'apps/api/src/main.ts'], {
      onLine: prefixed('api'),
    }),
    run(bin('vite'), [], { cwd: join(root, 'apps/backoffice'), onLine: prefixed('web') }),
  ].map(async (running) => {
    const code = await running;
    endAll('SIGTERM');
    return code;
  }),
);
process.exitCode = Math.max(...codes);
