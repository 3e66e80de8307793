// Packs every published package and looks at the tarball as its users will: publint and
// are-the-types-wrong, and the widget in a fresh app and a fresh page.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bin, cacheDir, root, run } from './lib/run.mjs';
import { tryWidget } from './lib/try-widget.mjs';
import { publishedPackages } from './lib/workspace.mjs';

const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const packs = join(cacheDir, 'packs');
rmSync(packs, { recursive: true, force: true });

const failed = [];
for (const { dir, manifest } of publishedPackages()) {
  const destination = join(packs, manifest.name.replace('/', '-'));
  mkdirSync(destination, { recursive: true });
  const pack = await run('npx', ['--yes', packageManager, 'pack', '--pack-destination', destination], {
    cwd: dir,
  });
  const tarball = readdirSync(destination).find((file) => file.endsWith('.tgz'));
  if (pack !== 0 || !tarball) {
    failed.push(`${manifest.name} (pack)`);
    continue;
  }
  const file = join(destination, tarball);
  const lint = await run(bin('publint'), ['run', '--strict', file]);
  if (lint !== 0) failed.push(`${manifest.name} (publint)`);
  const attw = ['--profile', 'esm-only', '--no-emoji', '--format', 'ascii'];
  const untyped = entriesWithoutTypes(manifest);
  if (untyped.length > 0) attw.push('--exclude-entrypoints', ...untyped);
  const types = await run(bin('attw'), [file, ...attw]);
  if (types !== 0) failed.push(`${manifest.name} (attw)`);
  if (manifest.name === '@pauta/client-registration-widget') {
    const wrong = await tryWidget(file, join(cacheDir, 'fresh'));
    failed.push(...wrong.map((what) => `${manifest.name} (${what})`));
  }
}

if (failed.length > 0) {
  console.error(`Con problemas: ${failed.join(', ')}.`);
  process.exit(1);
}

// A script file for pages is an entry too, and has no types.
function entriesWithoutTypes(manifest) {
  return Object.entries(manifest.publishConfig?.exports ?? {})
    .filter(([, target]) => (typeof target === 'string' ? !target.endsWith('.json') : !target.types))
    .map(([key]) => key);
}
