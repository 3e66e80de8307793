import { relative } from 'node:path';
import type { Plugin } from 'vite';

const root = new URL('../../../', import.meta.url).pathname;

/**
 * Makes the browser fetch the named chunks in parallel with the first script instead of after it. Most pages need them,
 * immediately or on the next click.
 */
export function preloadChunks(names: readonly string[]): Plugin {
  return {
    name: 'pauta-preload-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((file) => file.type === 'chunk' && names.includes(file.name))
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          })),
    },
  };
}

/**
 * Writes `.vite/modules.json`, which maps each module of this repository to its chunk. The manifest contains only entry
 * modules.
 */
export function chunkOfModule(): Plugin {
  return {
    name: 'pauta-chunk-of-module',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks: Record<string, string> = {};
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        for (const id of file.moduleIds) {
          const path = relative(root, id);
          if (/^(packages|apps)\//.test(path)) chunks[path] = file.fileName;
        }
      }
      this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source: JSON.stringify(chunks) });
    },
  };
}
