// Checks compressed sizes of downloads against scripts/budgets.json (bytes, 1 kB = 1000).
//
// Kinds: `file`, one script; `library`, an `entry` of a package (by default its main one), or only the `names` that an
// app imports from it, after tree shaking, without dependencies, peers and dynamic imports; `page`, every script that a
// built page loads before its first dynamic import, and the scripts that the given source `modules` load in addition.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './lib/run.mjs';

const compress = { brotli: brotliCompressSync, gzip: (bytes) => gzipSync(bytes, { level: 9 }) };

const measured = {
  file: async (path) => [readFileSync(path)],
  library: async (path, { entry = '.', names }) => {
    const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    const external = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    const { metafile, outputFiles } = await build({
      stdin: {
        contents: `export ${names ? `{ ${names.join(', ')} }` : '*'} from '${manifest.publishConfig.exports[entry].default}';`,
        resolveDir: path,
      },
      bundle: true,
      minify: true,
      write: false,
      splitting: true,
      metafile: true,
      outdir: '.',
      absWorkingDir: path,
      format: 'esm',
      target: 'es2022',
      define: { 'process.env.NODE_ENV': '"production"' },
      external: external.flatMap((name) => [name, `${name}/*`]),
      logLevel: 'error',
    });
    const files = new Set();
    const add = (file) => {
      if (files.has(file)) return;
      files.add(file);
      for (const { path: imported, kind, external } of metafile.outputs[file].imports)
        if (kind === 'import-statement' && !external) add(imported);
    };
    add('stdin.js');
    return outputFiles.filter((file) => files.has(relative(path, file.path))).map((file) => file.contents);
  },
  page: async (path, { modules = [] }) => {
    const read = (name) => JSON.parse(readFileSync(join(path, '.vite', name), 'utf8'));
    const chunks = read('manifest.json');
    const chunkOfModule = read('modules.json');
    const files = new Set();
    const add = ({ file, imports = [] }) => {
      if (files.has(file)) return;
      files.add(file);
      for (const key of imports) add(chunks[key]);
    };
    add(chunks['index.html']);
    for (const module of modules) {
      const chunk = Object.values(chunks).find(({ file }) => file === chunkOfModule[module]);
      if (!chunk) throw new Error(`${module} is in no chunk of ${path}`);
      add(chunk);
    }
    return [...files].map((file) => readFileSync(join(path, file)));
  },
};

let exceeded = false;
for (const { name, kind, path, compression, limit, ...part } of JSON.parse(
  readFileSync(new URL('budgets.json', import.meta.url), 'utf8'),
)) {
  const parts = await measured[kind](join(root, path), part).catch((error) => {
    console.error(error.message);
    return [];
  });
  const size = parts.reduce((sum, bytes) => sum + compress[compression](bytes).length, 0);
  const over = parts.length === 0 || size > limit;
  exceeded ||= over;
  console.log(
    `${over ? 'EXCEDE' : 'bien'.padEnd(6)}  ${name}: ${kilobytes(size)} de ${kilobytes(limit)} kB (${compression}, ${parts.length} archivos)`,
  );
}
process.exitCode = exceeded ? 1 : 0;

function kilobytes(bytes) {
  return (bytes / 1000).toFixed(1);
}
