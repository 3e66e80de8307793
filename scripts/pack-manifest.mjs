// Runs before and after a published package is packed, by npm or by pnpm, in its folder. npm packs package.json
// unchanged, which here points to sources and has versions that only pnpm understands. During packing it is replaced by
// the published form; `restore` reverts that.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestForUsers } from './lib/publish.mjs';
import { bin, root, runOrExit } from './lib/run.mjs';

const file = join(process.cwd(), 'package.json');
const kept = join(process.cwd(), 'node_modules/.cache/package.json');

// Also restores a manifest that an interrupted packing has left.
if (existsSync(kept)) renameSync(kept, file);
if (process.argv[2] !== 'restore') {
  const source = readFileSync(file, 'utf8');
  const manifest = JSON.parse(source);
  const targets = Object.values(manifest.publishConfig.exports).map((target) => target.default ?? target);
  if (targets.some((target) => !existsSync(join(process.cwd(), target))))
    await runOrExit(bin('node'), [join(root, 'scripts/build-package.mjs')], { cwd: process.cwd() });
  mkdirSync(join(kept, '..'), { recursive: true });
  writeFileSync(kept, source);
  writeFileSync(file, JSON.stringify(manifestForUsers(manifest), null, 2));
}
