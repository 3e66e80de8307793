import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bin, root, run } from './run.mjs';

const layout = join(root, 'packages/layout/node_modules');
/** Dependencies of an external app besides the packages, without the types of Node. */
const others = {
  react: layout,
  'react-dom': layout,
  'styled-components': layout,
  'react-router-dom': layout,
  '@tanstack/react-router': layout,
  wouter: layout,
  swr: join(root, 'packages/core/node_modules'),
  '@types/react': join(root, 'node_modules'),
  '@types/react-dom': join(root, 'node_modules'),
};

const tsconfig = {
  compilerOptions: {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    jsx: 'react-jsx',
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    types: [],
  },
  include: ['src'],
};

/**
 * Installs the packed packages with npm into an external app with strict type checking, including the types of
 * libraries, and compiles every entry and the programs of the READMEs there.
 *
 * @param {{ file: string, dir: string, manifest: object }[]} packages tarball, folder and manifest of each
 * @param {string} folder emptied first
 * @returns error messages
 */
export async function tryExternalApp(packages, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  // Offline and without peers: nothing but the tarballs may be required.
  const options = ['--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', '--silent'];
  const installed = await run('npm', ['install', ...options, ...packages.map(({ file }) => file)], {
    cwd: folder,
  });
  if (installed !== 0) return ['npm install'];
  for (const [name, home] of Object.entries(others)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(home, name), link);
  }
  for (const { dir, manifest } of packages) {
    const short = manifest.name.replace('@pauta/', '');
    const typed = Object.entries(manifest.publishConfig.exports).filter(([, target]) => target.types);
    const lines = typed.map(([key], at) => `export * as entry${at} from '${manifest.name}${key.slice(1)}';`);
    writeFileSync(join(folder, `src/${short}.ts`), lines.join('\n'));
    programsOf(readFileSync(join(dir, 'README.md'), 'utf8')).forEach((program, at) => {
      writeFileSync(join(folder, `src/${short}-readme-${at + 1}.tsx`), program);
    });
  }
  const compiled = await run(bin('tsc'), ['-p', '.'], { cwd: folder });
  return compiled === 0 ? [] : ['no compila donde se revisan también los tipos de las bibliotecas'];
}

/** The examples of a README that are complete modules, which import everything they use. */
const programsOf = (readme) =>
  [...readme.matchAll(/```tsx?\n(import .*?)```/gs)].map(([, program]) => program);
