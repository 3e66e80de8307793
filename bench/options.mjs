// Sequences of commands on holds (hold, renew, challenge, promote, expire, release, displace, override) against a plain
// model: the test of `npm test`, many more times.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const [sequences = '10000'] = process.argv.slice(2);
const root = join(import.meta.dirname, '..');
const test = ['run', '--project=api', 'apps/api/src/inventory/holds/queue.test.ts', '-t', 'plain model'];
spawn(join(root, 'node_modules/.bin/vitest'), test, {
  cwd: root,
  env: { ...process.env, PAUTA_SEQUENCES: sequences },
  stdio: 'inherit',
}).once('exit', (code) => {
  process.exitCode = code ?? 1;
});
