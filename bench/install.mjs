import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const home = join(import.meta.dirname, '../node_modules/.cache/pauta/peers');

/**
 * Writes the files of a project that is compared and installs its dependencies, unless that was done before.
 *
 * @returns its folder
 */
export function install(name, files) {
  const folder = join(home, name);
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  if (!existsSync(join(folder, 'node_modules'))) {
    console.log(`Installing ${name}…`);
    // Without install scripts, because isolated-vm does not compile on Node 24 and the compared projects work without
    // them.
    const { status } = spawnSync('npm', ['i', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`npm i of ${name} ended with ${status}`);
  }
  return folder;
}
