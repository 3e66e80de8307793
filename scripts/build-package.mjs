// Builds the published package in the current folder into dist/: tsup for the JavaScript (its tsup.config.ts), then tsc
// for the declarations of every entry of `exports`.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { collectDeclarations } from './lib/declarations.mjs';
import { publishedExports, sourceEntries } from './lib/publish.mjs';
import { bin, root, runOrExit } from './lib/run.mjs';
import { resolveSource, workspaceSourcePaths } from './lib/workspace.mjs';

const packageDir = process.cwd();
const manifest = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
const entries = sourceEntries(manifest);

const expected = publishedExports(manifest);
for (const [key, value] of Object.entries(expected)) {
  if (!isDeepStrictEqual(manifest.publishConfig?.exports?.[key], value)) {
    console.error(
      `${manifest.name}: publishConfig.exports debe contener ${JSON.stringify({ [key]: value })}`,
    );
    process.exit(1);
  }
}

rmSync(join(packageDir, 'dist'), { recursive: true, force: true });
await runOrExit(bin('tsup'), ['--silent'], { cwd: packageDir });

const cache = join(packageDir, 'node_modules', '.cache', 'declarations');
const tree = join(cache, 'tree');
rmSync(cache, { recursive: true, force: true });
mkdirSync(cache, { recursive: true });
const paths = workspaceSourcePaths();
const project = join(cache, 'tsconfig.json');
writeFileSync(
  project,
  JSON.stringify({
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: root,
      outDir: tree,
      // Resolved through node_modules they would count as external packages and get no declarations.
      paths: Object.fromEntries(Object.entries(paths).map(([name, source]) => [name, [source]])),
      noUnusedLocals: false,
      noUnusedParameters: false,
    },
    files: entries.map(({ source }) => resolve(packageDir, source)),
    include: [],
    exclude: [],
  }),
);
await runOrExit(bin('tsc'), ['-p', project], { cwd: packageDir });

const external = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
const written = collectDeclarations({
  root,
  tree,
  packageDir,
  entries: entries.map(({ source }) => source),
  external,
  workspaceSource: (specifier) => resolveSource(paths, specifier),
});
rmSync(cache, { recursive: true, force: true });

for (const { key, name } of entries) {
  for (const file of [`dist/${name}.js`, `dist/${name}.d.ts`]) {
    if (!existsSync(join(packageDir, file))) {
      console.error(
        `${manifest.name}: falta ${file}, la salida de la entrada «${key}» (¿está en tsup.config.ts?).`,
      );
      process.exit(1);
    }
  }
}
console.log(
  `${relative(root, packageDir)}/dist: ${entries.length} entradas, ${written.length} declaraciones`,
);
