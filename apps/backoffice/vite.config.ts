import { ariaLocales } from '@pauta/ui/vite-plugin-locales.ts';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkOfModule, preloadChunks } from './vite/chunks.ts';
import { precompress } from './vite/precompress.ts';
import { productionRouter } from './vite/production-router.ts';
import { trimDependencies } from './vite/trim-dependencies.ts';

/** In development the API is reached through this server's proxy, so that one origin serves both. */
const namedApi: Plugin = {
  name: 'pauta-named-api',
  apply: 'serve',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { name: 'pauta-api', content: '/api' }, injectTo: 'head-prepend' },
  ],
};

/**
 * Modules that are loaded together are one file: each file costs a request and a kilobyte of headers, and small ones
 * compress badly. A layer holds the modules it names and everything they import that is not in a layer before it; the
 * remaining modules are split by the pages that use them.
 */
const layers: readonly { readonly name: string; readonly test: RegExp }[] = [
  { name: 'list', test: /ui\/src\/list\/resource-list\.tsx$|core\/src\/(react\/|idempotency-key)/ },
  // The definition that most screens use; it refers to half of the others.
  { name: 'definitions', test: /packages\/domain\/src\/crm\/clients\/(client|credit-proposal)\.ts$/ },
  { name: 'overlays', test: /packages\/ui\/src\/controls\/(menu|dialog|popover)\.tsx$/ },
  {
    name: 'frame',
    test: /backoffice\/src\/(companion|page-frame|menu\/used-places)\.tsx$|ui\/src\/(live\/live-stream|list\/list-live|views\/view-picker)\.tsx?$/,
  },
];

export default defineConfig({
  plugins: [
    react(),
    productionRouter(),
    trimDependencies(),
    ariaLocales(),
    namedApi,
    preloadChunks(['list']),
    chunkOfModule(),
    precompress(),
  ],
  resolve: { dedupe: ['react', 'react-dom', 'react-router-dom', 'styled-components', 'swr'] },
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/api', '/storage', '/widget'].map((path) => [path, 'http://127.0.0.1:8000'])),
  },
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    // Tells scripts/check-budgets.mjs what each screen loads.
    manifest: true,
    rolldownOptions: {
      output: {
        // Every part names the parts it needs, and the first one all of them: their names were 2 % of what a page loads.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: layers.length + 1 },
            ...layers.map(({ name, test }, at) => ({ name, test, priority: layers.length - at })),
          ],
        },
      },
    },
  },
});
