import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const parameters = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };

/** Writes each text file also with the best compression (`.br`, `.gz`), which is too slow to be done per request. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'pauta-precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    closeBundle: async () => {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(
        files
          .filter((file) => /\.(js|css|svg)$/.test(file))
          .map(async (file) => {
            const path = join(folder, file);
            const bytes = await readFile(path);
            await writeFile(`${path}.br`, await brotli(bytes, { params: parameters }));
            await writeFile(`${path}.gz`, await zip(bytes, { level: 9 }));
          }),
      );
    },
  };
}
