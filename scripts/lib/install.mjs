import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, readStamp, writeStamp } from './fingerprint.mjs';
import { bin, cacheDir, root, run } from './run.mjs';
import { workspaceManifests } from './workspace.mjs';

const oldestNode = 20;

/**
 * Installs the dependencies of the lockfile, unless they are installed. Requires only Node and npm: pnpm is run by npx,
 * and the required Node version is a dependency of the workspace.
 */
export async function ensureDependencies() {
  if (Number(process.versions.node.split('.')[0]) < oldestNode) {
    fail(
      `Pauta necesita Node ${oldestNode} o más reciente; este es ${process.version}. Instale uno desde https://nodejs.org`,
    );
  }
  const stamp = join(cacheDir, 'install');
  const wanted = fingerprint(root, ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...workspaceManifests()]);
  if (readStamp(stamp) === wanted && existsSync(bin('node'))) return;

  console.log('Instalando dependencias…');
  rmSync(stamp, { force: true });
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // CI: without a terminal pnpm would otherwise stop and ask before it replaces an outdated node_modules. NODE_ENV:
  // under "production" pnpm would omit the build tools.
  const code = await run('npx', ['--yes', packageManager, 'install', '--frozen-lockfile'], {
    env: { CI: 'true', NODE_ENV: 'development' },
  });
  if (code !== 0)
    fail(
      'No se pudieron instalar las dependencias. Revise la conexión con el registro de npm e intente de nuevo.',
    );
  writeStamp(stamp, wanted);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
