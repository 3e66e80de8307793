import { existsSync } from 'node:fs';
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
