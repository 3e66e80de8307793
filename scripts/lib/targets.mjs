import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, readStamp, writeStamp } from './fingerprint.mjs';
import { bin, cacheDir, root, run } from './run.mjs';

const shared = ['pnpm-lock.yaml', 'tsconfig.json', 'scripts/tsup-preset.ts', 'scripts/lib/extract-styles.ts'];
const widget = 'packages/client-registration-widget';

/** Build targets of the application. */
export const targets = [
  {
    name: 'backoffice',
    label: 'la aplicación web',
    folder: 'apps/backoffice',
    sources: ['apps/backoffice', 'packages'],
    output: 'apps/backoffice/dist/index.html',
    command: [bin('vite'), ['build', '--logLevel', 'warn']],
  },
  {
    name: 'widget',
    label: 'el formulario para otros sitios',
    folder: widget,
    sources: [widget, 'packages/core', 'packages/domain'],
    output: `${widget}/dist/standalone`,
    command: [bin('tsup'), ['--silent']],
  },
  {
    name: 'api',
    label: 'el servidor',
    folder: 'apps/api',
    sources: ['apps/api', 'packages/domain'],
    output: 'apps/api/dist/main.js',
    command: [bin('tsup'), ['--silent']],
  },
];

const snapshot = 'apps/api/.cache/demonstration/snapshot.json';

/**
 * Makes the snapshot of the demonstration that a first start copies, unless today's version of the server made one
 * today. Without it a first start loads the demonstration itself, so a failure is only reported.
 */
export async function makeDemoSnapshot() {
  const stamp = join(cacheDir, 'build-demo-snapshot');
  const today = new Date().toISOString().slice(0, 10);
  const wanted = `${today} ${fingerprint(root, [...shared, 'apps/api', 'packages/domain'])}`;
  if (readStamp(stamp) === wanted && existsSync(join(root, snapshot))) return;
  // One of another version must not be used when this fails.
  rmSync(join(root, snapshot), { force: true });
  console.log('Preparando los datos de demostración…');
  const code = await run(bin('node'), [join(root, 'apps/api/dist/demo-snapshot.js')], {
    env: { NODE_ENV: 'production' },
  });
  if (code === 0 && existsSync(join(root, snapshot))) writeStamp(stamp, wanted);
  else console.error('No se pudieron preparar; se cargarán en el primer inicio.');
}

/**
 * Builds, in parallel, the targets whose sources changed since their last build.
 *
 * @returns the names of those that failed
 */
export async function buildTargets() {
  const failed = [];
  await Promise.all(
    targets.map(async (target) => {
      const stamp = join(cacheDir, `build-${target.name}`);
      const wanted = fingerprint(root, [...shared, ...target.sources]);
      if (readStamp(stamp) === wanted && existsSync(join(root, target.output))) return;
      console.log(`Compilando ${target.label}…`);
      const [command, args] = target.command;
      const code = await run(command, args, {
        cwd: join(root, target.folder),
        env: { NODE_ENV: 'production' },
      });
      if (code === 0 && existsSync(join(root, target.output))) writeStamp(stamp, wanted);
      else failed.push(target.name);
    }),
  );
  return failed;
}
