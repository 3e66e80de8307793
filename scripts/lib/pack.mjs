import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, run } from './run.mjs';

/**
 * Packs a built package with npm and with pnpm, because maintainers use either.
 *
 * @param {string} dir folder of the package
 * @param {string} folder output folder, emptied first
 * @param {string} pnpm pnpm with its version, for npx
 * @returns `{ file, wrong }`: the tarball of pnpm, and a message about what failed or differs between the two
 */
export async function packBothWays(dir, folder, pnpm) {
  rmSync(folder, { recursive: true, force: true });
  // Works on a copy, because packing temporarily changes package.json, which other checks read.
  const copy = join(folder, 'packages', basename(dir));
  mkdirSync(copy, { recursive: true });
  symlinkSync(join(root, 'scripts'), join(folder, 'scripts'));
  for (const name of readdirSync(dir))
    if (!['src', 'test', 'node_modules'].includes(name))
      cpSync(join(dir, name), join(copy, name), { recursive: true });

  const ways = { npm: ['npm', ['pack', '--silent']], pnpm: ['npx', ['--yes', pnpm, 'pack']] };
  let file = '';
  for (const [way, [command, args]] of Object.entries(ways)) {
    const unpacked = join(folder, way);
    mkdirSync(unpacked);
    const code = await run(command, [...args, '--pack-destination', unpacked], {
      cwd: copy,
      onLine: () => undefined,
    });
    const tarball = readdirSync(unpacked).find((name) => name.endsWith('.tgz'));
    if (code !== 0 || !tarball) return { file, wrong: [`${way} pack`] };
    file = join(unpacked, tarball);
    if ((await run('tar', ['-xzf', file, '-C', unpacked])) !== 0) return { file, wrong: [`tar de ${way}`] };
  }
  const isAlike =
    (await run('diff', ['-r', join(folder, 'npm/package'), join(folder, 'pnpm/package')])) === 0;
  const isLeftAlone = (await run('diff', [join(dir, 'package.json'), join(copy, 'package.json')])) === 0;
  return {
    file,
    wrong: [
      ...(isAlike ? [] : ['npm pack y pnpm pack difieren']),
      ...(isLeftAlone ? [] : ['empaquetar cambió package.json']),
    ],
  };
}
