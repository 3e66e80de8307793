import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './run.mjs';

/** Every package.json of the workspace, relative to its root. */
export function workspaceManifests() {
  const folders = ['packages', 'apps', 'examples'].flatMap((base) =>
    readdirSync(join(root, base)).map((name) => `${base}/${name}`),
  );
  return ['.', ...folders, 'e2e', 'bench']
    .map((folder) => `${folder}/package.json`)
    .filter((file) => existsSync(join(root, file)));
}

/** Manifest and folder of every package under `packages/`. */
export function workspacePackages() {
  const base = join(root, 'packages');
  return readdirSync(base)
    .map((folder) => join(base, folder))
    .filter((dir) => existsSync(join(dir, 'package.json')))
    .map((dir) => ({ dir, manifest: JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) }));
}

/** The packages that are published to the registry. */
export const publishedPackages = () => workspacePackages().filter(({ manifest }) => !manifest.private);

/** Map from the import specifiers that workspace packages export to absolute source files; `*` is kept. */
export function workspaceSourcePaths() {
  return Object.fromEntries(
    workspacePackages().flatMap(({ dir, manifest }) =>
      Object.entries(manifest.exports ?? {})
        .filter(([, target]) => typeof target === 'string' && target.startsWith('./src/'))
        .map(([key, target]) => [`${manifest.name}${key.slice(1)}`, resolve(dir, target)]),
    ),
  );
}

/** The file of a specifier according to `paths`. */
export function resolveSource(paths, specifier) {
  if (paths[specifier]) return paths[specifier];
  for (const [pattern, target] of Object.entries(paths)) {
    if (pattern.endsWith('/*') && specifier.startsWith(pattern.slice(0, -1))) {
      return target.replace('*', specifier.slice(pattern.length - 1));
    }
  }
  return undefined;
}
