// Packs every published package, with npm and with pnpm, and checks the tarball as its users would: publint,
// are-the-types-wrong, the widget in a new app and a new page, an app that installs the layout, an app with strict
// types, shell and form rendered by a server and hydrated, and the public API against its committed report
// (packages/*/api.md). With `--update` it only writes those reports.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { apiReport, reportChanges } from './lib/api-report.mjs';
import { packBothWays } from './lib/pack.mjs';
import { sourceEntries } from './lib/publish.mjs';
import { bin, cacheDir, root, run } from './lib/run.mjs';
import { unidentified } from './lib/stable-ids.ts';
import { tryExternalApp } from './lib/try-external-app.mjs';
import { tryHydration } from './lib/try-hydration.mjs';
import { tryWidget } from './lib/try-widget.mjs';
import { publishedPackages } from './lib/workspace.mjs';

const isUpdate = process.argv.includes('--update');

const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const packs = join(cacheDir, 'packs');
rmSync(packs, { recursive: true, force: true });

const failed = [];
const packed = [];
for (const { dir, manifest } of publishedPackages()) {
  if (!isApiAccepted(dir, manifest)) failed.push(`${manifest.name} (API)`);
  if (isUpdate) continue;
  failed.push(...withoutIds(join(dir, 'dist')).map((what) => `${manifest.name} (sin id estable: ${what})`));
  const { file, wrong } = await packBothWays(
    dir,
    join(packs, manifest.name.replace('/', '-')),
    packageManager,
  );
  failed.push(...wrong.map((what) => `${manifest.name} (${what})`));
  if (!file) continue;
  packed.push({ file, dir, manifest });
  const lint = await run(bin('publint'), ['run', '--strict', file]);
  if (lint !== 0) failed.push(`${manifest.name} (publint)`);
  const attw = ['--profile', 'esm-only', '--no-emoji', '--format', 'ascii'];
  const untyped = entriesWithoutTypes(manifest);
  if (untyped.length > 0) attw.push('--exclude-entrypoints', ...untyped);
  const types = await run(bin('attw'), [file, ...attw]);
  if (types !== 0) failed.push(`${manifest.name} (attw)`);
  if (manifest.name === '@pauta/client-registration-widget') {
    const wrong = [...forbiddenIn(join(dir, 'dist')), ...(await tryWidget(file, join(cacheDir, 'fresh')))];
    failed.push(...wrong.map((what) => `${manifest.name} (${what})`));
  }
  if (manifest.name === '@pauta/layout') {
    const app = await run(bin('node'), [join(root, 'scripts/check-internal-app.mjs'), file]);
    if (app !== 0) failed.push(`${manifest.name} (examples/internal-app)`);
  }
}

if (packed.length === publishedPackages().length) {
  const wrong = await tryExternalApp(packed, join(cacheDir, 'external-app'));
  const styled = packed.filter(({ manifest }) => manifest.peerDependencies?.['styled-components']);
  wrong.push(...(await tryHydration(styled, join(cacheDir, 'hydration'))));
  failed.push(...wrong);
}

if (failed.length > 0) {
  console.error(`Con problemas: ${failed.join(', ')}.`);
  process.exit(1);
}

/**
 * Built modules with a styled component without an id, whose class name would depend on the modules that ran before it.
 */
function withoutIds(dist) {
  return scriptsOf(dist).flatMap((name) => {
    const line = unidentified(readFileSync(join(dist, name), 'utf8'));
    return line ? [`dist/${name}: ${line}`] : [];
  });
}

function scriptsOf(dist) {
  return readdirSync(dist, { recursive: true }).filter((name) => name.endsWith('.js'));
}

/**
 * Scans for content that a script for foreign pages must not have: lengths relative to the root font size, HTML or code
 * created from strings, fonts, and rules that apply outside of a shadow root.
 */
function forbiddenIn(dist) {
  const forbidden =
    /[\d.]rem\b|innerHTML|outerHTML|\beval\(|new Function|document\.write|@font-face|:root\b/g;
  return scriptsOf(dist).flatMap((name) => {
    const found = new Set(readFileSync(join(dist, name), 'utf8').match(forbidden));
    return [...found].map((what) => `dist/${name}: «${what}»`);
  });
}

/** Whether the built declarations equal the committed report; prints the difference. */
function isApiAccepted(dir, manifest) {
  const file = join(dir, 'api.md');
  const built = apiReport({
    name: manifest.name,
    dist: join(dir, 'dist'),
    entries: sourceEntries(manifest),
  });
  if (isUpdate) {
    writeFileSync(file, built);
    return true;
  }
  const committed = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (committed === built) return true;
  const { lost, added } = reportChanges(committed, built);
  console.error(`${manifest.name}: su API pública no es la de ${relative(root, file)}.`);
  for (const line of lost) console.error(`- ${line}`);
  for (const line of added) console.error(`+ ${line}`);
  console.error(
    'Lo que falta y los datos nuevos que se exigen rompen a quien lo usa. Si es lo que quiere: npm run api:accept, y un changeset que lo diga.',
  );
  return false;
}

// A script file for pages is an entry too, but has no types.
function entriesWithoutTypes(manifest) {
  return Object.entries(manifest.publishConfig?.exports ?? {})
    .filter(([, target]) => (typeof target === 'string' ? !target.endsWith('.json') : !target.types))
    .map(([key]) => key);
}
