import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const home = join(import.meta.dirname, '../node_modules/.cache/pauta/peers');

/**
 * Writes the files of a project to compare with and installs what its `package.json` asks for, once.
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
    // Without scripts: isolated-vm does not compile on Node 24, and nothing compared here needs any.
    const { status } = spawnSync('npm', ['i', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`npm i of ${name} ended with ${status}`);
  }
  return folder;
}
