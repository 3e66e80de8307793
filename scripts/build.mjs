// Builds everything: the published packages, then the targets that `npm start` needs.

import { join } from 'node:path';
import { bin, root, run } from './lib/run.mjs';
import { buildTargets, makeDemoSnapshot } from './lib/targets.mjs';
import { publishedPackages } from './lib/workspace.mjs';

const failed = [];
for (const { dir, manifest } of publishedPackages()) {
  const code = await run(bin('node'), [join(root, 'scripts/build-package.mjs')], { cwd: dir });
  if (code !== 0) failed.push(manifest.name);
}
failed.push(...(await buildTargets()));

if (failed.length > 0) {
  console.error(`No se pudo compilar: ${failed.join(', ')}.`);
  process.exit(1);
}

await makeDemoSnapshot();
